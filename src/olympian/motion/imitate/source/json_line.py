"""One skeleton as a line of JSON: ours, NITE's or MediaPipe's."""

import re
from enum import Enum
from functools import lru_cache
from math import isfinite, nan
from typing import Any

import msgspec
import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.motion.imitate.skeleton import JOINTS, Skeleton
from olympian.motion.imitate.source.alignment import Hand

__all__ = ["LONGEST_LINE", "Dialect", "Header", "read_line", "write_line"]

LONGEST_LINE = 16_384
"""Bytes; MediaPipe's lines with all digits are 3,000 long."""
MOST_JOINTS, LONGEST_NAME = 100, 64
"""Of one skeleton: a Kinect has 25, with all fingers there are 70."""
FARTHEST = 1e6
"""Of any unit: a kilometre in millimetres. A number beyond it is no place."""
LATEST = 1e12
"""s that a clock may show: 30,000 years."""

NITE_NAMES = {name.replace("hand", "wrist"): name for name in JOINTS} | {n: n for n in JOINTS}
"""NITE2 writes JOINT_LEFT_HAND, its tf frames left_hand_1: both come down to ours."""
MEDIAPIPE = {
    "left_shoulder": 11,
    "right_shoulder": 12,
    "left_elbow": 13,
    "right_elbow": 14,
    "left_hand": 15,
    "right_hand": 16,
    "left_hip": 23,
    "right_hip": 24,
    "left_knee": 25,
    "right_knee": 26,
    "left_foot": 27,
    "right_foot": 28,
}
"""Landmarks that are joints of ours; wrists stand for hands, ankles for feet, as in NITE."""
LANDMARKS, NOSE, LEFT_EAR, RIGHT_EAR = 33, 0, 7, 8


