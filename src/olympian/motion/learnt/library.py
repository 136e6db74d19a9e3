"""Policies in files: those of the package by robot, and anybody's own."""

from pathlib import Path

from olympian.errors import OlympianError
from olympian.motion.learnt.onnx_file import import_onnx
from olympian.motion.learnt.policy import LearntPolicy
from olympian.robot import Robot

LIBRARY = Path(__file__).parent.parent / "library"
SUFFIXES = (".npz", ".onnx")
"""Of files with policies."""


def policy_path(robot: Robot, task: str = "walk") -> Path:
    """Where the package keeps the policy of a robot of its library."""
    return LIBRARY / robot.name / f"learnt_{task}.npz"


def read_policy(robot: Robot, source: str | Path | None = None, task: str = "walk") -> LearntPolicy:
    """The policy of a robot: its own, or that of a file.

    Raises: OlympianError: there is none, or it was trained for another body or task.
    """
    path = policy_path(robot, task) if source is None else Path(source)
    if not path.is_file():
        if source is None:
            raise OlympianError(
                f"robot '{robot.name}' has not learnt to {task}: "
                f"'olympian train {task} --robot {robot.name}' teaches it"
            )
        raise OlympianError(f"{path}: no such file; give a policy ({' or '.join(SUFFIXES)})")
    policy = import_onnx(path) if path.suffix == ".onnx" else LearntPolicy.load(path)
    policy.fit(robot, path)
    if policy.layout.task != task:
        raise OlympianError(f"{path}: has learnt to {policy.layout.task}, not to {task}")
    return policy
