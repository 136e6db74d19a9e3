"""A meeting of paddle and ball: when, where, how tilted, how fast."""

from dataclasses import dataclass
from math import atan2, hypot

import numpy as np

from olympian.geometry import Mat3, Mat4, R_from_rpy, T_from, Vec3
from olympian.motion.juggle.flight import Flight

__all__ = ["Contact", "meeting", "normal_of", "tilt_of", "under"]

Tilt = tuple[float, float]
"""Roll and pitch of the paddle, rad."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Frame of the middle of the paddle's top when the ball touches it, seen from the support."""

    t: float
    place: Vec3
    tilt: Tilt
    lift: float = 0.0
    """Speed of the paddle along its normal; as published it rests."""

    @property
    def R(self) -> Mat3:  # noqa: N802
        """Axes of the paddle."""
        return R_from_rpy(*self.tilt, 0.0)

    @property
    def T_support_top(self) -> Mat4:  # noqa: N802
        """Pose of the paddle's top."""
        return T_from(self.place, R=self.R)

    @property
    def velocity(self) -> Vec3:
        """Of the paddle at contact."""
        return self.lift * normal_of(self.tilt)


def normal_of(tilt: Tilt) -> Vec3:
    """Upward normal of a paddle tilted so."""
    return R_from_rpy(*tilt, 0.0)[:, 2]


def tilt_of(normal: Vec3) -> Tilt:
    """Roll and pitch (no yaw) that turn z to `normal`: the inverse of `normal_of`."""
    x, y, z = normal
    return atan2(-y, hypot(x, z)), atan2(x, z)


def meeting(flight: Flight, height: float, radius: float) -> Flight | None:
    """The ball when its lowest point falls through `height`."""
    t = flight.fallen_to(height + radius)
    return None if t is None else flight.at(t)


def under(ball: Vec3, tilt: Tilt, radius: float) -> Vec3:
    """Point of the paddle that a ball with this middle touches."""
    return np.asarray(ball) - radius * normal_of(tilt)
