"""Driving by the keys of a terminal."""
