"""Movements by name: one TOML file each, in a folder per robot."""

from pathlib import Path

from olympian.errors import OlympianError, unknown
from olympian.motion.animate.build import build
from olympian.motion.animate.built import BuiltSet
from olympian.motion.animate.frame_set import FrameSet, read_frame_set
from olympian.robot import Robot

LIBRARY = Path(__file__).parent.parent / "library"
WALK_SET = "walk.toml"
"""Numbers of the dynamic walk lie beside the movements and are none."""


def movement_names(robot: str) -> tuple[str, ...]:
    """Movements that come with the package for a robot of the library."""
    files = sorted((LIBRARY / robot).glob("*.toml"))
    return tuple(path.stem for path in files if path.name != WALK_SET)


def find_movement(robot: str, source: str | Path) -> Path:
    """The file of a movement, by library name or by path."""
    if str(source) in movement_names(robot):
        return LIBRARY / robot / f"{source}.toml"
    path = Path(source)
    if path.suffix != ".toml":
        raise unknown(f"{robot} movement or .toml file", str(source), movement_names(robot))
    if not path.is_file():
        raise OlympianError(f"{path}: no such file; give a movement file or a name of the library")
    return path


def read_movement(robot: str, source: str | Path) -> FrameSet:
    """A movement as it is written."""
    return read_frame_set(find_movement(robot, source))


def load_movement(robot: Robot, source: str | Path) -> BuiltSet:
    """A movement built for `robot`, by library name or by path."""
    path = find_movement(robot.name, source)
    return build(robot, read_frame_set(path), path)
