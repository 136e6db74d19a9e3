"""How the robot sees the ball: every now and then, with noise, and late."""

from collections import deque

import numpy as np

from olympian.geometry import Vec3

__all__ = ["NOISE", "Sight"]

NOISE = 0.005
"""Metres, standard deviation in each direction."""
DELAY = 0.02
"""Seconds from the picture to the place."""
PERIOD = 0.01
"""Seconds between pictures."""
EARLY = 1e-9
"""Seconds of rounding."""


class Sight:
    """Places of the ball on their way from the camera to the controller."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._waiting: deque[tuple[float, Vec3]] = deque()
        self._next = 0.0

    def take(self, t: float, ball: Vec3) -> None:
        """Show the true place; a picture is taken when it is time."""
        if t >= self._next - EARLY:
            self._waiting.append((t, ball + NOISE * self._rng.standard_normal(3)))
            self._next += PERIOD

    def arrived(self, t: float) -> list[tuple[float, Vec3]]:
        """Places that are known at `t` and were not before, each with when it was true."""
        known = []
        while self._waiting and self._waiting[0][0] + DELAY <= t + EARLY:
            known.append(self._waiting.popleft())
        return known
