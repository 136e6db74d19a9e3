"""The rules of a match as engines that touch nothing: they see, and say what is called."""
