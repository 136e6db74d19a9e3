"""Which way a person faces by now: people turn round, a robot's feet stay."""

from math import atan2, cos, exp, pi, radians, sin

import numpy as np

from olympian.geometry import Mat3

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

    def step(self, t: float, R_world_trunk: Mat3) -> Mat3:
        """`R_world_facing` at `t` by the sensor's clock: x where the person faces, z up."""
        dt = 0.0 if self._t is None else min(max(t - self._t, 0.0), LONGEST_STEP)
        self._t = t
        left = R_world_trunk[:, 1]  # level even when the person bows
        twist = (atan2(-float(left[0]), float(left[1])) - self._yaw + pi) % (2.0 * pi) - pi
        within = min(max(twist, -TWIST), TWIST)
        self._yaw += twist - within * exp(-dt / SETTLES)
        c, s = cos(self._yaw), sin(self._yaw)
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
