"""Where to go, how well that has to be met, and how far it is."""

from math import atan2, cos, hypot, sin
from typing import NamedTuple

Planar = tuple[float, float, float]
"""A robot seen from above: x, y and yaw in the world."""


def wrapped(angle: float) -> float:
    """The same direction between −π and π."""
    return atan2(sin(angle), cos(angle))


class Tolerance(NamedTuple):
    """How far off is still there."""

    distance: float = 0.1
    """m"""
    angle: float = 0.15
    """rad"""


class Goal(NamedTuple):
    """A place in the world and the direction to face there."""

    x: float
    y: float
    yaw: float = 0.0

    def seen_from(self, place: Planar) -> Planar:
        """The goal in the robot's own axes: metres ahead, to the left, and the turn to make."""
        x, y, yaw = place
        c, s = cos(yaw), sin(yaw)
        dx, dy = self.x - x, self.y - y
        return c * dx + s * dy, c * dy - s * dx, wrapped(self.yaw - yaw)

    def met(self, place: Planar, tolerance: Tolerance, share: float = 1.0) -> bool:
        """Is the robot there, within a share of the tolerance?"""
        ahead, left, turn = self.seen_from(place)
        near = hypot(ahead, left) <= share * tolerance.distance
        return near and abs(turn) <= share * tolerance.angle
