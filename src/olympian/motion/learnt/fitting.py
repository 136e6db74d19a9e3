"""Which body a policy was trained for, part by part: one for another body is refused."""

import tomllib
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np

from olympian.robot import Robot

GENERIC = "generic"
"""The servo of a joint about which nothing is said."""
DIGITS = 12
"""Significant digits that count: the same file read twice is the same body."""


class Fitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hashes of all that a policy has grown used to."""

    robot: str
    """Its name."""
    joints: str
    links: str
    feet: str
    servos: str
    imu: str

    @staticmethod
    def of(robot: Robot) -> "Fitting":
        """Of a robot as it is described."""
        tree = robot.tree
        joints = [
            (
                *(joint.name, joint.parent, joint.child, joint.T_parent_joint, joint.axis),
                *(joint.lower, joint.upper),
            )
            for joint in tree.depth_first()
        ]
        links = [(link.name, link.inertial) for link in tree.links]
        types = {config.type for config in robot.servos.values()} | {GENERIC}
        servos = [
            (
                joint.name,
                joint.effort,
                joint.velocity,
                msgspec.to_builtins(robot.servos[joint.name]),
            )
            if joint.name in robot.servos
            else (joint.name, joint.effort, joint.velocity)
            for joint in tree.movable
        ]
        return Fitting(
            robot=robot.name,
            joints=_hash(joints),
            links=_hash(links),
            feet=_hash([(foot.link, foot.outline) for foot in robot.feet]),
            servos=_hash(
                [servos, {name: _catalogue().get(name) for name in types}, robot.supply_v]
            ),
            imu=_hash([robot.imu.link, robot.imu.xyz, robot.imu.rpy]),
        )

    def differences(self, other: "Fitting") -> list[str]:
        """Parts in which two bodies differ; names do not count."""
        parts = [name for name in self.__struct_fields__ if name != "robot"]
        return [name for name in parts if getattr(self, name) != getattr(other, name)]


@cache
def _catalogue() -> dict[str, Any]:
    """Datasheets by name. The room of servos lies beside this one; its catalogue is data."""
    text = files("olympian").joinpath("servo", "catalogue.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _hash(value: Any) -> str:
    return sha256(msgspec.json.encode(_plain(value))).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """Lists, texts and rounded numbers."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in sorted(value.items())}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int | float | np.number):
        return f"{float(value):.{DIGITS}g}"
    return _plain(asdict(value))
