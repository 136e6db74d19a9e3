"""What a picture says about the place: points on the ground, what they lie on, how surely."""

from dataclasses import dataclass
from math import atan2

import numpy as np
from numpy.typing import NDArray

from olympian.decision.localise.pitch_map import Layer
from olympian.geometry import Vec, Vec2
from olympian.vision import Seen
from olympian.vision.shape import CrossingKind, FieldLine

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
PAIR_PX = 4.0
"""Pixels from one pair of edges to the next along a line."""
KINDS = {CrossingKind.L: Layer.L, CrossingKind.T: Layer.T, CrossingKind.X: Layer.X}


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
    def of(
        seen: Seen, focal: float = FOCAL, goals: tuple[int, int] | None = None
    ) -> "Evidence | None":
        """Of a picture; None where the camera's place was not known.

        Args:
            focal: length of the lens, pixels.
            goals: codes of the colours of the own and of the opponents' goal.
        """
        if seen.T_place_camera is None:
            return None
        eye = seen.T_place_camera[:3, 3].copy()
        rows = [*_lines(seen, eye, focal), *_points(seen, eye), *_posts(seen, eye, goals)]
        table = np.array(rows, dtype=float).reshape(-1, 7)
        table[:, 3] *= min(1.0, ALIKE / max(float(table[:, 3].sum()), 1e-9))
        return Evidence(
            seen.t, table[:, :4].copy(), table[:, 4].astype(np.int64), table[:, 5:7].copy(), eye
        )

    def __len__(self) -> int:
        return len(self.points)


Row = tuple[float, float, float, float, float, float, float]
LINE = -1


def _lines(seen: Seen, eye: Vec, focal: float) -> list[Row]:
    rows: list[Row] = []
    for line in seen.lines:
        counts = min(max((_density(line, eye, focal) - SPARSE) / (DENSE - SPARSE), 0.0), 1.0)
        along = line.end - line.start
        length = float(np.hypot(*along))
        way = along / length
        normal = np.array([-way[1], way[0]])
        for share in np.linspace(0.0, 1.0, min(MOST, 1 + int(np.ceil(length / STEP)))):
            at = line.start + share * along
            certain = _certain(at - eye[:2], float(eye[2]), normal, FLAT)
            if certain > 0.0 and counts > 0.0:
                rows.append((*at.tolist(), certain, counts, LINE, *way.tolist()))
    return rows


def _density(line: FieldLine, eye: Vec, focal: float) -> float:
    """Pairs of edges that a line rests on, by those that there are room for."""
    a, b = (np.array([*end, 0.0]) - eye for end in (line.start, line.end))
    angle = atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))
    return line.points * PAIR_PX / max(focal * angle, 1e-9)


def _points(seen: Seen, eye: Vec) -> list[Row]:
    found = [(crossing.at, KINDS[crossing.kind]) for crossing in seen.crossings]
    if seen.circle is not None:
        found.append((seen.circle.centre, Layer.CENTRE))
    return [row for at, layer in found for row in _point(at, layer, eye)]


def _posts(seen: Seen, eye: Vec, goals: tuple[int, int] | None) -> list[Row]:
    rows: list[Row] = []
    for goal in () if goals is None else seen.goals:
        layer = (Layer.OWN_GOAL, Layer.OPPONENT_GOAL)[goals.index(goal.parts[0].code)]
        for foot in goal.feet:
            rows += [] if foot is None else _point(np.array(foot), layer, eye)
    return rows


def _point(at: Vec2, layer: Layer, eye: Vec) -> list[Row]:
    certain = _certain(at - eye[:2], float(eye[2]), None, POINT)
    return [(*at.tolist(), certain, POINT_COUNTS, layer, 0.0, 0.0)] if certain > 0.0 else []


def _certain(away: Vec2, height: float, normal: Vec2 | None, off: float) -> float:
    """1 / σ² of a point on the ground along a normal, or along the way to it; 0: too far away."""
    far = float(np.hypot(*away))
    if not 1e-6 < far < REACH:
        return 0.0
    towards = 1.0 if normal is None else float(normal @ away) / far
    deep = SWAY * (height**2 + far**2) / height * towards
    wide = BEARING * far
    return 1.0 / (off**2 + deep**2 + wide**2)
