"""Goals that make a compliant servo end up where the skill wants it: gravity and speed in front."""

from math import acos, isfinite, radians

import numpy as np

from olympian.backend.protocol import Backend
from olympian.compiled import compiled
from olympian.geometry import Vec
from olympian.kinematics.gravity import GravityLoad
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["SagCompensation"]

UPRIGHT, TILTED = radians(20.0), radians(40.0)
"""Tilt of the torso up to which the soles carry it, and from which they do not."""
FASTEST = 6.0
"""rad/s; goals that move quicker are jumps, not a motion to be led."""


class SagCompensation:
    """Adds to each goal what the servo needs to hold the robot's weight and to keep up.

    It stands in for HOly's additive poses. How much of the model's value each joint gets is the
    robot's own calibration, `[sag]` in its TOML, and no concern of any gait.
    """

    def __init__(self, robot: Robot, servos: ServoBank) -> None:
        self._servos = servos
        self._share = robot.sag
        self._gravity = GravityLoad(robot)
        self._last: Vec | None = None

    @staticmethod
    def of(backend: Backend) -> "SagCompensation | None":
        """That of a body with servos whose robot is calibrated for it, or None."""
        if backend.servos is None or not backend.robot.sag.any():
            return None
        return SagCompensation(backend.robot, backend.servos)

    def step(self, wish: JointGoal, state: RobotState, dt: float) -> JointGoal:
        """The goals to send so that joints come to be where `wish` says."""
        before = state.q if self._last is None else self._last
        q = np.where(wish.mask, wish.q, before)
        if wish.torque is not None:
            # A joint that pushes goes where it is pushed; there is nothing to lead.
            pushing = wish.mask & ~np.isnan(wish.torque)
            q, before = np.where(pushing, state.q, q), np.where(pushing, state.q, before)
        self._last = q
        if not (wish.led and isfinite(np.add.reduce(q))):
            return wish
        torque = self._gravity.torque(q, wish.support)
        speed = _shared(self._share, _standing(state), q, before, dt, torque)
        return wish.moved_to(wish.q + self._servos.lead(torque, speed))


@compiled
def _shared(share, standing, q, before, dt, torque):
    """Scale `torque` in place; the speed in rad/s that each joint is led by."""
    speed = np.empty(len(q))
    for i in range(len(q)):
        torque[i] = share[i] * standing * torque[i]
        speed[i] = share[i] * min(max((q[i] - before[i]) / dt, -FASTEST), FASTEST)
    return speed


def _standing(state: RobotState) -> float:
    """1 while the soles are under the robot, 0 once it lies."""
    tilt = acos(min(max(state.R_world_torso[2, 2], -1.0), 1.0))
    return min(max((TILTED - tilt) / (TILTED - UPRIGHT), 0.0), 1.0)
