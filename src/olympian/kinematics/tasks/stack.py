"""Several tasks in one Jacobian, relative to any link of the robot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numba import boolean, float64, typeof
from numpy.typing import NDArray

from olympian.compiled import direct
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec, Vec3
from olympian.kinematics.chain_kernel import joint_angles
from olympian.kinematics.tasks.aim import Aim
from olympian.kinematics.tasks.body_kernel import place_kernel
from olympian.kinematics.tasks.columns import columns_of
from olympian.kinematics.tasks.layout import Layout, moving_joints
from olympian.kinematics.tasks.packing import Packing, TaskScratch, title
from olympian.kinematics.tasks.rooted import RootedTree
from olympian.kinematics.tasks.secondary import MiddlePull
from olympian.kinematics.tasks.step_kernel import (
    BAD_POSTURE,
    com_kernel,
    jacobian_kernel,
    step_kernel,
)
from olympian.kinematics.tasks.task import ComTask, PostureTask, Task
from olympian.robot import Robot


@dataclass(frozen=True, slots=True, eq=False)
class TaskStep:
    """Joint angles after the step, and how far every task was from its aim before it."""

    q: Vec
    """(n,) in robot order; joints outside of the stack as they were."""
    dq: Vec
    """(n,) rad/s that lead there within the step."""
    errors: Vec
    """(tasks, 2): metres and radians between aim and posture when the step began."""
    locked: NDArray[np.bool_]
    """(n,) joints that a limit held back."""
    pace: float
    """Part of the wanted step that the speed limits allowed, 0 to 1."""
    rows: int
    """Dimensions of all tasks together."""
    joint_names: tuple[str, ...]
    """The robot's, which all vectors follow."""

    @property
    def clamped(self) -> tuple[str, ...]:
        """Joints that a limit held back, by name."""
        return tuple(self.joint_names[k] for k in np.flatnonzero(self.locked))


LEAST_DAMPING = 1e-5
"""Below it, the squares of singular values drown in rounding."""
_EYE = np.eye(4)


