"""Pages for something with an end: a movement, an imitation, a juggling run."""
