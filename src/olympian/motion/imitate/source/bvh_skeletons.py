"""From the joints of a BVH file, whatever it calls them, to ours."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.motion.imitate.skeleton import JOINTS, Skeleton
from olympian.motion.imitate.source.alignment import TRUNK, UP_AXES
from olympian.motion.imitate.source.bvh import BvhMotion

__all__ = ["bvh_skeletons"]

SIDED = {
    "shoulder": ("uparm", "upperarm", "shldr", "humerus", "arm", "shoulder"),
    "elbow": ("forearm", "lowarm", "lowerarm", "radius", "elbow"),
    "hand": ("hand", "wrist"),
    "hip": ("upleg", "upperleg", "thigh", "femur", "hip"),
    "knee": ("leg", "lowleg", "lowerleg", "shin", "calf", "tibia", "knee"),
    "foot": ("foot", "ankle"),
}
"""Names of CMU, Mixamo, Biovision, Poser and Blender files, the surer first: in some a LeftShoulder
is the collar bone and LeftArm the upper arm, in others LeftShoulder is the upper arm."""
MIDDLE = {
    "head": ("head",),
    "neck": ("neck", "neck1", "neck01", "upperneck"),
    "torso": ("spine1", "spine", "chest", "spine01", "lowerback", "abdomen", "torso"),
}
NAMED = 40
"""Joints of a file that an error lists."""
REACH, FASTEST = 0.12, 24.0
"""Trunks, and trunks a second: no joint goes further from one frame to the next."""


def bvh_skeletons(motion: BvhMotion, path: Path) -> Iterator[Skeleton]:
    """Every frame as a skeleton in the file's own axes and units.

    CMU's files begin with a T-pose that faces anywhere; nobody stood so, and it is left out.

    Raises:
        OlympianError: naming the joints of ours that no joint of the file stands for.
    """
    rows = _rows(motion, path)
    places, turns = motion.solve()
    names = list(rows)
    head = rows.get("head")
    ahead = _ahead_at_rest(motion, rows) if head is not None else None
    for index in range(int(_posed(places, rows, motion.frame_time)), len(places)):
        joints: dict[str, Vec] = dict(zip(names, places[index, list(rows.values())], strict=True))
        _complete(joints)
        gaze = None if head is None or ahead is None else frozen(turns[index, head] @ ahead)
        yield Skeleton.of(index * motion.frame_time, joints, gaze=gaze)


def _rows(motion: BvhMotion, path: Path) -> dict[str, int]:
    known = {
        _plain(joint.name): index
        for index, joint in reversed(list(enumerate(motion.joints)))
        if not joint.end
    }
    rows = {}
    for side in ("left", "right"):
        for part, words in SIDED.items():
            found = next((known[name] for name in _sided(side, words) if name in known), None)
            if found is not None:
                rows[f"{side}_{part}"] = found
    middle = {
        name: [known[word] for word in words if word in known] for name, words in MIDDLE.items()
    }
    rows |= {name: found[0] for name, found in middle.items() if found}
    missing = [name for name in JOINTS if name not in rows and name not in MIDDLE]
    if missing:
        names = [joint.name[:40] for joint in motion.joints if not joint.end]
        theirs = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
        raise OlympianError(f"{path}: no {', '.join(missing)} among its joints: {theirs}")
    if middle["torso"]:
        rows["torso"] = _middle_of_trunk(motion.rest(), rows, middle["torso"])
    return rows


def _middle_of_trunk(rest: Vec, rows: dict[str, int], spine: list[int]) -> int:
    """Of the joints of a spine, the one midway: CMU's Spine1 is in the same place as its Neck."""
    joints = {name: rest[row] for name, row in rows.items() if name != "torso"}
    _complete(joints)
    midway = 0.5 * joints["neck"] + 0.25 * (joints["left_hip"] + joints["right_hip"])
    return min(spine, key=lambda row: float(np.linalg.norm(rest[row] - midway)))


def _posed(places: Vec, rows: dict[str, int], frame_time: float) -> bool:
    """Is the first frame a pose that no person could have moved on from?"""
    if len(places) < 2:
        return False
    first, second = ({name: frame[row] for name, row in rows.items()} for frame in places[:2])
    hips = [0.5 * (frame["left_hip"] + frame["right_hip"]) for frame in (first, second)]
    shoulders = 0.5 * (first["left_shoulder"] + first["right_shoulder"])
    most = (REACH + FASTEST * frame_time) * float(np.linalg.norm(shoulders - hips[0]))
    way = [np.linalg.norm(second[name] - hips[1] - first[name] + hips[0]) for name in rows]
    return bool(max(way) > most)


def _plain(name: str) -> str:
    """A name without its namespace, its case and its punctuation."""
    return re.sub(r"[^a-z0-9]", "", name.split(":")[-1].lower().removeprefix("mixamorig"))


def _sided(side: str, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        for mark in (side, side[0]):
            yield mark + word
            yield word + mark


def _complete(joints: dict[str, Vec]) -> None:
    """Places between others, for files without a neck, a spine or a head."""
    shoulders = 0.5 * (joints["left_shoulder"] + joints["right_shoulder"])
    hips = 0.5 * (joints["left_hip"] + joints["right_hip"])
    joints.setdefault("neck", shoulders)
    joints.setdefault("torso", 0.5 * (shoulders + hips))
    joints.setdefault("head", joints["neck"] + 0.3 * (shoulders - hips))


def _ahead_at_rest(motion: BvhMotion, rows: dict[str, int]) -> Vec | None:
    """Where the person looks with all angles zero, or None where that is no standing person."""
    rest = motion.rest()
    joints = {name: rest[row] for name, row in rows.items()}
    _complete(joints)
    trunk, left, right, left_hip, right_hip = (joints[name] for name in TRUNK)
    up = trunk - 0.5 * (left_hip + right_hip)
    upwards = max(UP_AXES.values(), key=lambda axis: float(axis @ up))
    across = left - right + left_hip - right_hip
    ahead = np.cross(across - (across @ upwards) * upwards, upwards)
    length = float(np.linalg.norm(ahead))
    return ahead / length if length > 0.0 else None
