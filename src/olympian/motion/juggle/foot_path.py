"""The way of the paddle to the next contact: one cubic for its place and its tilt."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Mat4, R_from_rpy, T_from, Vec, Vec3
from olympian.motion.juggle.contact import Contact

__all__ = ["FootPath", "PaddleState"]


@dataclass(frozen=True, slots=True)
class PaddleState:
    """Paddle at one instant: place of its top's middle, roll, pitch, and how fast they change."""

    t: float
    pose: Vec
    """(5,) x, y, z, roll, pitch"""
    rate: Vec
    """(5,)"""

    @property
    def T_support_top(self) -> Mat4:  # noqa: N802
        """Frame of the paddle."""
        return T_from(self.pose[:3], R=R_from_rpy(self.pose[3], self.pose[4], 0.0))

    @property
    def twist(self) -> Vec:
        """(6,) linear velocity above angular, axes of the support."""
        return np.concatenate((self.rate[:3], _spin(self.pose, self.rate)))

    @staticmethod
    def at(contact: Contact) -> "PaddleState":
        """The paddle at a contact, moving as the contact asks and not turning."""
        rate = np.concatenate((contact.velocity, (0.0, 0.0)))
        return PaddleState(contact.t, np.array([*contact.place, *contact.tilt]), rate)


class FootPath:
    """Cubic from one state to another, both with their speeds; it rests before and after."""

    __slots__ = ("_coefficients", "_long", "end", "start")

    def __init__(self, start: PaddleState, end: PaddleState) -> None:
        self.start, self.end = start, end
        self._long = end.t - start.t
        a, b = start.rate * self._long, end.rate * self._long
        way = end.pose - start.pose
        self._coefficients = (a, 3 * way - 2 * a - b, a + b - 2 * way)

    def at(self, t: float) -> PaddleState:
        """Where the paddle should be at `t`."""
        s = (t - self.start.t) / self._long if self._long > 0 else 1.0
        if s >= 1.0 or s < 0.0:
            edge = self.end if s >= 1.0 else self.start
            return PaddleState(t, edge.pose, np.zeros(5))
        line, square, cube = self._coefficients
        pose = self.start.pose + s * (line + s * (square + s * cube))
        return PaddleState(t, pose, (line + s * (2 * square + 3 * s * cube)) / self._long)


def _spin(pose: Vec, rate: Vec) -> Vec3:
    """Angular velocity of roll about the turned x, pitch about y: R = Ry(pitch) · Rx(roll)."""
    c, s = np.cos(pose[4]), np.sin(pose[4])
    return np.array([c * rate[3], rate[4], -s * rate[3]])
