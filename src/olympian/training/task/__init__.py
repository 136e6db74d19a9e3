"""Tasks: files, terms of reward, commands, shoves and curriculum."""
