"""What soles carry that have no cells: the plan and the joints tell which foot is down."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import GRAVITY, Mat3, Vec, sealed
from olympian.records import JointGoal
from olympian.robot import Robot

LIFTED = 0.008
"""Metres above the lower sole from which a foot carries nothing."""
LAG_S = 0.02
"""From a goal until a foot does what it says. Of 0.02, 0.03 and 0.04 s this was best for the
odometry of `bioloid` and `fumanoid` (4 and 3 tuning seeds): 6 and 5 % off; by cells 5 and 3 %."""
LYING = 0.7
"""Cosine of the tilt (45°) from which it is not on its feet."""


class AssumedLoads:
    """The weight on the feet that are to carry it; where nobody plans that, on the lower sole.

    Nothing tells that somebody has lifted the robot, or that a foot came down too early.
    """

    def __init__(self, robot: Robot) -> None:
        self._outlines = [
            np.column_stack([foot.outline, np.zeros(len(foot.outline)), np.ones(len(foot.outline))])
            for foot in robot.feet
        ]
        self._weight = GRAVITY * robot.tree.mass
        self.reset()

    def reset(self) -> None:
        """Nothing was planned."""
        self._plans: deque[NDArray[np.bool_] | None] = deque()

    def step(self, R_world_torso: Mat3, soles: Vec, sent: JointGoal | None, dt: float) -> Vec:
        """(feet,) newtons.

        Args:
            soles: (feet, 4, 4) `T_torso_sole`.
            sent: the goal before, in which a skill says which feet are to carry.
        """
        self._plans.append(None if sent is None or sent.support is None else sent.support.grounded)
        while len(self._plans) > max(round(LAG_S / dt), 1):
            self._plans.popleft()
        if not len(soles) or R_world_torso[2, 2] < LYING:
            return sealed(np.zeros(len(soles)))
        plan = self._plans[0]
        carry = self._low(R_world_torso[2], soles) if plan is None or not plan.any() else plan
        return sealed(self._weight / carry.sum() * carry)

    def _low(self, up: Vec, soles: Vec) -> Vec:
        """(feet,) 1 for the lowest sole, 0 for one that is lifted."""
        corners = zip(self._outlines, soles, strict=True)
        heights = np.array([(outline @ T[:3].T @ up).min() for outline, T in corners])
        return np.clip(1.0 - (heights - heights.min()) / LIFTED, 0.0, 1.0)
