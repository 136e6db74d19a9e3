"""A person who moves single joints, whatever else the robot does."""

from collections.abc import Mapping

import numpy as np

from olympian.geometry import Vec
from olympian.goal import Refusal, Urgency
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot


class Teleop:
    """Joints that somebody holds somewhere; the others are left to other skills."""

    name = "teleop"
    urgency = Urgency.TELEOP

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._q = np.array(robot.ready)
        self._mask = np.zeros(robot.dof, dtype=np.bool_)
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""

    @property
    def wants(self) -> bool:
        """Is anything held?"""
        return bool(self._mask.any())

    def hold(self, angles: Mapping[str, float]) -> None:
        """Keep these joints at these angles from now on."""
        goal = JointGoal.of(self._robot, angles)
        np.copyto(self._q, goal.q, where=goal.mask)
        self._mask |= goal.mask

    def let_go(self) -> None:
        """Leave all joints to others."""
        self._mask[:] = False

    def step(self, state: RobotState, dt: float) -> JointGoal | None:  # noqa: ARG002
        """Goals for this tick."""
        self.refusals = {}
        return JointGoal(self._q, self._mask.copy()) if self.wants else None

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """A held joint does no harm."""

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        """A robot that falls has better things to do with its arms."""
        self.let_go()

    def begin_at(self, q: Vec) -> None:
        """What was held is forgotten: arms go their own way again."""
