"""Servos on the bench: what is wrong with them, where they stop, how they answer, what they are."""
