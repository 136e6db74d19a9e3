"""Where a robot's movements, gaits, kicks and walks lie: in its own folder, or in the package."""

from collections.abc import Iterable
from pathlib import Path

from olympian.robot import Robot, is_of_library

__all__ = ["LIBRARY", "home_file", "home_files", "own_folder"]

LIBRARY = Path(__file__).parent / "library"
"""Of the package: a folder for each of its robots."""


def own_folder(robot: Robot | str) -> Path | None:
    """The folder of a robot of the user's own; None for those of the package."""
    if isinstance(robot, str) or robot.directory is None or is_of_library(str(robot.directory)):
        return None
    return robot.directory


def home_file(robot: Robot, own: str, library: str) -> Path:
    """A robot's file: in its own folder if it is there, else where the package would have it.

    A robot of the user's own with the name of one of the package, as a calibrated copy has, falls
    back on what that one has.
    """
    folder, packaged = own_folder(robot), LIBRARY / robot.name / library
    if folder is None or (packaged.is_file() and not (folder / own).is_file()):
        return packaged
    return folder / own


def home_files(
    robot: Robot | str, own: str, library: str, aside: Iterable[str] = ()
) -> dict[str, Path]:
    """Files (.toml) of a folder by name; the robot's own come before those of the package.

    Args:
        robot: a robot, or the name of one of the package.
        aside: names of files that are something else.
    """
    name = robot if isinstance(robot, str) else robot.name
    folder = own_folder(robot)
    folders = [LIBRARY / name / library] + ([] if folder is None else [folder / own])
    files = {
        path.stem: path
        for place in folders
        for path in place.glob("*.toml")
        if path.name not in aside
    }
    return dict(sorted(files.items()))
