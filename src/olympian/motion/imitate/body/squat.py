"""Legs of a robot that lowers its torso between its feet."""

import numpy as np

from olympian.geometry import (
    Vec,
    convex_hull,
    inverse,
    signed_margin,
    transform_points,
)
from olympian.kinematics import Kinematics
from olympian.motion.walk import WalkingLegs
from olympian.robot import Robot

__all__ = ["SquatLegs"]

LOWEST = 0.74
"""Share of the ready height: a referee calls it a fall below 0.6, and servos need some air."""
SAFE_MARGIN = 0.012
"""m that the centre of mass keeps from the edge of the soles."""
STEPS = 40


class SquatLegs:
    """Both soles as in the ready pose, raised towards the torso by the same height."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._legs = WalkingLegs(robot)
        self._kinematics = Kinematics(robot)
        self._soles = [robot.forward(foot.link, robot.ready) for foot in self._legs.feet]
        self.height = self._legs.ready_height
        """m from the soles to the torso's origin, standing ready"""
        self.deepest = self._find_deepest()
        """max_rob: metres by which the torso can come down."""

    def apply(self, q: Vec, depth: float) -> bool:
        """Put the angles of both legs into `q`; False if they do not reach."""
        angles = np.array(q)
        for leg, T_torso_sole in enumerate(self._soles):
            raised = T_torso_sole.copy()
            raised[2, 3] += depth
            if not self._legs.solve(leg, raised, angles):
                return False
        q[:] = angles
        return True

    def margin(self, q: Vec) -> float:
        """Metres from the centre of mass to the edge of the soles, both flat on the ground."""
        configuration = self._kinematics.at(q)
        feet = self._legs.feet
        corners = [
            transform_points(configuration.pose(foot.link), np.pad(foot.outline, ((0, 0), (0, 1))))
            for foot in feet
        ]
        # in the frame of a sole, so that the ground is level whatever the torso does
        T_sole_world = inverse(configuration.pose(feet[0].link))
        ground = transform_points(T_sole_world, np.concatenate(corners))[:, :2]
        com = transform_points(T_sole_world, configuration.com)[:2]
        return signed_margin(convex_hull(ground), com)

    def _find_deepest(self) -> float:
        q, depth = np.array(self._robot.ready), 0.0
        for wanted in np.linspace(0.0, (1.0 - LOWEST) * self._legs.ready_height, STEPS)[1:]:
            if not self.apply(q, wanted) or self.margin(q) < SAFE_MARGIN:
                break
            depth = float(wanted)
        return depth
