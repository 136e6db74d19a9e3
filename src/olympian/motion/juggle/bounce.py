"""Two laws of a bounce that keeps the ball's speed, and the tilt that each of them asks for."""

from enum import Enum
from math import asin, atan2, hypot

import numpy as np

from olympian.errors import unknown
from olympian.geometry import Vec3
from olympian.motion.juggle.contact import Tilt, tilt_of
from olympian.motion.juggle.mirror import strike

__all__ = ["Bounce", "parse_bounce"]


class Bounce(Enum):
    """What the paddle does to the ball's velocity v.

    A ball that falls straight down leaves a paddle tilted by θ at 2θ from upright when it is
    mirrored, and at θ as published. As published, a level paddle sends any ball back the way it
    came; a mirror lets it go on.
    """

    MIRROR = "mirror"
    """v − 2 (v · n) n, with the normal n of the paddle"""
    PUBLISHED = "published"
    """−R v, with the rotation R of the paddle: reversed, then rotated"""

    def tilt(self, arriving: Vec3, leaving: Vec3) -> Tilt:
        """Roll and pitch of a paddle at rest that turn one velocity into another as large."""
        if self is Bounce.MIRROR:
            return tilt_of(strike(arriving, leaving, 1.0)[0])
        return _turning(-arriving / np.linalg.norm(arriving), leaving / np.linalg.norm(leaving))


def _turning(a: Vec3, b: Vec3) -> Tilt:
    """Roll, then pitch, that bring unit vector `a` to `b`: pitch leaves y alone, so roll sets it.

    Where no roll brings y far enough, the nearest one is taken.
    """
    lever = hypot(a[1], a[2])
    roll = atan2(a[1], a[2]) - asin(float(np.clip(b[1] / max(lever, 1e-12), -1.0, 1.0)))
    z = a[1] * np.sin(roll) + a[2] * np.cos(roll)
    return roll, atan2(b[0], b[2]) - atan2(a[0], z)


def parse_bounce(name: str) -> Bounce:
    """The law of this name."""
    if name not in [one.value for one in Bounce]:
        raise unknown("bounce", name, [one.value for one in Bounce])
    return Bounce(name)