class TaskStack:
    """One step towards all aims at once, the support link held still.

    Tips move relative to the support and in its axes, so that a floating base needs no rows of its
    own: the robot is where its support is. Among the speeds within the joint limits it takes those
    with the least |W·(J·dq − v)|² + γ²·|dq − pull|²: the weighted damped inverse, with the pull in
    its null space. A stack works in arrays of its own: use one per thread.

    Args:
        support: any link; a foot on the ground, a hand on a bar.
        joints: those that may move; by default all that can do something for a task.
        damping: γ of the inverse: singular values s become s / (s² + γ²).
        gain: part of an error undone per second; never more than all of it in one step.
        secondary: what joints do with the freedom that is left; nothing by default.
        joint_weights: by name, 1 for the others: heavier joints leave more to the rest.
    """

    def __init__(
        self,
        robot: Robot,
        support: str,
        tasks: Sequence[Task],
        joints: Sequence[str] | None = None,
        damping: float = 0.01,
        gain: float = 20.0,
        secondary: MiddlePull | PostureTask | None = None,
        joint_weights: Mapping[str, float] | None = None,
    ) -> None:
        _check(tasks, damping, gain)
        self.robot, self.support, self.tasks = robot, support, tuple(tasks)
        self.damping, self.gain = float(damping), float(gain)
        self.tree = RootedTree.of(robot, support)
        self.joint_names = _chosen(robot, joints) or moving_joints(self.tree, self.tasks)
        """Columns of the Jacobian."""
        if not self.joint_names:
            raise OlympianError(f"no joint moves anything of these tasks against '{support}'")
        self._layout = Layout.of(self.tree, self.tasks, self.joint_names)
        self._columns = columns_of(robot, self.joint_names, joint_weights or {}, secondary)
        self.secondary, self._rest = secondary, self._columns.rest.copy()
        self._gains = np.array([self.gain if t.gain is None else t.gain for t in self.tasks])
        self._packing = Packing(self.tasks, self._layout)
        self._room = TaskScratch.of(self._layout, len(self.joint_names))
        self._fixed = self.tree.T_parent_node[:, :3].ravel()
        packs = self._layout, self._columns, self._packing.arrays, self._gains
        self._kernel = _entry(*(typeof(pack) for pack in packs), typeof(self._room))

    @property
    def rows(self) -> int:
        """Dimensions of all tasks together."""
        return len(self._layout.weights)

    def step(self, q: Vec, aims: Sequence[Aim], dt: float, rest: Vec | None = None) -> TaskStep:
        """The posture `dt` later, on the way to `aims`.

        Args:
            q: (n,) in robot order.
            aims: one for each task, in order, in the support link's frame.
            rest: (n,) in robot order: what the secondary posture pulls to in this step.
        """
        if not dt > 0.0:
            raise OlympianError(f"a step of {dt} s: dt should be more than zero")
        self._packing.fill(aims)
        self._columns.rest[:] = self._rest if rest is None else self._rest_of(rest)
        q_new, dq = joint_angles(q, self.robot.dof), np.zeros(self.robot.dof)
        locked, errors = np.zeros(self.robot.dof, dtype=np.bool_), np.empty((len(aims), 2))
        pace = np.empty(1)
        answer = self._kernel(
            self._layout, self._columns, self._packing.arrays, self._gains, self.damping, float(dt),
            self._room, q_new, dq, errors, locked, pace,
        )  # fmt: skip
        if answer != len(aims):
            raise self._refused(answer)
        for array in (q_new, dq, errors, locked):
            array.setflags(write=False)
        names = self.robot.joint_names
        return TaskStep(q_new, dq, errors, locked, float(pace[0]), self.rows, names)

    def jacobian(self, q: Vec) -> Vec:
        """(rows, joints) of all tasks: relative to the support, in its axes, without weights."""
        plain = self._layout._replace(weights=np.ones(self.rows))
        scales = np.ones(len(self.joint_names))
        jacobian_kernel(plain, scales, joint_angles(q, self.robot.dof), self._room)
        return self._room.J.T.copy()

    def where(self, q: Vec, link: str) -> Mat4:
        """`T_support_link` of any link."""
        tree, T_support_link = self.tree, _EYE.copy()
        node, T_node_link = tree.place(link)
        angles = joint_angles(q, self.robot.dof)
        place_kernel(
            tree.parents, tree.joints, tree.signs, self._fixed, angles,
            node, T_node_link, T_support_link,
        )  # fmt: skip
        return T_support_link

    def com(self, q: Vec) -> Vec3:
        """The robot's centre of mass in the support link's frame."""
        layout, room = self._whole
        com = np.empty(3)
        com_kernel(layout, joint_angles(q, self.robot.dof), room, com)
        return com

    def pelvis(self, q: Vec, T_world_support: Mat4) -> Mat4:
        """`T_world_base`: where the root link is while the support is at `T_world_support`."""
        return T_world_support @ self.where(q, self.robot.tree.root)

    @cached_property
    def _whole(self) -> tuple[Layout, TaskScratch]:
        layout = Layout.of(self.tree, (ComTask(),), self.robot.joint_names)
        return layout, TaskScratch.of(layout, self.robot.dof)

    def _rest_of(self, rest: Vec) -> Vec:
        if not isinstance(self.secondary, PostureTask):
            raise OlympianError(
                "there is a rest posture, but the stack has no secondary posture to use it"
            )
        return joint_angles(rest, self.robot.dof)[self._columns.places]

    def _refused(self, answer: int) -> OlympianError:
        if answer == BAD_POSTURE:
            return OlympianError("a joint angle is not a finite number")
        return OlympianError(
            f"aim {answer}, {title(self.tasks[answer])}: it should have finite numbers, and"
            " a rotation where it turns"
        )


@cache
def _entry(*packs: Any) -> Callable[..., int]:
    """The kernel without a look-up of its forty arrays at each call."""
    *given, room = packs
    n, table, mask = float64[::1], float64[:, ::1], boolean[::1]
    return direct(step_kernel, (*given, float64, float64, room, n, n, table, mask, n))


def _chosen(robot: Robot, joints: Sequence[str] | None) -> tuple[str, ...] | None:
    if joints is None:
        return None
    robot.indices(list(joints))  # unknown ones are named
    if len(set(joints)) != len(joints) or not joints:
        raise OlympianError(
            f"a stack needs at least one joint, and each joint once; got {list(joints)}"
        )
    return tuple(joints)


def _check(tasks: Sequence[Task], damping: float, gain: float) -> None:
    if not tasks:
        raise OlympianError("a stack needs at least one task")
    if not (np.isfinite(damping) and damping >= LEAST_DAMPING):
        raise OlympianError(f"damping {damping} should be at least {LEAST_DAMPING}")
    if not gain > 0.0:
        raise OlympianError(f"gain {gain} should be more than zero")
