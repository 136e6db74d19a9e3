"""Published joint and link tables (facts/*.csv), with π put back where it was rounded off."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import pi
from pathlib import Path

import numpy as np

from describe.model import Limits, Model
from describe.part import Triple
from olympian.geometry import frozen
from olympian.robot.tree import Inertial

__all__ = ["JointRow", "add_table", "read_joints", "read_links"]

FACTS = Path(__file__).parent / "facts"
EXACT = (pi, pi / 2, pi / 12, 11 * pi / 12)
"""Angles the tables round to six digits; unrounded, parallel axes are parallel again."""
ROUNDING = 2e-5


@dataclass(frozen=True)
class JointRow:
    """One row of a joint table."""

    name: str
    parent: str
    child: str
    at: Triple
    rpy: Triple
    axis: Triple
    limits: Limits | None
    """None for a fixed joint."""


def exact(angle: float) -> float:
    """`angle` without the rounding of the table, where the exact value is plain to see."""
    near = [value for value in EXACT if abs(abs(angle) - value) < ROUNDING]
    return float(np.copysign(near[0], angle)) if near else angle


def read_joints(file: str) -> list[JointRow]:
    """Rows of a joint table, in file order."""
    with (FACTS / file).open(encoding="utf-8", newline="") as stream:
        return [_joint(row) for row in csv.DictReader(stream)]


def _joint(row: dict[str, str]) -> JointRow:
    def numbers(*keys: str) -> Triple:
        x, y, z = (float(row[key]) for key in keys)
        return x, y, z

    roll, pitch, yaw = numbers("roll", "pitch", "yaw")
    limits = None
    if row["type"] == "revolute":
        lower, upper, effort, velocity = (
            float(row[key]) for key in ("lower", "upper", "effort", "velocity")
        )
        limits = Limits(lower, upper, effort, velocity)
    return JointRow(
        row["joint"],
        row["parent"],
        row["child"],
        numbers("x", "y", "z"),
        (exact(roll), exact(pitch), exact(yaw)),
        numbers("axis_x", "axis_y", "axis_z"),
        limits,
    )


def read_links(file: str) -> dict[str, Inertial]:
    """Mass properties by link name."""
    with (FACTS / file).open(encoding="utf-8", newline="") as stream:
        return {row["link"]: _inertial(row) for row in csv.DictReader(stream)}


def add_table(
    model: Model, joints: Iterable[JointRow], links: Mapping[str, Inertial], root: str
) -> None:
    """Add all links and joints of a table below `root`, which is added first."""
    model.link(root, inertial=links.get(root))
    for row in joints:
        model.link(row.child, inertial=links.get(row.child))
        if row.limits is None:
            model.fix(row.name, row.parent, row.child, row.at, row.rpy)
        else:
            limits = row.limits
            model.joint(row.name, row.parent, row.child, limits, row.at, row.axis, row.rpy)


def _inertial(row: dict[str, str]) -> Inertial:
    xx, xy, xz, yy, yz, zz = (float(row[f"i{key}"]) for key in ("xx", "xy", "xz", "yy", "yz", "zz"))
    com = [float(row[f"com_{axis}"]) for axis in "xyz"]
    inertia = frozen([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return Inertial(float(row["mass"]), frozen(com), inertia)
