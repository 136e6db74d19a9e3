"""Walk sets in files: those of the package by robot, and anybody's own."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from olympian.errors import OlympianError
from olympian.files import whole_file
from olympian.motion.walk.config import WalkConfig
from olympian.robot import Robot
from olympian.robot.files import read_toml

LIBRARY = Path(__file__).parent.parent / "library"


def walk_path(robot: Robot) -> Path:
    """Where the package keeps the set of a robot of its library."""
    return LIBRARY / robot.name / "walk.toml"


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


def write_walk(path: Path, config: WalkConfig, provenance: str) -> None:
    """Write a set that says where it comes from; whole or not at all."""
    lines = [f"# {line}".rstrip() for line in provenance.splitlines()]
    with whole_file(path) as part:
        part.write_text("\n".join([*lines, *_body(config)]) + "\n", encoding="utf-8")


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


def _body(config: WalkConfig) -> list[str]:
    tree, lines = msgspec.to_builtins(config), list[str]()
    lines += [f"{key} = {_value(value)}" for key, value in tree.items() if _plain(value)]
    for name, table in tree.items():
        if _plain(table) or not table:
            continue
        lines += ["", f"[{name}]"]
        lines += [f"{k} = {_value(v)}" for k, v in table.items() if v is not None and _plain(v)]
        for key, inner in table.items():
            if isinstance(inner, dict):
                lines += ["", f"[{name}.{key}]"]
                lines += [f"{k} = {_value(v)}" for k, v in inner.items() if v is not None]
    return lines


def _plain(value: object) -> bool:
    return not isinstance(value, dict)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(round(value, 6))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()
    return str(value)
