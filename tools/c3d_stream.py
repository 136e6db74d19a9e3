"""Write a C3D recording of markers as lines of JSON that `olympian imitate` reads.

The joints are middles between Vicon's usual markers (LFSH, LELB, LKNE, …; subjects' names before a
colon are left out). Reading C3D takes a package of its own, so this program uses nothing of
Olympian and is run by that environment's Python:

    python -m venv /tmp/c3d && /tmp/c3d/bin/pip install c3d numpy
    /tmp/c3d/bin/python tools/c3d_stream.py squat.c3d > squat.jsonl
    olympian imitate squat.jsonl --method whole-body
"""

import argparse
import json
import sys

MIDDLE = {
    "head": ("LFHD", "RFHD", "LBHD", "RBHD"),
    "neck": ("C7", "CLAV"),
    "torso": ("T10", "STRN"),
}
SIDED = {
    "shoulder": ("FSH", "BSH"),
    "elbow": ("ELB", "IEL"),
    "hand": ("OWR", "IWR"),
    "knee": ("KNE", "KNI"),
    "foot": ("ANK", "HEL"),
}
WAIST = ("FWT", "MWT", "BWT")
HIP_BELOW_WAIST = 0.09
"""Metres from the belt's markers down to the hips."""


def joints(markers, up):
    """Places in metres of what could be seen of a person in one frame."""
    import numpy as np

    def middle(names):
        seen = [markers[name] for name in names if np.isfinite(markers[name]).all()]
        return np.mean(seen, axis=0) if seen else np.full(3, np.nan)

    found = {name: middle(names) for name, names in MIDDLE.items()}
    for side in ("left", "right"):
        mark = side[0].upper()
        for name, names in SIDED.items():
            found[f"{side}_{name}"] = middle([mark + one for one in names])
        waist = middle([mark + one for one in WAIST])
        found[f"{side}_hip"] = waist - HIP_BELOW_WAIST * up
    return {
        name: [round(float(x), 4) for x in place]
        for name, place in found.items()
        if np.isfinite(place).all()
    }


def main():
    """Read one file, write lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--up", choices=("y", "z"), default="y", help="axis of the recording")
    options = parser.parse_args()
    import c3d
    import numpy as np

    up = np.eye(3)["xyz".index(options.up)]
    with open(options.file, "rb") as file:
        reader = c3d.Reader(file)
        labels = [label.strip().split(":")[-1] for label in reader.point_labels]
        wanted = {*sum(MIDDLE.values(), ())}
        wanted |= {side + one for side in "LR" for one in (*sum(SIDED.values(), ()), *WAIST)}
        if missing := sorted(wanted - set(labels)):
            sys.exit(f"c3d_stream: {options.file} has no markers {', '.join(missing)}")
        # right-handed axes with any heading, as MediaPipe's are
        print(json.dumps({"stream": "mediapipe", "units": "m", "up": options.up}))
        for index, (_, points, _) in enumerate(reader.read_frames()):
            seen = np.where(points[:, 3:4] < 0, np.nan, points[:, :3] / 1000.0)
            line = joints(dict(zip(labels, seen, strict=True)), up)
            print(json.dumps({"t": round(index / reader.header.frame_rate, 4), "joints": line}))


if __name__ == "__main__":
    main()
