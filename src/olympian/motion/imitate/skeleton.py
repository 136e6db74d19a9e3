"""A person at one instant: where the joints are, and how sure the sensor was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

import numpy as np

from olympian.geometry import Mat3, Vec, Vec3, frozen

__all__ = ["JOINTS", "PAIRS", "PLACE", "Skeleton"]

JOINTS = (
    "head",
    "neck",
    "torso",
    "left_shoulder",
    "left_elbow",
    "left_hand",
    "right_shoulder",
    "right_elbow",
    "right_hand",
    "left_hip",
    "left_knee",
    "left_foot",
    "right_hip",
    "right_knee",
    "right_foot",
)
"""The fifteen of NITE, which every other source can be brought to; sides are the person's own."""
PLACE = {name: index for index, name in enumerate(JOINTS)}
"""Row of each joint."""
BONES = (
    *(("head", "neck"), ("neck", "torso"), ("left_hip", "right_hip")),
    *(
        pair
        for side in ("left", "right")
        for pair in (
            ("neck", f"{side}_shoulder"),
            (f"{side}_shoulder", f"{side}_elbow"),
            (f"{side}_elbow", f"{side}_hand"),
            ("torso", f"{side}_hip"),
            (f"{side}_hip", f"{side}_knee"),
            (f"{side}_knee", f"{side}_foot"),
        )
    ),
)
PAIRS = np.array([[PLACE[first], PLACE[second]] for first, second in BONES], dtype=np.intp)
"""(k, 2) rows that a line joins in a picture."""


UNKNOWN = (nan, nan, nan)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Joints of one person, in rows that follow `JOINTS`.

    Once a stream is aligned, x is ahead of the person as it stood at the start, y to its left, z
    up, in metres; before, axes and units are the sensor's.
    """

    t: float
    """s by the sensor's clock"""
    places: Vec
    """(15, 3); NaN where the sensor said nothing"""
    confidence: Vec
    """(15,) from 0, a guess or nothing at all, to 1"""
    gaze: Vec3 | None = None
    """Direction in which the head looks, if the sensor tells: of all turns, the one robots can do.
    """

    @staticmethod
    def of(
        t: float,
        places: Mapping[str, Vec3 | Sequence[float]],
        confidence: Mapping[str, float] | None = None,
        gaze: Vec3 | None = None,
    ) -> "Skeleton":
        """From joints by name; those not named are missing, confidence not given is full."""
        rows: list[Any] = [places.get(name, UNKNOWN) for name in JOINTS]
        sure = [
            (1.0 if confidence is None else confidence.get(name, 1.0)) if name in places else 0.0
            for name in JOINTS
        ]
        return Skeleton(
            float(t), frozen(rows), frozen(sure), None if gaze is None else frozen(gaze)
        )

    def at(self, joint: str) -> Vec3:
        """Place of a joint; NaN if it is missing."""
        return self.places[PLACE[joint]]

    def vector(self, start: str, end: str) -> Vec3:
        """From one joint to another."""
        return self.at(end) - self.at(start)

    def midway(self, one: str, other: str) -> Vec3:
        """Middle of two places."""
        return 0.5 * (self.at(one) + self.at(other))

    def knows(self, *joints: str) -> bool:
        """Is there a place for each of them?"""
        return all(isfinite(x) for joint in joints for x in self.at(joint).tolist())

    def seen_from(self, R_world_frame: Mat3) -> "Skeleton":
        """The same person in the axes of a frame."""
        gaze = None if self.gaze is None else frozen(self.gaze @ R_world_frame)
        return Skeleton(self.t, frozen(self.places @ R_world_frame), self.confidence, gaze)
