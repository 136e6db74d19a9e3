"""HOly's pose files out; reading one gives the same book again."""

import csv
from io import StringIO
from math import degrees, radians
from pathlib import Path

from olympian.errors import OlympianError
from olympian.files import whole_file
from olympian.motion.pose.axes import Axes
from olympian.motion.pose.book import PoseBook, Position
from olympian.motion.pose.cells import COLUMNS, CONTINUE, FINISHED, MOST, MOST_CHARACTERS, UNSET
from olympian.motion.pose.limb_pose import LimbPose

__all__ = ["pose_text", "write_poses"]


def write_poses(path: Path | str, book: PoseBook) -> None:
    """Replaces the file in one go: who watches it never sees half of it."""
    path, text = Path(path), pose_text(book)
    with whole_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="")


def pose_text(book: PoseBook) -> str:
    """The text of a file with the changes of `book`, each in its own axes."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    axes = book.positions[0].axes if book.positions else Axes.OURS
    out.write(f"# axes: {axes.value}\n")
    table.writerow(COLUMNS)
    before: Position | None = None
    for position in book.positions:
        out.write("\n" + _settings(position, before, axes))
        table.writerows(_rows(position))
        before, axes = position, position.axes
    return out.getvalue()


def _settings(position: Position, before: Position | None, axes: Axes) -> str:
    """Lines that hold from here on; one of them also parts positions of the same name."""
    lines = f"# axes: {position.axes.value}\n" if position.axes is not axes else ""
    if before and before.build_on is position.build_on and before.name != position.name:
        return lines
    return lines + f"# build on: {position.build_on.value}\n"


def _rows(position: Position) -> list[list[str]]:
    name, limbs = position.name, position.change.limbs
    if not _is_cell(name):
        raise OlympianError(f"pose {name[:40]!r} cannot be written: no file can hold its name")
    if not limbs:
        return [[UNSET] * (len(COLUMNS) - 1) + [name]]
    return [[limb, *_cells(name, pose), name] for limb, pose in limbs.items()]


def _is_cell(name: str) -> bool:
    """Would the reader take this for a name, unchanged?"""
    fits = 0 < len(name) <= MOST_CHARACTERS and name.isprintable()
    return fits and name == name.strip() and name not in (UNSET, CONTINUE, FINISHED)


def _cells(name: str, pose: LimbPose) -> list[str]:
    angles = [None if value is None else _degrees(value) for value in pose.values[:3]]
    return [_text(name, value) for value in (*angles, *pose.values[3:])]


def _degrees(angle: float) -> float:
    """The shortest number of degrees that is read as exactly this angle, if there is one."""
    exact = degrees(angle)
    rounded = (round(exact, digits) for digits in range(13))
    return next((short for short in rounded if radians(short) == angle), exact)


def _text(name: str, value: float | None) -> str:
    if value is None:
        return UNSET
    if abs(value) > MOST:
        raise OlympianError(f"pose '{name}' cannot be written: {value:g} is too large")
    return repr(value + 0.0).removesuffix(".0")  # adding zero takes the sign from −0
