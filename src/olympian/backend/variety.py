"""How far robots of a kind and their floors differ: one set of numbers for benches and training."""

from math import radians

FRICTION = (0.6, 1.0)
"""From a smooth table to carpet."""
STRENGTH, MASS = 0.10, 0.05
"""Servos and masses differ by up to so much from the description, either way."""
ZERO = radians(1.0)
"""Standard deviation of a servo horn's zero, and of how the inertial sensor is screwed on."""
