"""Joints whose claimant broke down: the module brings them to the ready pose."""

import numpy as np

from olympian.geometry import Vec
from olympian.goal.parts import Mask
from olympian.motion import SkillStatus
from olympian.motion.settle import Settle
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

__all__ = ["Custody"]


class Custody:
    """Asks for joints that nobody looks after, until they have settled; then anyone may have them.

    A leg in mid step cannot stay there, so it is put down at once; whatever comes of it is seen by
    the sense of falling as ever.
    """

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self.drop()

    def drop(self) -> None:
        """Nothing to look after: the module does something else with the whole body."""
        self._joints: Mask = np.zeros(self._robot.dof, dtype=np.bool_)
        self._settle: Settle | None = None

    def take(self, joints: Mask, q: Vec) -> None:
        """Look after these as well. Args: q: where all joints were sent last."""
        if joints.any():
            self._joints = self._joints | joints
            self._settle = Settle(q, self._robot.ready)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        if self._settle is None:
            return None
        q = self._settle.step(state, dt).q
        joints = self._joints
        if self._settle.status is SkillStatus.DONE:
            self.drop()
        return JointGoal(q, joints)
