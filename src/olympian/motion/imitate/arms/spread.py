"""The joints that take an arm away from the body, whatever the others do."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.kinematics import closed_form_arm
from olympian.motion.imitate.arms.pointed_arm import PointedArm
from olympian.robot import Robot

__all__ = ["ArmSpread", "spreads"]

LEVEL = 0.98
"""Outward part of an upper arm that is raised to the side."""


@dataclass(frozen=True)
class ArmSpread:
    """One arm, and how it gets out of the way."""

    places: NDArray[np.intp]
    """Its joints"""
    ways: tuple[tuple[int, float], ...]
    """Ways out, each a joint and its angle: raised to the side until level, swung ahead"""


def spreads(robot: Robot) -> tuple[ArmSpread, ...]:
    """Of every arm that can be pointed."""
    return tuple(
        _spread(robot, PointedArm(robot, limb), 1.0 if limb.side == "left" else -1.0)
        for limb in robot.arms
        if limb.side is not None and closed_form_arm(limb.chain) is not None
    )


def _spread(robot: Robot, arm: PointedArm, sign: float) -> ArmSpread:
    out = np.array([np.sqrt(1.0 - LEVEL * LEVEL), sign * LEVEL, 0.0])
    ahead = np.array([LEVEL, sign * np.sqrt(1.0 - LEVEL * LEVEL), 0.0])
    roll = arm.bones.raising()
    ways = []
    for joint, direction in ((roll, out), (1 - roll, ahead)):
        q = arm.point(direction, 0.0, direction, robot.ready[arm.places]).q
        ways.append((int(arm.places[joint]), float(q[joint])))
    return ArmSpread(arm.places, tuple(ways))
