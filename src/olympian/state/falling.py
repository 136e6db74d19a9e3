"""Feeling a fall before the ground does: the body leans out further than a step could catch it."""

from math import acos, hypot

import numpy as np

from olympian.geometry import Mat3, Vec, Vec3
from olympian.kinematics import Kinematics
from olympian.records import FallDirection
from olympian.robot import Robot
from olympian.state.falling_config import FallConfig
from olympian.state.falling_kernel import lean_out

__all__ = ["FallSense"]

HALF_A_TICK = 0.005
"""Seconds; times are sums of ticks, and a window of three must not wait for a fourth."""
HOPELESS = 1e-6
"""Share of the reach that is left beyond the last tilt: none, but a number to divide by."""


class FallSense:
    """Tells a fall and its direction from the inertial sensor and the joints.

    The law of the HCM paper compares gyro and tilt with limits, axis by axis. Here both are one
    length: the divergent component of the linear inverted pendulum beyond the hull of both soles. A
    step can catch some of it; that reach shrinks as the torso nears the tilt from which none helps.
    """

    def __init__(self, robot: Robot, config: FallConfig | None = None) -> None:
        self.config = config or FallConfig()
        feet = robot.require_feet()
        self._outline = np.vstack([foot.outline for foot in feet])
        self._counts = np.array([len(foot.outline) for foot in feet])
        self._ready_height = _com_height(robot)
        self.reach = self.config.reach(self._ready_height)
        """Ahead and aside: what a step can still catch, over the height of the centre of mass."""
        self.reset()

    def reset(self) -> None:
        """Nothing felt yet."""
        self._since: float | None = None
        self.lean = (0.0, 0.0)
        """Ahead and to the left beyond the soles, over the height of the centre of mass."""

    def step(
        self, t: float, R_world_torso: Mat3, spin: Vec3, com: Vec3, soles: Vec
    ) -> FallDirection | None:
        """The side that will be down, as long as it is falling; None else.

        Args:
            spin: angular velocity in torso axes, rad/s.
            com: centre of mass in torso axes.
            soles: (feet, 4, 4) `T_torso_sole`.
        """
        corners = (self._outline, self._counts)
        self.lean = lean_out(R_world_torso, spin, com, soles, *corners, self._ready_height)
        beyond = self._beyond_reach(float(R_world_torso[2, 2]))
        if beyond <= 1.0:
            self._since = None
            return None
        if self._since is None:
            self._since = t
        lasted = t - self._since >= self.config.window - HALF_A_TICK
        return self._direction() if lasted or beyond > self.config.at_once else None

    def _beyond_reach(self, upright: float) -> float:
        """How far it leans out, over what a step could still catch.

        Args: upright: cosine of the torso's tilt.
        """
        left = 1.0 - acos(min(max(upright, -1.0), 1.0)) / self.config.tilt
        lean = hypot(self.lean[0] / self.reach[0], self.lean[1] / self.reach[1])
        return lean / max(left, HOPELESS)

    def _direction(self) -> FallDirection:
        ahead, aside = self.lean[0] / self.reach[0], self.lean[1] / self.reach[1]
        if abs(ahead) >= abs(aside):
            return FallDirection.FRONT if ahead > 0.0 else FallDirection.BACK
        return FallDirection.LEFT if aside > 0.0 else FallDirection.RIGHT


def _com_height(robot: Robot) -> float:
    """Height of the centre of mass over the soles in the ready pose."""
    posture = Kinematics(robot).at(robot.ready)
    soles = [posture.pose(foot.link)[2, 3] for foot in robot.feet]
    return float(posture.com[2] - min(soles))
