"""Aims laid out for the kernel, checked on the way, and the arrays in which it works."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.kinematics.tasks.aim import Aim
from olympian.kinematics.tasks.layout import Layout
from olympian.kinematics.tasks.task import LinkTask, PostureTask, Task


def title(task: Task) -> str:
    """A task as errors name it."""
    link = f"('{task.link}')" if isinstance(task, LinkTask) else ""
    return f"{type(task).__name__}{link}"


class Aims(NamedTuple):
    """All aims of a step side by side."""

    poses: Vec
    """(12 · tasks,)"""
    twists: Vec
    """(tasks, 6)"""
    angles: Vec
    """(rows,) of posture tasks"""
    speeds: Vec
    """(rows,) of posture tasks"""


class Packing:
    """Arrays that the kernel reads, and for every task the parts of them that its aim fills."""

    def __init__(self, tasks: tuple[Task, ...], layout: Layout) -> None:
        count, rows = len(tasks), len(layout.weights)
        poses = np.tile(np.eye(4)[:3], (count, 1, 1))
        angles, speeds, twists = np.zeros(rows), np.zeros(rows), np.zeros((count, 6))
        self.arrays = Aims(poses.reshape(-1), twists, angles, speeds)
        self._tasks = tasks
        self._slots: list[tuple[Vec, Vec, tuple[int, ...]]] = []
        for k, task in enumerate(tasks):
            first, length = layout.spans[k]
            own = slice(first, first + length)
            target, twist = (
                (angles[own], speeds[own])
                if isinstance(task, PostureTask)
                else _slots(task, poses[k], twists[k])
            )
            shape = (4, 4) if target.shape == (3, 4) else target.shape
            self._slots.append((target, twist, shape))

    def fill(self, aims: Sequence[Aim]) -> None:
        """Copies every aim to its place."""
        if len(aims) != len(self._slots):
            raise OlympianError(
                f"{len(aims)} aims for {len(self._slots)} tasks: each task needs one"
            )
        for k, aim in enumerate(aims):
            target, twist, shape = self._slots[k]
            if aim.target.shape != shape:
                raise self._wrong(k, "target", aim.target.shape, shape)
            target[:] = aim.target[: len(target)]
            if aim.twist is None:
                twist[:] = 0.0
            elif np.shape(aim.twist) == twist.shape:
                twist[:] = aim.twist
            else:
                raise self._wrong(k, "twist", np.shape(aim.twist), twist.shape)

    def _wrong(self, k: int, what: str, got: tuple[int, ...], want: tuple[int, ...]) -> Exception:
        return OlympianError(
            f"aim {k}, {title(self._tasks[k])}: a {what} of shape {got} should have {want}"
        )


def _slots(task: Task, pose: Vec, twist: Vec) -> tuple[Vec, Vec]:
    """What of a pose (3, 4) and a twist (6,) an aim gives."""
    if not (isinstance(task, LinkTask) and task.turns):
        return pose[:, 3], twist[:3]
    if not task.axes:
        return pose[:, :3], twist[3:]
    return pose, twist


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