class Dialect(Enum):
    """Whose skeleton a line holds; a line with landmarks is MediaPipe's."""

    OURS = "ours"
    """x ahead, y left, z up, metres"""
    NITE = "nite"
    """Camera axes: x across, y up, z away from the camera; millimetres, mirrored or not"""
    MEDIAPIPE = "mediapipe"
    """World landmarks: x to the picture's right, y down, z away; metres from the hips' middle"""

    @property
    def hand(self) -> Hand:
        """How its axes are to be read."""
        return Hand.FACING if self is Dialect.NITE else Hand.RIGHT


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A first line that declares what would otherwise be detected."""

    stream: Dialect
    units: str | None = None
    up: str | None = None


def read_line(text: str | bytes) -> Skeleton | Header:
    """The skeleton of one line, in the sensor's axes and units.

    Raises:
        OlympianError: what is wrong with the line, without saying which one it is.
    """
    if len(text) > LONGEST_LINE:
        raise OlympianError(f"longer than {LONGEST_LINE} bytes")
    try:
        line = msgspec.json.decode(_numbers(text))
        if isinstance(line, dict) and "stream" in line:
            return msgspec.convert(line, Header)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise OlympianError(f"not JSON: {error}") from error
    except RecursionError:
        raise OlympianError("not a skeleton: too many brackets in brackets") from None
    if not isinstance(line, dict):
        raise OlympianError("a skeleton is an object with t and joints, or t and landmarks")
    t = _number(line.get("t"), "t")
    if "landmarks" in line:
        return _mediapipe(t, line["landmarks"])
    if "joints" in line:
        return _joints(t, line["joints"], line.get("gaze"))
    raise OlympianError(f"neither joints nor landmarks, only {', '.join(map(str, line))}")


def write_line(skeleton: Skeleton) -> str:
    """One line of our dialect, places to the millimetre."""
    joints = {
        name: [*(round(float(x), 3) for x in place), round(float(sure), 2)]
        for name, place, sure in zip(JOINTS, skeleton.places, skeleton.confidence, strict=True)
        if np.isfinite(place).all()
    }
    line: dict[str, Any] = {"t": round(skeleton.t, 4), "joints": joints}
    if skeleton.gaze is not None:
        line["gaze"] = [round(float(x), 3) for x in skeleton.gaze]
    return msgspec.json.encode(line).decode()


def _numbers(text: str | bytes) -> str:
    """JSON has no NaN, but Python writes it: as null it means the same here."""
    line = text.decode() if isinstance(text, bytes) else text
    return line.replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null")


def _joints(t: float, joints: object, gaze: object) -> Skeleton:
    if not isinstance(joints, dict):
        raise OlympianError("joints is not an object of names and places")
    if len(joints) > MOST_JOINTS:
        raise OlympianError(f"{len(joints)} joints; a person has {MOST_JOINTS} at most")
    places, sure = {}, {}
    for word, value in joints.items():
        name = _name(str(word))
        if name is not None:
            places[name], sure[name] = _place(value, str(word))
    return Skeleton.of(t, places, sure, _direction(gaze))


@lru_cache(maxsize=256)
def _name(word: str) -> str | None:
    """Our name of a joint; None for fingers and others that we have no use for."""
    if len(word) > LONGEST_NAME:
        raise OlympianError(f"a joint's name is longer than {LONGEST_NAME} signs")
    plain = re.sub(r"[- ]", "_", word.lower()).removeprefix("joint_").rstrip("_0123456789")
    name = NITE_NAMES.get(plain)
    if name is None and not any(plain.startswith(side) for side in ("left", "right")):
        raise unknown("joint", word, JOINTS)
    return name


def _place(value: object, name: str) -> tuple[list[float], float]:
    """xyz and confidence; what is no place or no number is NaN, which the filter takes out."""
    if not isinstance(value, list) or len(value) not in (3, 4):
        raise OlympianError(f"{name} is not [x, y, z] or [x, y, z, confidence]")
    numbers = [
        float(x) if isinstance(x, (int, float)) and abs(x) <= FARTHEST else nan for x in value
    ]
    return numbers[:3], numbers[3] if len(numbers) == 4 else 1.0


def _mediapipe(t: float, landmarks: object) -> Skeleton:
    if not isinstance(landmarks, list) or len(landmarks) != LANDMARKS:
        count = len(landmarks) if isinstance(landmarks, list) else "no list of"
        raise OlympianError(f"{count} landmarks instead of MediaPipe's {LANDMARKS}")
    read = [_place(value, f"landmark {index}") for index, value in enumerate(landmarks)]
    rows = [(np.array(place), certain) for place, certain in read]
    places = {name: rows[index][0] for name, index in MEDIAPIPE.items()}
    sure = {name: rows[index][1] for name, index in MEDIAPIPE.items()}
    nose, ears = rows[NOSE][0], 0.5 * (rows[LEFT_EAR][0] + rows[RIGHT_EAR][0])
    places["head"], sure["head"] = ears, min(rows[LEFT_EAR][1], rows[RIGHT_EAR][1])
    places["neck"] = 0.5 * (places["left_shoulder"] + places["right_shoulder"])
    sure["neck"] = min(sure["left_shoulder"], sure["right_shoulder"])
    places["torso"] = 0.5 * (places["neck"] + 0.5 * (places["left_hip"] + places["right_hip"]))
    sure["torso"] = min(sure["neck"], sure["left_hip"], sure["right_hip"])
    return Skeleton.of(t, places, sure, _gaze(nose - ears))


def _direction(value: object) -> Vec | None:
    """A direction of any length, or None where there is none."""
    if value is None:
        return None
    place, _ = _place(value, "gaze")
    return _gaze(np.array(place))


def _gaze(ahead: Vec) -> Vec | None:
    length = float(np.linalg.norm(ahead))
    return ahead / length if isfinite(length) and length > 0.0 else None


def _number(value: object, name: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise OlympianError(f"{name} is {'missing' if value is None else 'not a number'}")
    if not abs(value) <= LATEST:
        raise OlympianError(f"{name} is more than {LATEST:g}")
    return float(value)
