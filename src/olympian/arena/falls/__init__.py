"""Falls: shoves, blows, and what protection is worth."""
