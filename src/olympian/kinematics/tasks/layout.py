"""A stack of tasks as arrays: what the kernel reads, worked out once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.kinematics.tasks.rooted import SUPPORT, RootedTree
from olympian.kinematics.tasks.task import ComTask, LinkTask, PostureTask, Task

LINK, COM, POSTURE = 0, 1, 2
"""Kinds of tasks, as the kernel tells them apart."""
Places = NDArray[np.int64]


class Layout(NamedTuple):
    """Nodes on the way to the tasks, and the rows that each task has."""

    parents: Places
    """(nodes,) the node before each, SUPPORT for the first ones."""
    joints: Places
    """(nodes,) in the robot's joint vector."""
    columns: Places
    """(nodes,) column of the Jacobian, −1 for joints that rest."""
    signs: Vec
    fixed: Vec
    """(12 · nodes,): 3×4 transforms from node to node."""
    lumps: Vec
    """(nodes, 4): mass and mass · centre that each node carries."""
    mass: Vec
    """(1,) of the whole robot."""
    com_of_support: Vec
    """(3,) mass · centre of the support link."""
    kinds: Places
    """(tasks,)"""
    tips: Places
    """(tasks,) node that carries the link."""
    tools: Vec
    """(12 · tasks,): from that node to the point that is meant."""
    rows: Places
    """(tasks, 6): row of each component, −1 if it does not count; for postures only the first."""
    spans: Places
    """(tasks, 2): first row and number of rows."""
    posture_columns: Places
    """(rows,) column of a posture's row, −1 elsewhere."""
    weights: Vec
    """(rows,)"""

    @staticmethod
    def of(tree: RootedTree, tasks: Sequence[Task], columns: tuple[str, ...]) -> "Layout":
        """Arrays for `tasks` with one column per joint of `columns`."""
        everything = any(isinstance(task, ComTask) for task in tasks)
        if everything and not tree.robot.tree.mass:
            raise OlympianError(f"robot '{tree.robot.name}': no link has a mass, so no ComTask")
        nodes = _nodes(tree, tasks, everything)
        renumbered = {node: k for k, node in enumerate(nodes)} | {SUPPORT: SUPPORT}
        column_of = {tree.robot.joint_index[name]: k for k, name in enumerate(columns)}
        joints = tree.joints[nodes]
        lumps, mass, com_of_support = tree.lumps()
        return Layout(
            _places([renumbered[int(tree.parents[node])] for node in nodes]),
            np.ascontiguousarray(joints),
            _places([column_of.get(int(joint), -1) for joint in joints]),
            tree.signs[nodes],
            tree.T_parent_node[nodes, :3].ravel(),
            np.ascontiguousarray(lumps[nodes]),
            np.array([mass]),
            com_of_support,
            *_tips(tree, tasks, renumbered),
            *_rows(tasks, columns),
        )


def moving_joints(tree: RootedTree, tasks: Sequence[Task]) -> tuple[str, ...]:
    """Joints that can do something for any of the tasks, in robot order."""
    names = tree.robot.joint_names
    if any(isinstance(task, ComTask) for task in tasks):
        return names
    moving = {int(tree.joints[node]) for node in _nodes(tree, tasks, everything=False)}
    for task in tasks:
        if isinstance(task, PostureTask):
            asked = names if task.joints is None else task.joints
            moving |= {int(k) for k in tree.robot.indices(asked)}
    return tuple(names[k] for k in sorted(moving))


def _nodes(tree: RootedTree, tasks: Sequence[Task], everything: bool) -> list[int]:
    if everything:
        return list(range(len(tree.parents)))
    tips = [tree.place(task.link)[0] for task in tasks if isinstance(task, LinkTask)]
    return sorted({node for tip in tips for node in tree.path(tip)})


def _tips(
    tree: RootedTree, tasks: Sequence[Task], renumbered: dict[int, int]
) -> tuple[Places, Places, Vec]:
    """Kinds, nodes and tools."""
    kinds, tips, tools = [], [], np.zeros((len(tasks), 12))
    for task, tool in zip(tasks, tools, strict=True):
        if isinstance(task, LinkTask):
            node, T_node_link = tree.place(task.link)
            T = T_node_link.copy()
            T[:3, 3] += T[:3, :3] @ np.asarray(task.point_in_link, dtype=float)
            kinds.append(LINK)
            tips.append(renumbered[node])
            tool[:] = T[:3].ravel()
        else:
            kinds.append(COM if isinstance(task, ComTask) else POSTURE)
            tips.append(SUPPORT)
    return _places(kinds), _places(tips), tools.ravel()


def _rows(tasks: Sequence[Task], columns: tuple[str, ...]) -> tuple[Places, Places, Places, Vec]:
    """Rows of components, spans, columns of postures, and weights."""
    rows, spans = np.full((len(tasks), 6), -1, dtype=np.int64), []
    posture_columns: list[int] = []
    weights: list[float] = []
    for task, row in zip(tasks, rows, strict=True):
        first = len(weights)
        if isinstance(task, PostureTask):
            places = [columns.index(name) for name in task.joints or columns]
            posture_columns += places
            weights += [task.weight] * len(places)
        else:
            row[list(task.components)] = range(first, first + len(task.components))
            turn_weight = task.turn_weight if isinstance(task, LinkTask) else 1.0
            weights += [task.weight if k < 3 else turn_weight for k in task.components]
            posture_columns += [-1] * len(task.components)
        spans.append((first, len(weights) - first))
    return rows, _places(spans), _places(posture_columns), np.array(weights)


def _places(numbers: Sequence[object]) -> Places:
    return np.array(numbers, dtype=np.int64)
