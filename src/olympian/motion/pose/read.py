"""HOly's pose files in: CSV text becomes a `PoseBook`."""

import re
from dataclasses import dataclass, field
from enum import Enum
from math import radians
from pathlib import Path
from typing import TypeVar

from olympian.errors import OlympianError, unknown
from olympian.motion.pose.axes import Axes
from olympian.motion.pose.book import BuildOn, PoseBook, Position
from olympian.motion.pose.cells import COLUMNS, CONTINUE, FINISHED, UNSET, Cells
from olympian.motion.pose.default import default_pose
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.robo_pose import RoboPose
from olympian.robot import Robot


@dataclass
class Draft:
    """A position of which more rows may follow."""

    name: str
    build_on: BuildOn
    axes: Axes
    limbs: dict[str, LimbPose] = field(default_factory=dict)
    is_default: bool = False
    """By a row of dashes; rows that follow add to the default."""

    def add(self, limb: str, pose: LimbPose) -> None:
        """One more row; of rows for the same limb the values add."""
        if self.is_default:
            self.build_on = BuildOn.DEFAULT
        self.limbs[limb] = self.limbs.get(limb, LimbPose()) + pose

    def position(self) -> Position:
        """What the rows say."""
        return Position(RoboPose(self.name, self.limbs), self.build_on, self.axes)


MAX_BYTES = 1_000_000
"""Larger files are no pose files."""

_SETTING = re.compile(r"#\s*(build on|axes)\s*:\s*(.*?)\s*", re.IGNORECASE)
Choice = TypeVar("Choice", bound=Enum)


def read_poses(
    path: Path | str,
    robot: Robot,
    build_on: BuildOn | str = BuildOn.DEFAULT,
    axes: Axes | str = Axes.OURS,
) -> PoseBook:
    """The poses of a file.

    Args:
        build_on: what positions build on until a line `# build on: default` or `previous`.
        axes: which way they point until a line `# axes: ours` or `holy`.
    """
    return parse_poses(read_bytes(Path(path)), robot, build_on, axes, str(path))


def read_bytes(path: Path) -> bytes:
    """What is in the file, if it is a file of sensible size."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > MAX_BYTES:
        raise OlympianError(f"{path}: larger than {MAX_BYTES} bytes, too large for a pose file")
    return data


def parse_poses(
    data: bytes,
    robot: Robot,
    build_on: BuildOn | str = BuildOn.DEFAULT,
    axes: Axes | str = Axes.OURS,
    source: str = "poses",
) -> PoseBook:
    """The poses in the text of a file; `source` is its name for errors."""
    reader = _Reader(
        source,
        robot,
        _choice(BuildOn, "build on", build_on) if isinstance(build_on, str) else build_on,
        _choice(Axes, "axes", axes) if isinstance(axes, str) else axes,
    )
    for number, line in enumerate(_lines(source, data), 1):
        reader.line(number, line)
    return reader.book()


def _lines(source: str, data: bytes) -> list[str]:
    try:
        text = data.decode("utf-8-sig")  # spreadsheets put a byte order mark in front
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        place = f"{source}:{len(before)}: byte {len(before[-1]) + 1}"
        raise OlympianError(f"{place}: not UTF-8 text") from error
    return re.split(r"\r\n|\n|\r", text)


def _choice(kind: type[Choice], what: str, text: str) -> Choice:
    names = {choice.value: choice for choice in kind}
    if text.lower() not in names:
        raise unknown(f"value of '{what}'", text, names)
    return names[text.lower()]


class _Reader:
    """Takes lines one by one, as HOly's reader does: a position lasts as long as its name."""

    def __init__(self, source: str, robot: Robot, build_on: BuildOn, axes: Axes) -> None:
        self._source = source
        self._robot = robot
        self._build_on = build_on
        self._axes = axes
        self._limb_names = {limb.name: limb.name for limb in (*robot.legs, *robot.arms)}
        self._limb_names |= {a: b for a, b in robot.limb_names.items() if b in self._limb_names}
        self._header = False
        self._drafts: list[Draft] = []
        self._open: Draft | None = None
        """The position that a row of its name adds to; None after a setting."""
        self._after_a_row = False
        self._continues = False
        self._finished = False

    def line(self, number: int, text: str) -> None:
        """The next line of the file."""
        if self._finished:
            return
        if text.lstrip().startswith("#"):
            self._comment(number, text.strip())
            return
        cells = Cells.of(self._source, number, text)
        self._after_a_row = self._header and not cells.blank
        if cells.blank:
            return
        if not self._header:
            cells.check_header()
            self._header = True
        else:
            cells.check_count()
            self._row(cells)

    def book(self) -> PoseBook:
        """All that was read."""
        if not self._header:
            raise OlympianError(f"{self._source}:1: empty; a file starts with {','.join(COLUMNS)}")
        return PoseBook(
            default_pose(self._robot), tuple(draft.position() for draft in self._drafts)
        )

    def _comment(self, number: int, text: str) -> None:
        found = _SETTING.fullmatch(text)
        if found is None:
            return
        place, what = f"{self._source}:{number}", found[1].lower()
        if self._open is not None and self._after_a_row:
            raise OlympianError(
                f"{place}: '{what}' inside position '{self._open.name}';"
                " put an empty line before it"
            )
        self._open = None
        try:
            if what == "axes":
                self._axes = _choice(Axes, what, found[2])
            else:
                self._build_on = _choice(BuildOn, what, found[2])
        except OlympianError as error:
            raise OlympianError(f"{place}: {error}") from error

    def _row(self, cells: Cells) -> None:
        self._finished = cells.is_mark(FINISHED)
        if self._finished:
            return
        if cells.is_mark(CONTINUE):
            if self._open is None:
                raise cells.error(len(COLUMNS) - 1, f"'{CONTINUE}' has no position before it")
            self._continues = True
            return
        draft = self._draft(cells.name())
        if not cells.is_default():
            draft.add(self._limb(cells), self._limb_pose(cells))
        elif draft.is_default or draft.limbs:
            raise cells.error(0, f"a row of {UNSET} is a position alone; '{draft.name}' has more")
        else:
            draft.is_default = True

    def _draft(self, name: str) -> Draft:
        """The position that a row of this name belongs to."""
        if self._open is not None and self._continues:
            self._open.name = name
        elif self._open is None or self._open.name != name:
            self._open = Draft(name, self._build_on, self._axes)
            self._drafts.append(self._open)
        self._continues = False
        return self._open

    def _limb(self, cells: Cells) -> str:
        name = cells.texts[0]
        if name not in self._limb_names:
            raise cells.error(0, str(unknown("limb", name, self._limb_names)))
        return self._limb_names[name]

    def _limb_pose(self, cells: Cells) -> LimbPose:
        values = cells.values()
        angles = [None if value is None else radians(value) for value in values[:3]]
        return LimbPose(*angles, *values[3:])
