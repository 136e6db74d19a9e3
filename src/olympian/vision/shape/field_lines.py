"""Straight lines of the field, the centre circle and where lines meet, from edge traces."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec2
from olympian.vision.shape.line_points import LinePoints, ToField, line_points
from olympian.vision.shape.marking_kernel import densest, next_line
from olympian.vision.shape.traces import Traces

__all__ = ["Crossing", "CrossingKind", "FieldCircle", "FieldLine", "Markings", "find_markings"]

_OFF = 0.04
"""Metres a point may be off its line; a line is 5 cm wide."""
_TURN = 0.94
"""Cosine of the largest angle between a point and its line: 20°."""
_SHORTEST, _GAP, _FEWEST = 0.25, 1.2, 4
"""Least length and largest gap of a line, metres, and its least number of points."""
_ROUND_OFF, _ROUND_FEWEST, _ROUND_SPAN = 0.10, 10, 70.0
"""Scatter of the centre, metres; least points and degrees of the arc."""
_PAST, _SHORT = 0.2, 0.3
"""A line goes through a crossing when it continues 0.2 m; it reaches one up to 0.3 m away."""
_SQUARE = 0.5
"""Sine of the least angle between lines that cross."""


class CrossingKind(Enum):
    """Shape of a crossing."""

    L = "L"
    T = "T"
    X = "X"


@dataclass(frozen=True, eq=False)
class FieldLine:
    """Middle of a field line, from one visible end to the other, metres."""

    start: Vec2
    end: Vec2
    points: int
    """Edge pairs it rests on."""


@dataclass(frozen=True, eq=False)
class FieldCircle:
    """Middle of the line of the centre circle, metres."""

    centre: Vec2
    radius: float
    points: int


@dataclass(frozen=True, eq=False)
class Crossing:
    """Where two lines meet."""

    at: Vec2
    kind: CrossingKind


@dataclass(frozen=True, eq=False)
class Markings:
    """What is painted on the field, in the coordinates of `to_field`."""

    lines: tuple[FieldLine, ...]
    crossings: tuple[Crossing, ...]
    circle: FieldCircle | None


def find_markings(
    traces: Traces,
    to_field: ToField,
    width: float = 0.05,
    circle_radius: float = 0.6,
    keep: NDArray[np.bool_] | None = None,
) -> Markings:
    """Lines, crossings and centre circle behind the edge traces of a frame.

    Args:
        width: of a line, metres.
        keep: which representers may belong to a line at all, by their colours say; all if None.
    """
    points = line_points(traces, to_field, width, keep)
    circle, used = _find_circle(points, circle_radius)
    lines = _find_lines(points.without(used))
    return Markings(tuple(lines), tuple(_crossings(lines)), circle)


def _find_circle(points: LinePoints, radius: float) -> tuple[FieldCircle | None, np.ndarray]:
    """The place most points agree on as the centre, one radius aside of each."""
    none = np.zeros(len(points.at), dtype=bool)
    if len(points.at) < _ROUND_FEWEST:
        return None, none
    normal = np.column_stack([-points.along[:, 1], points.along[:, 0]])
    guesses = np.vstack([points.at + radius * normal, points.at - radius * normal])
    centre = np.zeros(2)
    densest(guesses, _ROUND_OFF, centre)
    used = none
    for _ in range(3):
        used = _on_circle(points, centre, radius)
        if used.sum() < _ROUND_FEWEST:
            return None, none
        centre = _circle_centre(points.at[used])
    out = points.at[used] - centre
    angles = np.sort(np.degrees(np.arctan2(out[:, 1], out[:, 0])))
    span = 360 - np.diff(np.append(angles, angles[0] + 360)).max()
    found = float(np.hypot(out[:, 0], out[:, 1]).mean())
    if span < _ROUND_SPAN or abs(found - radius) > 0.15 * radius:
        return None, none
    return FieldCircle(centre, found, int(used.sum())), used


def _on_circle(points: LinePoints, centre: Vec2, radius: float) -> np.ndarray:
    """Which points lie on a circle and along it."""
    out = points.at - centre
    away = np.hypot(out[:, 0], out[:, 1])
    across = np.abs((out * points.along).sum(axis=1)) < 0.35 * away
    return across & (np.abs(away - radius) < _OFF + 0.02)


def _circle_centre(at: Vec) -> Vec2:
    """Centre of the circle through points, by least squares."""
    design = np.column_stack([2 * at, np.ones(len(at))])
    return np.linalg.lstsq(design, (at**2).sum(axis=1), rcond=None)[0][:2]


def _find_lines(points: LinePoints) -> list[FieldLine]:
    """The line through most points, then the one through most of what is left."""
    at, along, lines = points.at, points.along, []
    left, used = np.ones(len(at), dtype=np.bool_), np.zeros(len(at), dtype=np.bool_)
    line = np.zeros(4)
    while next_line(at, along, left, _OFF, _TURN, _FEWEST, used, line):
        lines += _pieces(at[used], line[:2].copy(), line[2:].copy())
    return lines


def _pieces(at: Vec, middle: Vec2, along: Vec2) -> list[FieldLine]:
    """Parts of a line without large gaps."""
    if len(at) == 0:
        return []
    places = np.sort((at - middle) @ along)
    parts = np.split(places, np.flatnonzero(np.diff(places) > _GAP) + 1)
    return [
        FieldLine(middle + part[0] * along, middle + part[-1] * along, len(part))
        for part in parts
        if len(part) >= _FEWEST and part[-1] - part[0] >= _SHORTEST
    ]


def _crossings(lines: list[FieldLine]) -> list[Crossing]:
    found = []
    for index, a in enumerate(lines):
        for b in lines[index + 1 :]:
            crossing = _crossing(a, b)
            if crossing is not None:
                found.append(crossing)
    return found


def _crossing(a: FieldLine, b: FieldLine) -> Crossing | None:
    """Where two lines meet, if both come near: X, T or L by how many go through."""
    u, v = a.end - a.start, b.end - b.start
    length_a, length_b = np.hypot(*u), np.hypot(*v)
    u, v = u / length_a, v / length_b
    sine = u[0] * v[1] - u[1] * v[0]
    if abs(sine) < _SQUARE:
        return None
    between = b.start - a.start
    on_a = (between[0] * v[1] - between[1] * v[0]) / sine
    on_b = (between[0] * u[1] - between[1] * u[0]) / sine
    through = 0
    for place, length in ((on_a, length_a), (on_b, length_b)):
        if not -_SHORT < place < length + _SHORT:
            return None
        through += int(_PAST < place < length - _PAST)
    kind = (CrossingKind.L, CrossingKind.T, CrossingKind.X)[through]
    return Crossing(a.start + on_a * u, kind)
