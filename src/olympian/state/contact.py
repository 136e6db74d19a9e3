"""Does a foot carry weight?"""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import GRAVITY, Vec

__all__ = ["ContactSwitch"]

ON_SHARE, OFF_SHARE = 0.12, 0.06
"""Shares of the weight at which a foot counts as down and as up: apart, so nothing flickers."""


class ContactSwitch:
    """Foot contacts with hysteresis, from the four pressure corners of each sole."""

    def __init__(self, feet: int, mass: float) -> None:
        self._weight = mass * GRAVITY
        self._down = np.zeros(feet, dtype=np.bool_)

    def reset(self) -> None:
        """Every foot in the air."""
        self._down[:] = False

    def step(self, foot_pressure: Vec) -> NDArray[np.bool_]:
        """Contacts after one more reading of shape (feet, 4)."""
        load = foot_pressure.sum(axis=1)
        threshold = np.where(self._down, OFF_SHARE, ON_SHARE) * self._weight
        self._down = load > threshold
        return self._down.copy()
