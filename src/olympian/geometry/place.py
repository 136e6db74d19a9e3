"""Places on the floor: x, y and yaw, and what lies between two of them."""

from math import cos, sin
from typing import NamedTuple

import numpy as np

from olympian.geometry.types import Vec


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
        c, s = cos(self.yaw), sin(self.yaw)
        x = self.x + c * other.x - s * other.y
        y = self.y + s * other.x + c * other.y
        return Place(x, y, self.yaw + other.yaw)

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the parent's axes, seen from here."""
        c, s = cos(self.yaw), sin(self.yaw)
        x, y = x - self.x, y - self.y
        return c * x + s * y, c * y - s * x

    def inverse(self) -> "Place":
        """The parent, seen from here."""
        c, s = cos(self.yaw), sin(self.yaw)
        return Place(-c * self.x - s * self.y, s * self.x - c * self.y, -self.yaw)

    def middle(self) -> "Place":
        """Half-way from the parent."""
        return Place(self.x / 2, self.y / 2, self.yaw / 2)
