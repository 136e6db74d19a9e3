"""What a picture says about the place: points on the ground, what they lie on, how surely."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, hypot
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from olympian.decision.localise.pitch_map import Layer
from olympian.geometry import Vec
from olympian.vision import Seen
from olympian.vision.shape import CrossingKind, line_density

__all__ = ["Evidence"]

FLAT, POINT = 0.04, 0.08
"""Metres by which a line and a point are off where they are seen well."""
SWAY = 0.015
"""rad, roll and pitch: what a step tilts the head unnoticed."""
BEARING = 0.015
"""rad, to the side."""
STEP, MOST = 0.35, 6
"""Metres between the points that stand for a line, and their number at most."""
ALIKE = 5.0
"""So many points count in a picture; the others show the same tilt again."""
POINT_COUNTS = 1.5
"""Points of a line that a crossing, a post or a circle is worth."""
FOCAL = 579.0
"""Pixels: 640 × 480 of them in 58° by 45°."""
REACH = 4.0
"""Metres: beyond, a degree of tilt is half a metre."""
DENSE, SPARSE = 0.4, 0.1
"""Edge pairs of a line, by those that a whole one would have: from which it counts in full, and up
to which it is none. Chords of the circle and links between corners rest on a few pairs only."""
KINDS = {CrossingKind.L: Layer.L, CrossingKind.T: Layer.T, CrossingKind.X: Layer.X}
Goals = Mapping[str, Layer]
NO_GOALS: Goals = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Evidence:
    """Points from the place of the robot: metres ahead and left of the middle of its soles."""

    t: float
    """When the picture was taken."""
    points: Vec
    """(n, 4): ahead, left, 1 / σ², and how much it counts."""
    layers: NDArray[np.int64]
    """(n,) what it lies on; `LINE` for a line, whose way says which."""
    ways: Vec
    """(n, 2) unit vectors along a line; zero for points."""
    eye: Vec
    """(3,) the camera: ahead, left, up."""

    @staticmethod
    def of(seen: Seen, focal: float = FOCAL, goals: Goals = NO_GOALS) -> "Evidence | None":
        """Of a picture; None where the camera's place was not known.

        Args:
            focal: length of the lens, pixels.
            goals: which goal has a colour; others are not believed.
        """
        if seen.T_place_camera is None:
            return None
        x, y, z = seen.T_place_camera[:3, 3].tolist()
        eye = (x, y, z)
        rows = [*_lines(seen, eye, focal), *_points(seen, eye), *_posts(seen, eye, goals)]
        table = np.array(rows, dtype=float).reshape(-1, 7)
        table[:, 3] *= min(1.0, ALIKE / max(float(table[:, 3].sum()), 1e-9))
        return Evidence(
            seen.t,
            table[:, :4].copy(),
            table[:, 4].astype(np.int64),
            table[:, 5:7].copy(),
            np.array(eye),
        )

    def __len__(self) -> int:
        return len(self.points)


Row = tuple[float, float, float, float, float, float, float]
XY = tuple[float, float]
Eye = tuple[float, float, float]
LINE = -1


def _lines(seen: Seen, eye: Eye, focal: float) -> list[Row]:
    """Points along each line, in plain numbers: there are too few for arrays to pay."""
    rows: list[Row] = []
    for line in seen.lines:
        (x, y), (end_x, end_y) = line.start.tolist(), line.end.tolist()
        counts = (line_density(line.points, (x, y), (end_x, end_y), eye, focal) - SPARSE) / (
            DENSE - SPARSE
        )
        length = hypot(end_x - x, end_y - y)
        if counts <= 0.0 or length <= 0.0:
            continue
        u, v = (end_x - x) / length, (end_y - y) / length
        last = min(MOST - 1, ceil(length / STEP))
        for k in range(last + 1):
            at_x, at_y = x + k / last * length * u, y + k / last * length * v
            certain = _certain(at_x - eye[0], at_y - eye[1], eye[2], (-v, u), FLAT)
            if certain > 0.0:
                rows.append((at_x, at_y, certain, min(counts, 1.0), LINE, u, v))
    return rows


def _points(seen: Seen, eye: Eye) -> list[Row]:
    found = [(crossing.at.tolist(), KINDS[crossing.kind]) for crossing in seen.crossings]
    if seen.circle is not None:
        found.append((seen.circle.centre.tolist(), Layer.CENTRE))
    return [row for at, layer in found for row in _point(at, layer, eye)]


def _posts(seen: Seen, eye: Eye, goals: Goals) -> list[Row]:
    rows: list[Row] = []
    for post in seen.posts:
        layer = goals.get(post.colour)
        if layer is not None:
            rows += _point((post.ahead, post.left), layer, eye)
    return rows


def _point(at: XY, layer: Layer, eye: Eye) -> list[Row]:
    certain = _certain(at[0] - eye[0], at[1] - eye[1], eye[2], None, POINT)
    return [(*at, certain, POINT_COUNTS, layer, 0.0, 0.0)] if certain > 0.0 else []


def _certain(ahead: float, left: float, height: float, normal: XY | None, off: float) -> float:
    """1 / σ² of a point on the ground along a normal, or along the way to it; 0: too far away."""
    far = hypot(ahead, left)
    if not 1e-6 < far < REACH:
        return 0.0
    towards = 1.0 if normal is None else (normal[0] * ahead + normal[1] * left) / far
    deep = SWAY * (height * height + far * far) / height * towards
    wide = BEARING * far
    return 1.0 / (off * off + deep * deep + wide * wide)
