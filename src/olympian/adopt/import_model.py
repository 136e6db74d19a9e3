"""A `robot.toml` for somebody's model file, written from what is recognised in it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, degrees, floor
from pathlib import Path

import msgspec

from olympian.adopt.ready_pose import ready_pose
from olympian.errors import OlympianError
from olympian.files import plain_name
from olympian.robot import (
    NO_ARGUMENTS,
    NO_PACKAGES,
    Robot,
    RobotConfig,
    assemble,
    expand_xacro,
    read_tree,
    recognise,
    robot_names,
    with_local_meshes,
    write_toml,
)
from olympian.servo import guess_servos

__all__ = ["ImportedModel", "import_model"]


@dataclass(frozen=True, eq=False)
class ImportedModel:
    """The text of a `robot.toml`, and what an import has to say."""

    text: str
    robot: Robot
    """As the text describes it."""
    model: str
    """Name of the model as the text has it."""
    expansion: str | None
    """The URDF to be written beside it, of a xacro file."""
    notes: tuple[str, ...]
    """What was found, and what was looked for in vain; one sentence each."""


def import_model(
    model: Path,
    name: str,
    folder: Path,
    repair: bool = False,
    forward: str | None = None,
    packages: Mapping[str, Path] = NO_PACKAGES,
    arguments: Mapping[str, str] = NO_ARGUMENTS,
) -> ImportedModel:
    """What `folder`/robot.toml should say; the model stays where it is and is named relative to it.

    Whatever is wrong with the model comes up here, before anything is written.

    Args:
        forward: the axis of the root link that points ahead (x, -x, y, -y); None finds it.
        packages: folders of ROS packages by name, for a xacro file.
        arguments: values of a xacro file's arguments.
    """
    plain_name(name, "--name")
    if name in robot_names():
        raise OlympianError(
            f"--name '{name}': a robot of the library has this name and would be taken for it;"
            f" choose another, not one of {', '.join(robot_names())}"
        )
    expansion = None
    if model.suffix == ".xacro" or packages:
        text = expand_xacro(model, packages, arguments)
        expansion = with_local_meshes(text, model, folder, packages)
        tree = read_tree(model, repair, with_local_meshes(text, model, model.parent, packages))
    else:
        tree = read_tree(model, repair)
    found = recognise(tree, forward)
    robot = assemble(found, tree)
    ready = ready_pose(robot)
    robot = replace(robot, ready=ready.q)
    relative = Path(os.path.relpath(model, folder)).as_posix()
    relative = relative if expansion is None else f"{name}.urdf"
    angles = _rounded(robot)
    guess = guess_servos(robot)
    config = msgspec.structs.replace(
        found,
        name=name,
        model=relative,
        repair=repair,
        ready_deg=angles,
        servos=guess.servos,
        servo_types=guess.types,
    )
    text = write_toml(config, [joint.name for joint in tree.movable])
    notes = (*_facing(found), *ready.problems, *guess.notes)
    return ImportedModel(text, robot, relative, expansion, notes)


def _facing(found: RobotConfig) -> list[str]:
    """Which way the robot was found to face, if not along x of its torso."""
    if found.torso_rpy is None:
        return []
    roll, pitch, yaw = (degrees(angle) for angle in found.torso_rpy)
    return [
        f"it faces {yaw:.0f}° about z of '{found.torso}' (roll {roll:.0f}°, pitch {pitch:.0f}°):"
        " told by names, feet, knees and arms; --forward says otherwise"
    ]


def _rounded(robot: Robot) -> dict[str, float]:
    """Ready angles in degrees, with few digits and inside the limits."""
    given = zip(robot.joint_names, robot.ready, robot.lower, robot.upper, strict=True)
    angles: dict[str, float] = {}
    for joint, angle, lower, upper in given:
        least, most = ceil(degrees(lower) * 1e3) / 1e3, floor(degrees(upper) * 1e3) / 1e3
        rounded = min(max(round(degrees(angle), 3), least), most)
        if rounded:
            angles[joint] = rounded
    return angles
