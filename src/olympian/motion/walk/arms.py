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
        shoulders = [_shoulder(robot, side) for side in ("left", "right")]
        signs = zip(shoulders, (1.0, -1.0), strict=True)
        self._joints = [_Swung(robot, found[0], sign * found[1]) for found, sign in signs if found]

    def swing(self, q: Vec, right_foot_ahead: float, degrees_per_dm: float) -> None:
        """Put the arms' angles into `q`: the left arm goes ahead with the right foot."""
        way = min(max(right_foot_ahead, -FURTHEST), FURTHEST) / 0.1 * radians(degrees_per_dm)
        for joint in self._joints:
            q[joint.index] = min(max(joint.ready + joint.sense * way, joint.lower), joint.upper)


class _Swung:
    """One joint as plain numbers: reading them out of arrays takes longer than the swing."""

    def __init__(self, robot: Robot, index: int, sense: float) -> None:
        self.index, self.sense = index, sense
        self.ready = float(robot.ready[index])
        self.lower, self.upper = float(robot.lower[index]), float(robot.upper[index])


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
