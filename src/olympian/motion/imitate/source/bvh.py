"""Motion capture from BVH files: the hierarchy, the channels, and where every joint goes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError
from olympian.files import read_text
from olympian.geometry import Vec

__all__ = ["BvhJoint", "BvhMotion", "read_bvh"]

POSITIONS = ("Xposition", "Yposition", "Zposition")
ROTATIONS = ("Xrotation", "Yrotation", "Zrotation")
MOST_FRAMES = 1_000_000
MOST_JOINTS = 1_000
"""Of a file: a body with all fingers has 80."""
MOST_PLACES = 10_000_000
"""Frames times joints: a GB of memory, an hour of a body at 30 Hz."""
LONGEST_NAME = 8
"""Words."""
LARGEST = 1e9
"""Of any number; beyond it arithmetic would overflow."""


@dataclass
class BvhJoint:
    """One joint of the hierarchy; parents come before their children."""

    name: str
    parent: int
    """Place of the joint it hangs on; −1 for a root"""
    offset: Vec = field(default_factory=lambda: np.zeros(3))
    channels: tuple[str, ...] = ()
    end: bool = False
    """An end site: a place without a name or channels of its own"""


@dataclass(frozen=True)
class BvhMotion:
    """A file as it is written: axes and units are its own."""

    joints: tuple[BvhJoint, ...]
    frame_time: float
    values: Vec
    """(frames, channels), angles in degrees"""

    def solve(self) -> tuple[Vec, Vec]:
        """Places (frames, joints, 3) and turns (frames, joints, 3, 3) of all joints.

        Channels are turned about in the order in which the file names them, each about the axes
        that the ones before have turned.
        """
        frames = len(self.values)
        places = np.zeros((frames, len(self.joints), 3))
        turns = np.broadcast_to(np.eye(3), (frames, len(self.joints), 3, 3)).copy()
        column = 0
        for index, joint in enumerate(self.joints):
            offset = np.broadcast_to(joint.offset, (frames, 3)).copy()
            R = np.broadcast_to(np.eye(3), (frames, 3, 3))
            for channel in joint.channels:
                values = self.values[:, column]
                column += 1
                if channel in POSITIONS:
                    axis = POSITIONS.index(channel)
                    offset[:, axis] = values if joint.parent < 0 else offset[:, axis] + values
                else:
                    R = R @ _about(ROTATIONS.index(channel), np.radians(values))
            if joint.parent >= 0:
                base = turns[:, joint.parent]
                places[:, index] = places[:, joint.parent] + np.einsum("fij,fj->fi", base, offset)
                R = base @ R
            else:
                places[:, index] = offset
            turns[:, index] = R
        return places, turns

    def rest(self) -> Vec:
        """(joints, 3): places with all angles zero."""
        places = np.zeros((len(self.joints), 3))
        for index, joint in enumerate(self.joints):
            if joint.parent >= 0:
                places[index] = places[joint.parent] + joint.offset
        return places


def read_bvh(path: Path) -> BvhMotion:
    """Read a file.

    Raises:
        OlympianError: naming file and line.
    """
    return _Reader(path, read_text(path, errors="replace")).motion()


class _Reader:
    """Words of a file, one after another, each knowing its line."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._line, self._length = 1, len(text)
        self._words = self._all_words(text)
        self._joints: list[BvhJoint] = []

    def _all_words(self, text: str) -> Iterator[str]:
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            for word in line.replace("{", " { ").replace("}", " } ").split():
                self._line = number
                yield word

    def motion(self) -> BvhMotion:
        self._expect("HIERARCHY")
        word = self._next()
        while word.upper() == "ROOT":
            self._tree()
            word = self._next()
        if not self._joints:
            raise self._problem(f"'{word[:40]}' instead of ROOT")
        if word.upper() != "MOTION":
            raise self._problem(f"'{word[:40]}' instead of ROOT or MOTION")
        self._expect("Frames:")
        frames = int(self._number("the number of frames"))
        if not 1 <= frames <= MOST_FRAMES:
            raise self._problem(f"{frames} frames; 1 to {MOST_FRAMES} can be read")
        if frames * len(self._joints) > MOST_PLACES:
            count = f"{frames} frames of {len(self._joints)} joints"
            raise self._problem(f"{count}; {MOST_PLACES} places can be read")
        self._expect("Frame")
        self._expect("Time:")
        frame_time = self._number("the frame time")
        if not 0.0 < frame_time < 10.0:
            raise self._problem(f"a frame time of {frame_time:g} s")
        return BvhMotion(tuple(self._joints), frame_time, self._values(frames))

    def _values(self, frames: int) -> Vec:
        width = sum(len(joint.channels) for joint in self._joints)
        if frames * width > self._length:
            raise self._problem(f"the file ends too early for {frames} frames of {width} numbers")
        values = np.empty(frames * width)
        for index in range(frames * width):
            values[index] = self._number(f"channel {index % width + 1} of frame {index // width}")
        return values.reshape(frames, width)

    def _tree(self) -> None:
        """A root and all that hangs on it."""
        open_joints = [self._joint(-1, end=False)]
        while open_joints:
            joint = self._joints[open_joints[-1]]
            match (word := self._next()).upper():
                case "OFFSET":
                    joint.offset = np.array([self._number("an offset") for _ in range(3)])
                case "CHANNELS":
                    joint.channels = self._channels()
                case "JOINT" | "END" as kind:
                    open_joints.append(self._joint(open_joints[-1], end=kind == "END"))
                case "}":
                    open_joints.pop()
                case _:
                    known = "OFFSET, CHANNELS, JOINT, End Site or }"
                    raise self._problem(f"'{word[:40]}' instead of {known}")

    def _joint(self, parent: int, end: bool) -> int:
        """Place of a new joint, read as far as its opening bracket."""
        if len(self._joints) == MOST_JOINTS:
            raise self._problem(f"more than {MOST_JOINTS} joints")
        words = [self._next()]
        while (word := self._next()) != "{":
            words.append(word)  # names with blanks in them exist
            if len(words) > LONGEST_NAME:
                raise self._problem(f"no {{ after '{words[0][:40]}'")
        self._joints.append(BvhJoint(" ".join(words), parent, end=end))
        return len(self._joints) - 1

    def _channels(self) -> tuple[str, ...]:
        count = int(self._number("the number of channels"))
        known = {name.lower(): name for name in (*POSITIONS, *ROTATIONS)}
        found = []
        for _ in range(count):
            word = self._next()
            if word.lower() not in known:
                raise self._problem(
                    f"channel '{word[:40]}'; choose from {', '.join(known.values())}"
                )
            found.append(known[word.lower()])
        return tuple(found)

    def _next(self) -> str:
        word = next(self._words, None)
        if word is None:
            raise self._problem("the file ends too early")
        return word

    def _expect(self, word: str) -> None:
        found = self._next()
        if found.lower().rstrip(":") != word.lower().rstrip(":"):
            raise self._problem(f"'{found[:40]}' instead of {word}")

    def _number(self, what: str) -> float:
        word = self._next()
        try:
            number = float(word)
        except ValueError:
            number = nan
        if not abs(number) <= LARGEST:
            raise self._problem(f"{what} is '{word[:40]}', not a number of use")
        return number

    def _problem(self, sentence: str) -> OlympianError:
        return OlympianError(f"{self._path}:{self._line}: {sentence}")


def _about(axis: int, angles: Vec) -> Vec:
    """(frames, 3, 3) rotations about one of the three axes."""
    c, s = np.cos(angles), np.sin(angles)
    R = np.zeros((len(angles), 3, 3))
    R[:, axis, axis] = 1.0
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[:, i, i], R[:, i, j], R[:, j, i], R[:, j, j] = c, -s, s, c
    return R
