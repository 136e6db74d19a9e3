"""Arms that help to carry the weight to one side."""

from math import radians

import numpy as np

from olympian.geometry import Vec, Vec3
from olympian.kinematics import Kinematics, closed_form_arm
from olympian.motion.pose import LimbPose, RoboPose, solve_pose

RAISED = radians(70.0)
"""Sideways angle from hanging when the weight is all over one foot: nearly level, as in the
picture of TUM 2012 (3.1), and short of the roll limits of small robots' shoulders."""

CLEAR = 0.25
"""Share of the way for the other arm: a Bioloid's forearm hangs beside the shank, and needs 4° to
clear it when the leg stretches outwards by the 35 mm from midway to over one foot."""
TINY = 1e-12
"""Keeps soles that face each other, or stand in one place, from dividing by zero."""


class ArmBalance:
    """Raises the arm on the side to which the robot leans (TUM 2012, 2.4 and 3.1).

    The lean is where the centre of mass is between the feet: 0 midway, 1 over the left foot, −1
    over the right. The arm of that side goes by as large a share of the way from its ready angles
    to straight out sideways: it carries weight towards the foot that stands, and the torso has to
    lean less. The other goes `CLEAR` of that way, out of reach of the leg that stretches below it.
    A robot with one foot, or without arms that can be pointed (closed form), is left alone.
    """

    def __init__(self, kinematics: Kinematics) -> None:
        self._kinematics = kinematics
        robot = kinematics.robot
        self._raised = {
            side: (robot.indices(arm.chain.joint_names), _sideways(kinematics, arm.name, sign))
            for side, sign in (("left", 1.0), ("right", -1.0))
            for arm in robot.arms
            if arm.side == side and closed_form_arm(arm.chain) is not None
        }

    @property
    def possible(self) -> bool:
        """Is there an arm that can be raised?"""
        return bool(self._raised)

    def lean(self, q: Vec) -> float:
        """Place of the centre of mass between the feet, −1 (right) … 1 (left)."""
        robot = self._kinematics.robot
        sides = {robot.limb(foot.limb).side: foot.link for foot in robot.feet}
        if not {"left", "right"} <= sides.keys():
            return 0.0
        configuration = self._kinematics.at(q)
        T_left, T_right = (configuration.pose(sides[side]) for side in ("left", "right"))
        up = T_left[:3, 2] + T_right[:3, 2]
        share = _share(configuration.com, T_left[:3, 3], T_right[:3, 3], up)
        return float(np.clip(share, -1.0, 1.0))

    def added(self, q: Vec) -> Vec:
        """The posture with the arms where they help."""
        lean, balanced = self.lean(q), np.array(q)
        leaning = "left" if lean > 0.0 else "right"
        for side, (places, q_raised) in self._raised.items():
            share = abs(lean) * (1.0 if side == leaning else CLEAR)
            balanced[places] += share * (q_raised - balanced[places])
        return balanced


def _sideways(kinematics: Kinematics, arm: str, sign: float) -> Vec:
    """Angles of an arm's joints when it is raised to its side."""
    robot = kinematics.robot
    pose = RoboPose("arm balance", {arm: LimbPose(roll=sign * RAISED, pitch=0.0, yaw=0.0)})
    return solve_pose(robot, pose).limbs[arm].q


def _share(com: Vec3, left: Vec3, right: Vec3, up: Vec3) -> float:
    """How far `com` is from midway between two feet, seen from above; 1 is at `left`."""
    half, away = 0.5 * (left - right), com - 0.5 * (left + right)
    flat = half - (half @ up) / max(up @ up, TINY) * up
    return float(away @ flat / max(flat @ flat, TINY))
