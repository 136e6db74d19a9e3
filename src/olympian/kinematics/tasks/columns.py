"""What a stack knows of its joints: limits, willingness, and where they drift."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.kinematics.tasks.secondary import MiddlePull
from olympian.kinematics.tasks.task import PostureTask
from olympian.robot import Robot

POSTURE_GAIN = 1.0
"""1/s of a secondary posture that names none: slow beside tasks, which undo errors twenty times as
fast."""


class Columns(NamedTuple):
    """What is known of every joint of a stack, (joints,) each."""

    places: NDArray[np.int64]
    """In the robot's joint vector."""
    lower: Vec
    upper: Vec
    speed: Vec
    scales: Vec
    """One by the weight: how willing the joint is."""
    pull: Vec
    """1/s with which it goes to `rest` where no task minds."""
    rest: Vec


def columns_of(
    robot: Robot,
    names: tuple[str, ...],
    weights: Mapping[str, float],
    secondary: MiddlePull | PostureTask | None,
) -> Columns:
    """Arrays for the joints called `names`."""
    places = robot.indices(names)
    lower, upper = robot.lower[places], robot.upper[places]
    speed = np.array([joint.velocity for joint in robot.tree.movable])[places]
    pull, rest = np.zeros(len(names)), np.zeros(len(names))
    if isinstance(secondary, MiddlePull):
        _to_the_middle(secondary, lower, upper, pull, rest)
    elif secondary is not None:
        _to_a_posture(robot, names, secondary, pull, rest)
    scales = 1.0 / _weights(names, weights)
    return Columns(places.astype(np.int64), lower, upper, speed, scales, pull, rest)


def _to_the_middle(secondary: MiddlePull, lower: Vec, upper: Vec, pull: Vec, rest: Vec) -> None:
    """Joints without limits have no middle and stay."""
    limited = np.isfinite(upper - lower) & (upper > lower)
    rest[limited] = 0.5 * (lower + upper)[limited]
    pull[limited] = secondary.gain / (upper - lower)[limited]


def _to_a_posture(
    robot: Robot, names: tuple[str, ...], secondary: PostureTask, pull: Vec, rest: Vec
) -> None:
    chosen = names if secondary.joints is None else secondary.joints
    for name in chosen:
        if name not in names:
            raise unknown("joint of the stack", name, names)
    q = robot.ready[robot.indices(chosen)] if secondary.q is None else np.asarray(secondary.q)
    if q.shape != (len(chosen),):
        raise OlympianError(f"PostureTask: {len(chosen)} joints, but q has the shape {q.shape}")
    where = [names.index(name) for name in chosen]
    pull[where] = POSTURE_GAIN if secondary.gain is None else secondary.gain
    rest[where] = q


def _weights(names: tuple[str, ...], weights: Mapping[str, float]) -> Vec:
    for name, weight in weights.items():
        if name not in names:
            raise unknown("joint of the stack", name, names)
        if not (np.isfinite(weight) and weight > 0.0):
            raise OlympianError(f"joint_weights: '{name}' {weight} should be more than zero")
    return np.array([weights.get(name, 1.0) for name in names])
