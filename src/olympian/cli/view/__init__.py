"""How results look to people in a terminal."""
