"""Skeletons as BVH, in the manners of three families of files, so that readers can be tried."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["write_bvh"]

PARENTS = {
    "hips": None,
    "torso": "hips",
    "neck": "torso",
    "head": "neck",
    **{
        f"{side}_{part}": parent if parent in ("neck", "hips") else f"{side}_{parent}"
        for side in ("left", "right")
        for part, parent in (
            ("shoulder", "neck"),
            ("elbow", "shoulder"),
            ("hand", "elbow"),
            ("hip", "hips"),
            ("knee", "hip"),
            ("foot", "knee"),
        )
    },
}


@dataclass(frozen=True)
class Style:
    """Names, axes, unit and order of rotations of a family."""

    names: dict[str, str]
    order: str
    per_metre: float
    axes: np.ndarray
    """Rows: x, y and z of the file in ours"""


Y_UP = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
Z_UP = np.eye(3)
MIDDLE = {"hips": "Hips", "torso": "Spine", "neck": "Neck", "head": "Head"}


def _names(prefix: str, parts: dict[str, str]) -> dict[str, str]:
    sided = {
        f"{side}_{part}": f"{prefix}{side.title()}{word}"
        for side in ("left", "right")
        for part, word in parts.items()
    }
    return {**{key: prefix + word for key, word in MIDDLE.items()}, **sided}


ARMS = {"shoulder": "Arm", "elbow": "ForeArm", "hand": "Hand", "hip": "UpLeg", "knee": "Leg"}
STYLES = {
    "biovision": Style(
        _names(
            "",
            {
                "shoulder": "UpArm",
                "elbow": "LowArm",
                "hand": "Hand",
                "hip": "UpLeg",
                "knee": "LowLeg",
                "foot": "Foot",
            },
        ),
        "ZXY",
        39.37,
        Y_UP,
    ),
    "mixamo": Style(_names("mixamorig:", {**ARMS, "foot": "Foot"}), "ZYX", 100.0, Y_UP),
    "cmu": Style(_names("", {**ARMS, "foot": "Foot"}), "XYZ", 0.45 / 0.0254, Z_UP),
}


def write_bvh(path: Path, skeletons: list[Skeleton], style: str) -> None:
    """A file whose bones have the lengths of the first skeleton, and turn as the stream does."""
    manner = STYLES[style]
    rest = _places(skeletons[0], manner)
    lines = ["HIERARCHY", *_hierarchy("hips", rest, manner, 0), "MOTION"]
    lines += [f"Frames: {len(skeletons)}", f"Frame Time: {skeletons[1].t - skeletons[0].t:.6f}"]
    for skeleton in skeletons:
        values = _values(_places(skeleton, manner), rest, manner)
        lines.append(" ".join(f"{value:.4f}" for value in values))
    path.write_text("\n".join(lines) + "\n")


def _places(skeleton: Skeleton, manner: Style) -> dict[str, np.ndarray]:
    places = {name: skeleton.at(name) for name in PARENTS if name != "hips"}
    places["hips"] = skeleton.midway("left_hip", "right_hip")
    return {name: manner.per_metre * manner.axes @ place for name, place in places.items()}


def _hierarchy(name: str, rest: dict, manner: Style, depth: int) -> list[str]:
    parent = PARENTS[name]
    offset = rest[name] - rest[parent] if parent else np.zeros(3)
    pad = "  " * depth
    rotations = " ".join(f"{axis}rotation" for axis in manner.order)
    channels = f"6 Xposition Yposition Zposition {rotations}" if not parent else f"3 {rotations}"
    lines = [f"{pad}{'JOINT' if parent else 'ROOT'} {manner.names[name]}", f"{pad}{{"]
    lines += [
        f"{pad}  OFFSET {' '.join(f'{x:.4f}' for x in offset)}",
        f"{pad}  CHANNELS {channels}",
    ]
    children = [child for child, above in PARENTS.items() if above == name]
    for child in children:
        lines += _hierarchy(child, rest, manner, depth + 1)
    if not children:
        lines += [f"{pad}  End Site", f"{pad}  {{", f"{pad}    OFFSET 0 0 0", f"{pad}  }}"]
    return [*lines, f"{pad}}}"]


def _values(places: dict, rest: dict, manner: Style) -> list[float]:
    """Channels of one frame: each joint turns so that its children come to lie where they are."""
    turns: dict[str, np.ndarray] = {}
    values = [*places["hips"]]
    for name in _depth_first("hips"):
        parent = PARENTS[name]
        children = [child for child, above in PARENTS.items() if above == name]
        before = turns[parent] if parent else np.eye(3)
        if children:
            old = np.array([rest[child] - rest[name] for child in children])
            new = np.array([places[child] - places[name] for child in children])
            turns[name] = _fit(old, new, before)
        else:
            turns[name] = before
        values += _angles(before.T @ turns[name], manner.order)
    return values


def _depth_first(name: str) -> list[str]:
    below = [child for child, above in PARENTS.items() if above == name]
    return [name, *(one for child in below for one in _depth_first(child))]


def _fit(old: np.ndarray, new: np.ndarray, before: np.ndarray) -> np.ndarray:
    """The rotation that brings bones `old` nearest to `new` (Kabsch), turning least otherwise."""
    weak = 1e-6 * np.linalg.norm(old) ** 2
    U, _, V = np.linalg.svd(new.T @ old + weak * before)
    return U @ np.diag([1.0, 1.0, np.sign(np.linalg.det(U @ V))]) @ V


def _angles(R: np.ndarray, order: str) -> list[float]:
    """Degrees about the named axes, each turned by those before."""
    i, j, k = ("XYZ".index(axis) for axis in order)
    sign = 1.0 if (i, j, k) in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) else -1.0
    second = np.arcsin(np.clip(sign * R[i, k], -1.0, 1.0))
    first = np.arctan2(-sign * R[j, k], R[k, k])
    third = np.arctan2(-sign * R[i, j], R[i, i])
    return np.degrees([first, second, third]).tolist()
