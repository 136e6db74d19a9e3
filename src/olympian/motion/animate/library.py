"""Movements by name: one TOML file each, in a folder per robot."""

from pathlib import Path

from olympian.errors import OlympianError, unknown
from olympian.motion.animate.build import build
from olympian.motion.animate.built import BuiltSet
from olympian.motion.animate.frame_set import FrameSet, read_frame_set
from olympian.motion.home import home_files
from olympian.robot import Robot

OTHER_SETS = ("kick.toml", "walk.toml")
"""Numbers of the kick and of the dynamic walk lie beside the movements and are none."""


def movement_names(robot: Robot | str) -> tuple[str, ...]:
    """Movements in a robot's own folder and those that come with the package for it."""
    return tuple(_files(robot))


def _files(robot: Robot | str) -> dict[str, Path]:
    return home_files(robot, "movements", "", OTHER_SETS)


def find_movement(robot: Robot | str, source: str | Path) -> Path:
    """The file of a movement, by name or by path."""
    if (named := _files(robot).get(str(source))) is not None:
        return named
    path = Path(source)
    if path.suffix != ".toml":
        name = robot if isinstance(robot, str) else robot.name
        raise unknown(f"{name} movement or .toml file", str(source), movement_names(robot))
    if not path.is_file():
        raise OlympianError(f"{path}: no such file; give a movement file or a name of the library")
    return path


def read_movement(robot: Robot | str, source: str | Path) -> FrameSet:
    """A movement as it is written."""
    return read_frame_set(find_movement(robot, source))


def load_movement(robot: Robot, source: str | Path) -> BuiltSet:
    """A movement built for `robot`, by library name or by path."""
    path = find_movement(robot, source)
    return build(robot, read_frame_set(path), path)
