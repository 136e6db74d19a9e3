"""Arms that swing against the legs."""

from math import radians

import numpy as np

from olympian.geometry import Vec
from olympian.robot import Robot

__all__ = ["SwingingArms"]

TRY = 0.1
"""rad by which a joint is moved to see which way the hand goes."""
FURTHEST = 0.15
"""Metres between the feet beyond which arms swing no further."""


class SwingingArms:
    """The first joint of each arm that moves its hand ahead, left and right."""

    def __init__(self, robot: Robot) -> None:
        self._ready = robot.ready
        self._lower, self._upper = robot.lower, robot.upper
        self._joints = [_shoulder(robot, side) for side in ("left", "right")]

    def swing(self, q: Vec, right_foot_ahead: float, degrees_per_dm: float) -> None:
        """Put the arms' angles into `q`: the left arm goes ahead with the right foot."""
        way = min(max(right_foot_ahead, -FURTHEST), FURTHEST) / 0.1 * radians(degrees_per_dm)
        for joint, sign in zip(self._joints, (1.0, -1.0), strict=True):
            if joint is not None:
                index, ahead = joint
                angle = self._ready[index] + sign * ahead * way
                q[index] = min(max(angle, self._lower[index]), self._upper[index])


def _shoulder(robot: Robot, side: str) -> tuple[int, float] | None:
    """Index of the joint and the sense in which it brings the hand ahead."""
    for limb in robot.limbs.values():
        if limb.kind != "arm" or limb.side != side:
            continue
        chain = limb.chain
        for index in robot.indices(chain.joint_names):
            q = np.array(robot.ready)
            before = robot.forward(chain.tip, q)[0, 3]
            q[index] += TRY
            way = robot.forward(chain.tip, q)[0, 3] - before
            if abs(way) > 1e-3:
                return int(index), float(np.sign(way))
    return None
