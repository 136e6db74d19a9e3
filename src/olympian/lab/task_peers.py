"""mink on the same stacked tasks, set up as well as we know how, for the benchmark.

It gets a model of the moving joints only, targets in the form it likes best, one prepared
object of limits, our damping, and nothing to do for a secondary task or for speed limits.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

import mujoco
import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, Vec, quaternion_wxyz_from_R
from olympian.install_hint import install_hint
from olympian.kinematics.tasks import LinkTask, TaskStack
from olympian.kinematics.tasks.rooted import SUPPORT
from olympian.robot import BASE_JOINT, build_spec

SOLVER = "daqp"
"""The one that `olympian[bench]` brings along; others were not compared."""

Targets = Sequence[Sequence[Mat4]]
"""Step by step, `T_support_link` of every task."""


class PeerFollower(Protocol):
    """Something that follows targets step by step, and remembers where it is."""

    def begin(self) -> None:
        """Back to the start."""
        ...

    def move(self, k: int) -> None:
        """One step towards target `k`: what is timed."""
        ...

    def posture(self) -> Vec:
        """Joint angles in robot order."""
        ...


def mink_frames(stack: TaskStack, q_start: Vec, targets: Targets, dt: float) -> PeerFollower:
    """A model whose world is the support link: targets need no other link's Jacobian."""
    mink = _mink()
    tasks = [mink.FrameTask(task.link, "body", *_costs(task)) for task in _links(stack)]
    return _Mink(_rooted_model(stack), tasks, stack, q_start, targets, dt)


def mink_relative(stack: TaskStack, q_start: Vec, targets: Targets, dt: float) -> PeerFollower:
    """The robot's own model, its root welded to the world, and tasks relative to the support."""
    mink = _mink()
    tasks = [
        mink.RelativeFrameTask(task.link, "body", stack.support, "body", *_costs(task))
        for task in _links(stack)
    ]
    return _Mink(_welded_model(stack), tasks, stack, q_start, targets, dt)


PEERS: dict[str, Callable[[TaskStack, Vec, Targets, float], PeerFollower]] = {
    "mink FrameTask": mink_frames,
    "mink RelativeFrameTask": mink_relative,
}
"""By the name that the benchmark prints."""


class _Mink:
    """mink's loop, as its examples write it."""

    def __init__(
        self, model: mujoco.MjModel, tasks: list[Any], stack: TaskStack, q_start: Vec,
        targets: Targets, dt: float,
    ) -> None:  # fmt: skip
        mink = _mink()
        self._solve, self._dt, self._damping = mink.solve_ik, dt, stack.damping**2
        self._configuration, self._tasks = mink.Configuration(model), tasks
        self._limits = [mink.ConfigurationLimit(model)]
        self._targets = [[mink.SE3.from_matrix(T) for T in step] for step in targets]
        self._places = [model.joint(name).qposadr[0] for name in stack.joint_names]
        self._joints, self._q_start = stack.robot.indices(stack.joint_names), q_start
        self._start = np.zeros(model.nq)
        self._start[self._places] = q_start[self._joints]

    def begin(self) -> None:
        self._configuration.update(self._start)

    def move(self, k: int) -> None:
        configuration, tasks = self._configuration, self._tasks
        for task, target in zip(tasks, self._targets[k], strict=True):
            task.set_target(target)
        v = self._solve(configuration, tasks, self._dt, SOLVER, self._damping, limits=self._limits)
        configuration.integrate_inplace(v, self._dt)

    def posture(self) -> Vec:
        q = np.array(self._q_start)
        q[self._joints] = self._configuration.q[self._places]
        return q


def _mink() -> ModuleType:
    try:
        return import_module("mink")
    except ImportError as error:
        raise OlympianError(
            f"'mink' is not installed; this benchmark needs {install_hint('bench')}"
        ) from error


def _links(stack: TaskStack) -> list[LinkTask]:
    return [task for task in stack.tasks if isinstance(task, LinkTask)]


def _costs(task: LinkTask) -> tuple[list[float], float]:
    """Position costs by axis and the orientation's."""
    return [1.0 if axis in task.axes else 0.0 for axis in "xyz"], 1.0 if task.turns else 0.0


def _rooted_model(stack: TaskStack) -> mujoco.MjModel:
    """The stack's joints, from the support outwards."""
    tree, spec = stack.tree, mujoco.MjSpec()
    spec.compiler.degree = False
    bodies = {SUPPORT: spec.worldbody}
    for node in sorted({n for task in _links(stack) for n in tree.path(tree.place(task.link)[0])}):
        place = int(tree.joints[node])
        joint = stack.robot.tree.movable[place]
        parent = bodies[int(tree.parents[node])]
        body = _add_body(parent, f"node {joint.name}", tree.T_parent_node[node])
        axis, limits = [0.0, 0.0, float(tree.signs[node])], (joint.lower, joint.upper)
        body.add_joint(name=joint.name, axis=axis, limited=True, range=limits)
        bodies[node] = body
    for task in _links(stack):
        node, T_node_link = tree.place(task.link)
        _add_body(bodies[node], task.link, T_node_link)
    return spec.compile()


def _add_body(parent: Any, name: str, T: Mat4) -> Any:
    quaternion = quaternion_wxyz_from_R(T[:3, :3])
    return parent.add_body(name=name, pos=T[:3, 3], quat=quaternion, mass=1.0, inertia=[1e-2] * 3)


def _welded_model(stack: TaskStack) -> mujoco.MjModel:
    spec = build_spec(stack.robot)
    for joint in list(spec.joints):
        if joint.name == BASE_JOINT or joint.name not in stack.joint_names:
            spec.delete(joint)
    return spec.compile()
