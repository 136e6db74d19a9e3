"""Which way a person faces by now: people turn round, a robot's feet stay."""

from dataclasses import replace
from math import atan2, cos, exp, pi, radians, sin

import numpy as np

from olympian.geometry import Mat3, frozen
from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["Facing"]

TWIST = radians(25.0)
"""A turn of the trunk as far as this is a twist, which is shown; whoever turns further faces there.
"""
SETTLES = 5.0
"""Seconds after which a twist that lasts is the way the person faces: two thirds of it."""
LONGEST_STEP = 0.1
"""Seconds that count at most, however long a gap was."""


class Facing:
    """Follows the person's heading, slowly within a twist and at once beyond."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Ahead, as at the start of the stream."""
        self._yaw = 0.0
        self._t: float | None = None

    def step(self, person: Skeleton, R_world_trunk: Mat3) -> Skeleton:
        """The person turned so that where it faces is ahead."""
        dt = 0.0 if self._t is None else min(max(person.t - self._t, 0.0), LONGEST_STEP)
        self._t = person.t
        left = R_world_trunk[:, 1]  # level even when the person bows
        twist = (atan2(-float(left[0]), float(left[1])) - self._yaw + pi) % (2.0 * pi) - pi
        within = min(max(twist, -TWIST), TWIST)
        self._yaw += twist - within * exp(-dt / SETTLES)
        c, s = cos(self._yaw), sin(self._yaw)
        R_world_facing = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        gaze = None if person.gaze is None else frozen(person.gaze @ R_world_facing)
        return replace(person, places=frozen(person.places @ R_world_facing), gaze=gaze)
