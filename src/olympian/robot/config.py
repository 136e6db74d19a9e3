"""`robot.toml`: what a URDF cannot say. Unknown keys are refused, with file and line."""

import re
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from olympian.errors import OlympianError

__all__ = [
    "CameraConfig",
    "ImuConfig",
    "LimbConfig",
    "RobotConfig",
    "ServoConfig",
    "SoleConfig",
    "read_config",
]

Triple = tuple[float, float, float]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all tables: immutable, and strict about its keys."""


class SoleConfig(_Record, frozen=True, kw_only=True):
    """Underside of a foot, in the frame of the limb's tip link (x ahead, z up, ground at 0)."""

    outline_m: list[tuple[float, float]]
    """Corners of the supporting polygon."""
    pressure_m: list[tuple[float, float]] = []
    """The four pressure sensors: front left, front right, back left, back right."""


class LimbConfig(_Record, frozen=True, kw_only=True):
    """A chain with a purpose; its joints follow from the URDF."""

    kind: Literal["leg", "arm", "head"]
    base: str
    tip: str
    sole: SoleConfig | None = None


class ServoConfig(_Record, frozen=True, kw_only=True):
    """The servo behind a joint. `servo angle = sign · joint angle + zero_deg`."""

    type: str
    id: int
    sign: Literal[-1, 1] = 1
    zero_deg: float = 0.0


class ImuConfig(_Record, frozen=True, kw_only=True):
    """Where the inertial sensor sits."""

    link: str
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)


class CameraConfig(_Record, frozen=True, kw_only=True):
    """Where the camera sits; `rpy` turns the robot's axes (x ahead, z up), not the optical ones."""

    link: str
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    width: int = 320
    height: int = 240
    fov_y_deg: float = 45.0


class RobotConfig(_Record, frozen=True, kw_only=True):
    """The whole file."""

    name: str
    model: str
    """URDF or MJCF file, relative to this one."""
    description: str = ""
    torso: str
    """Link whose attitude is the robot's attitude."""
    supply_v: float | None = None
    limbs: dict[str, LimbConfig] = {}
    servos: dict[str, ServoConfig] = {}
    groups: dict[str, list[str]] = {}
    """Joints by group: head, left_arm, right_arm, legs, …"""
    ready_deg: dict[str, float] = {}
    """Joint angles of the stance from which everything starts; others are zero."""
    imu: ImuConfig | None = None
    camera: CameraConfig | None = None


def read_config(path: Path) -> RobotConfig:
    """The checked contents of a `robot.toml`; errors name file, line and key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OlympianError(f"{path}: cannot be read: {error}") from error
    try:
        return msgspec.convert(tomllib.loads(text), RobotConfig)
    except tomllib.TOMLDecodeError as error:
        raise OlympianError(f"{path}: not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise OlympianError(f"{path}:{_line_of(text, str(error))}: {error}") from error


def _line_of(text: str, message: str) -> int:
    """Line of the table or key a validation message speaks of; 1 if it cannot be told."""
    field = re.search(r"unknown field `([^`]+)`", message)
    path = re.search(r"at `\$\.?([^`]*)`", message)
    wanted = [
        part
        for part in re.split(r"[.\[\]]+", path.group(1) if path else "")
        if part and part != "..."
    ]
    names = wanted + ([field.group(1)] if field else [])
    best, table = 1, ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        key = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", line)
        if header:
            table = header.group(1).replace('"', "")
        here = (
            [*table.split("."), *(key.group(1).split(".") if key else [])] if header or key else []
        )
        if names and here and here[-1] == names[-1]:
            return number
        if field and field.group(1) in re.findall(r"[\w-]+(?=\s*=)", line):
            return number
        if names and names[0] in here and best == 1:
            best = number
    return best
