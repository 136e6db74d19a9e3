"""A `robot.toml` for somebody's model file, written from what is recognised in it."""

import os
from pathlib import Path

import msgspec

from olympian.errors import OlympianError
from olympian.files import plain_name
from olympian.robot.assemble import assemble
from olympian.robot.files.write_toml import write_toml
from olympian.robot.library import read_tree, robot_names
from olympian.robot.recognise import recognise

__all__ = ["import_model"]


def import_model(model: Path, name: str, folder: Path, repair: bool = False) -> str:
    """The text of `folder`/robot.toml; the model stays where it is and is named relative to it.

    Whatever is wrong with the model comes up here, before anything is written.
    """
    plain_name(name, "--name")
    if name in robot_names():
        raise OlympianError(
            f"--name '{name}': a robot of the library has this name and would be taken for it;"
            f" choose another, not one of {', '.join(robot_names())}"
        )
    tree = read_tree(model, repair)
    found = recognise(tree)
    assemble(found, tree)
    relative = Path(os.path.relpath(model, folder)).as_posix()
    config = msgspec.structs.replace(found, name=name, model=relative, repair=repair)
    return write_toml(config, [joint.name for joint in tree.movable])
