"""Joints that nobody looks after: the module brings them to the ready pose."""

from math import radians

import numpy as np

from olympian.decision.modes import PostureGlide
from olympian.geometry import Vec
from olympian.goal import Mask
from olympian.motion import SkillStatus
from olympian.motion.settle import Settle
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

NEAR = radians(0.1)
"""From the ready pose, within which there is no way to go."""


class Custody:
    """Asks for joints that nobody looks after, until they have settled; then anyone may have them.

    A leg in mid step cannot stay there, so what a broken claimant had is put down at once; whatever
    comes of it is seen by the sense of falling as ever. What a skill gave back goes there gently.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self.drop()

    def drop(self) -> None:
        """Nothing to look after: the module does something else with the whole body."""
        self.joints: Mask = np.zeros(self._robot.dof, dtype=np.bool_)
        """What is looked after."""
        self._settle: Settle | PostureGlide | None = None

    def take(self, joints: Mask, q: Vec, gently: bool = False) -> None:
        """Look after these as well. Args: q: where all joints were sent last."""
        there = gently and bool((np.abs(q - self._robot.ready)[joints] < NEAR).all())
        if joints.any() and not there:
            self.joints = self.joints | joints
            start = np.where(self.joints, q, self._robot.ready)
            self._settle = (PostureGlide if gently else Settle)(start, self._robot.ready)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        if self._settle is None:
            return None
        q = self._settle.step(state, dt).q
        joints = self.joints
        if self._settle.status is SkillStatus.DONE:
            self.drop()
        return JointGoal(q, joints)
