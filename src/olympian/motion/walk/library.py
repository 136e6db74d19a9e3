"""Walk sets in files: those of the package by robot, and anybody's own."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from olympian.errors import OlympianError
from olympian.motion.home import home_file
from olympian.motion.walk.config import WalkConfig
from olympian.robot import Robot
from olympian.robot.files import read_toml


def walk_path(robot: Robot) -> Path:
    """Where the set of a robot is kept: in its own folder, or in the package."""
    return home_file(robot, "walk.toml", "walk.toml")


def read_walk(robot: Robot, source: str | Path | None = None) -> WalkConfig:
    """The walk set of a robot: its own, or that of a file."""
    path = walk_path(robot) if source is None else Path(source)
    if not path.is_file():
        if source is None:
            raise OlympianError(
                f"robot '{robot.name}' has no walk yet: find one with 'olympian tune walk'"
            )
        raise OlympianError(f"{path}: no such file; give a walk set (.toml)")
    return read_toml(path, WalkConfig)


def fingerprint(config: WalkConfig) -> str:
    """Sixteen digits by which a set is known: two with the same are the same."""
    # what is as by default is left out: a parameter that is added and not used changes nothing
    said = _unusual(msgspec.to_builtins(config), msgspec.to_builtins(WalkConfig()))
    return sha256(msgspec.json.encode(said)).hexdigest()[:16]


def _unusual(tree: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _unusual(value, usual[key]) if isinstance(value, dict) and usual.get(key) else value
        for key, value in tree.items()
        if value != usual.get(key)
    }
