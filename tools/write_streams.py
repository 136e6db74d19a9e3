"""Write the small streams that come with Olympian: generated people, as JSON lines and as BVH.

    .venv/bin/python tools/write_streams.py            # the library's and the tests'

Nobody was recorded for them: `olympian.arena.imitation.clips` makes them up.
"""

import json
from pathlib import Path

import numpy as np

from bvh_writer import write_bvh
from olympian.arena.imitation.clips import clip
from olympian.motion.imitate.skeleton import JOINTS, Skeleton
from olympian.motion.imitate.source.json_line import write_line

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "src/olympian/motion/imitate/source/streams"
TESTS = ROOT / "tests/data/imitate"
DEMOS = ("wave", "crouch", "box", "dance")
HZ = 20.0
"""Enough for slow movements, and small files."""
MEDIAPIPE = {11: "left_shoulder", 12: "right_shoulder", 13: "left_elbow", 14: "right_elbow",
             15: "left_hand", 16: "right_hand", 23: "left_hip", 24: "right_hip",
             25: "left_knee", 26: "right_knee", 27: "left_foot", 28: "right_foot"}  # fmt: skip


def main() -> None:
    """Write all files anew."""
    LIBRARY.mkdir(parents=True, exist_ok=True)
    TESTS.mkdir(parents=True, exist_ok=True)
    for name in DEMOS:
        write_lines(LIBRARY / f"{name}.jsonl", clip(name, hz=HZ))
    short = clip("wave", hz=15.0)[10:70]
    write_bvh(TESTS / "wave_biovision.bvh", short, style="biovision")
    write_bvh(TESTS / "wave_mixamo.bvh", short, style="mixamo")
    write_bvh(TESTS / "wave_cmu_z_up.bvh", short, style="cmu")
    (TESTS / "wave_nite.jsonl").write_text("".join(nite(one) for one in short))
    (TESTS / "wave_mediapipe.jsonl").write_text("".join(mediapipe(one) for one in short))
    write_lines(TESTS / "wave_ours.jsonl", short)


def write_lines(path: Path, skeletons: list[Skeleton]) -> None:
    """A stream in our own dialect, which needs no detecting."""
    header = json.dumps({"stream": "ours"})
    path.write_text("\n".join([header, *map(write_line, skeletons)]) + "\n")


def nite(skeleton: Skeleton) -> str:
    """As OpenNI and NITE tell it: x to the person's right, y up, z away from the camera, mm."""
    joints = {}
    for name, (ahead, left, up) in zip(JOINTS, skeleton.places, strict=True):
        place = np.array([-left, up - 0.9, 2.5 - ahead]) * 1000.0
        joints[f"JOINT_{name.upper()}"] = [*np.round(place, 1).tolist(), 1.0]
    return json.dumps({"t": round(skeleton.t, 4), "joints": joints}) + "\n"


def mediapipe(skeleton: Skeleton) -> str:
    """As MediaPipe's world landmarks: x to the picture's right, y down, z away, from the hips."""
    hips = skeleton.midway("left_hip", "right_hip")
    rows = np.zeros((33, 4))
    rows[:, 3] = 0.9
    for index, name in MEDIAPIPE.items():
        rows[index, :3] = camera(skeleton.at(name) - hips)
    gaze = skeleton.gaze if skeleton.gaze is not None else np.array([1.0, 0.0, 0.0])
    for index, ahead in ((0, 0.1), (7, 0.0), (8, 0.0)):
        rows[index, :3] = camera(skeleton.at("head") - hips + ahead * gaze)
    return json.dumps({"t": round(skeleton.t, 4), "landmarks": np.round(rows, 4).tolist()}) + "\n"


def camera(place: np.ndarray) -> np.ndarray:
    """From our axes to those of a camera before the person."""
    ahead, left, up = place
    return np.array([left, -up, -ahead])


if __name__ == "__main__":
    main()
