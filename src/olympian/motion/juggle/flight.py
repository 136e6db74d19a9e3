"""A ball in the air: where it will be when it has fallen to a height."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from olympian.geometry import GRAVITY, Vec3

__all__ = ["Flight", "rise"]


@dataclass(frozen=True, slots=True)
class Flight:
    """Middle of the ball and its velocity at one instant; nothing but gravity acts."""

    t: float
    place: Vec3
    velocity: Vec3

    def at(self, t: float) -> "Flight":
        """The same flight at another instant."""
        dt = t - self.t
        fall = np.array([0.0, 0.0, -GRAVITY * dt])
        return Flight(t, self.place + dt * self.velocity + dt / 2 * fall, self.velocity + fall)

    @property
    def apex(self) -> float:
        """Height of the highest point of the whole parabola."""
        return float(self.place[2] + self.velocity[2] ** 2 / (2 * GRAVITY))

    def fallen_to(self, height: float) -> float | None:
        """When the ball comes down through `height`, or None if it never is that high."""
        above = self.apex - height
        if above < 0:
            return None
        return self.t + float(self.velocity[2]) / GRAVITY + sqrt(2 * above / GRAVITY)


def rise(height: float) -> float:
    """Upward speed that carries a ball `height` further up."""
    return sqrt(2 * GRAVITY * max(height, 0.0))
