"""Arms that swing against the legs."""

import numpy as np

from olympian.geometry import Vec
from olympian.robot import Robot

__all__ = ["swung_joints"]

TRY = 0.1
"""rad by which a joint is moved to see which way the hand goes."""


def swung_joints(robot: Robot) -> Vec:
    """(k, 5) of the arms' joints that swing: index, sense, ready angle, lower and upper limit.

    It is the first joint of each arm that moves its hand ahead; the sense is that of the left arm.
    """
    rows = []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        found = _shoulder(robot, side)
        if found is not None:
            joint, sense = found
            limits = robot.ready[joint], robot.lower[joint], robot.upper[joint]
            rows.append((joint, sign * sense, *limits))
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


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
