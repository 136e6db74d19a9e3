"""What is drawn and written of a match after its end."""
