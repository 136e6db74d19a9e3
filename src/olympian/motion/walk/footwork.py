"""Places of feet on the floor: x, y and yaw, and what lies between two of them."""

from math import cos, sin
from typing import NamedTuple

import numpy as np

from olympian.geometry import Vec

__all__ = ["Place"]


class Place(NamedTuple):
    """A foot or a torso seen from above, in the frame of another one."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    @property
    def xy(self) -> Vec:
        """(2,)"""
        return np.array([self.x, self.y])

    @property
    def turn(self) -> Vec:
        """(2, 2) from its own axes to those it is given in."""
        c, s = cos(self.yaw), sin(self.yaw)
        return np.array([[c, -s], [s, c]])

    def then(self, other: "Place") -> "Place":
        """`other`, which is given in this place's axes, in the axes of this place's parent."""
        x, y = self.xy + self.turn @ other.xy
        return Place(x, y, self.yaw + other.yaw)

    def inverse(self) -> "Place":
        """The parent, seen from here."""
        x, y = -(self.turn.T @ self.xy)
        return Place(x, y, -self.yaw)

    def towards(self, other: "Place", share: float) -> "Place":
        """A share of the way to another place."""
        return Place(*(a + share * (b - a) for a, b in zip(self, other, strict=True)))
