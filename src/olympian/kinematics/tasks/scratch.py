"""Arrays in which a stack works, made once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.kinematics.tasks.layout import Layout

__all__ = ["TaskScratch"]


class TaskScratch(NamedTuple):
    """What the kernel writes on its way. Speeds are those of the scaled problem."""

    poses: Vec
    """(12 · nodes,): `T_support_node`"""
    moments: Vec
    """(nodes, 4): mass and mass · centre of a node with all that it carries"""
    J: Vec
    """(joints, rows): the weighted Jacobian, transposed"""
    U: Vec
    """(rows, rows): Cholesky factor"""
    v: Vec
    """(rows,): weighted velocities that are wanted"""
    y: Vec
    """(rows,)"""
    x: Vec
    """(joints,): the solution"""
    drift: Vec
    """(joints,): speeds of the secondary task"""
    low: Vec
    high: Vec
    """(joints,): speeds between which a joint stays inside its limits"""
    speed: Vec
    """(joints,)"""
    wishes: Vec
    """(joints,): the solution if nothing more were held"""
    sides: NDArray[np.int64]
    """(joints,): −1 held at `low`, +1 at `high`, 0 free"""

    @staticmethod
    def of(layout: Layout, joints: int) -> "TaskScratch":
        """Enough for one stack."""
        nodes, rows = len(layout.parents), len(layout.weights)
        x, drift, low, high, speed, wishes = np.zeros((6, joints))
        return TaskScratch(
            np.zeros(12 * nodes), np.zeros((nodes, 4)), np.zeros((joints, rows)),
            np.zeros((rows, rows)), np.zeros(rows), np.zeros(rows), x, drift, low, high, speed,
            wishes, np.zeros(joints, dtype=np.int64),
        )  # fmt: skip
