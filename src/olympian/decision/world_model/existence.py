"""The odds that a thing is there, after each picture that showed it or should have shown it."""

from math import exp, log

__all__ = ["absent", "present", "probability"]

MOST = 4.0
"""Logarithm of the odds beyond which nothing is believed or ruled out: 98 %."""
ALIKE = 0.3
"""Share of a picture's evidence that is new: those a thirtieth of a second apart err alike."""


def probability(odds: float) -> float:
    """0 to 1. Args: odds: their logarithm."""
    return 1.0 / (1.0 + exp(-odds))


def present(odds: float, certainty: float) -> float:
    """After a sight of which that share is right, 0 to 1."""
    share = min(max(certainty, 0.02), 0.98)
    return min(odds + log(share / (1.0 - share)), MOST)


def absent(odds: float, detected: float) -> float:
    """After a picture without it.

    Args: detected: the probability that such a picture shows it if it is there, 0 to 1.
    """
    return max(odds + ALIKE * log(1.0 - min(detected, 0.95)), -MOST)
