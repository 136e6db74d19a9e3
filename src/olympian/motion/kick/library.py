"""Kick sets in files: those of the package by robot, and anybody's own."""

from pathlib import Path

from olympian.errors import OlympianError
from olympian.motion.home import home_file
from olympian.motion.kick.config import KickConfig
from olympian.robot import Robot
from olympian.robot.files import read_toml


def kick_path(robot: Robot) -> Path:
    """Where the set of a robot is kept: in its own folder, or in the package."""
    return home_file(robot, "kicks/kick.toml", "kick.toml")


def read_kick(robot: Robot, source: str | Path | None = None) -> KickConfig:
    """The kick set of a robot: its own, or that of a file."""
    path = kick_path(robot) if source is None else Path(source)
    if not path.is_file():
        if source is None:
            raise OlympianError(
                f"robot '{robot.name}' cannot kick yet: find out how with 'olympian tune kick'"
            )
        raise OlympianError(f"{path}: no such file; give a kick set (.toml)")
    return read_toml(path, KickConfig)
