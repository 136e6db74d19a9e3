"""How long ago the robot looked where, all round it."""

from math import exp, pi

import numpy as np

from olympian.geometry import Vec, frozen

__all__ = ["UnlookedGround"]

RINGS, WAYS = (0.8, 1.6, 2.5), 20
"""Metres of circles round the robot, and the points of each."""
FORGETS_S = 6.0
"""Seconds after which others may have come where there was nobody."""


class UnlookedGround:
    """Points round a robot, in axes that do not turn with it; engine with `step` and `reset`."""

    def __init__(self) -> None:
        angles = np.arange(WAYS) * 2 * pi / WAYS
        circle = np.column_stack([np.cos(angles), np.sin(angles)])
        self._points = frozen(np.vstack([radius * circle for radius in RINGS]))
        self.reset()

    def reset(self) -> None:
        """It has looked nowhere."""
        self._new = np.ones(len(self._points))

    def points(self, turn: Vec) -> Vec:
        """(n, 2) metres ahead and left. Args: turn: (2, 2) from the robot's axes to the others."""
        return self._points @ turn

    @property
    def new(self) -> Vec:
        """(n,) how likely it is that somebody has come there since the last look, 0 to 1."""
        return self._new

    def step(self, chances: Vec, dt: float) -> None:
        """One look. Args: chances: (n,) that it shows who is there; dt: seconds since the last."""
        keeps = exp(-dt / FORGETS_S)
        self._new = (1.0 - keeps * (1.0 - self._new)) * (1.0 - chances)
