"""Does a foot carry weight?"""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import GRAVITY, Vec, sealed

__all__ = ["ContactSwitch"]

ON_SHARE, OFF_SHARE = 0.12, 0.06
"""Shares of the weight at which a foot counts as down and as up: apart, so nothing flickers."""


class ContactSwitch:
    """Foot contacts with hysteresis, from the four pressure corners of each sole."""

    def __init__(self, feet: int, mass: float) -> None:
        self._feet = feet
        self._on, self._off = ON_SHARE * (mass * GRAVITY), OFF_SHARE * (mass * GRAVITY)
        self.reset()

    def reset(self) -> None:
        """Every foot in the air."""
        self._down = sealed(np.zeros(self._feet, dtype=np.bool_))

    def step(self, foot_pressure: Vec) -> NDArray[np.bool_]:
        """Contacts after one more reading of shape (feet, 4)."""
        load = np.add.reduce(foot_pressure, axis=1)
        self._down = sealed(load > np.where(self._down, self._off, self._on))
        return self._down
