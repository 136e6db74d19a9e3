"""Straight lines of the field, the centre circle and where lines meet, from edge traces."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec2
from olympian.vision.shape.grid import Traces
from olympian.vision.shape.lines.edge_kernel import edge_places
from olympian.vision.shape.lines.line_kernel import find_lines
from olympian.vision.shape.lines.marking_kernel import ROOM, middles, rough_circle

ToField = Callable[[Vec], Vec]
"""Pixels (n, 2) to points on the field (n, 2), metres; not-a-number where no ground is seen."""

_WIDTHS = (0.4, 1.9)
"""How wide a line may look, in parts of its width: edges are blurred, and the camera nods."""
_FACING = 0.9
"""Cosine of the largest angle between two sides of a line."""
_STEP_PX = 4.0


@dataclass(frozen=True, eq=False)
class LinePoints:
    """Points of the middle of lines, on the field."""

    at: Vec
    """(n, 2) metres."""
    along: Vec
    """(n, 2) unit vectors along the line, either way."""


def line_points(
    traces: Traces,
    to_field: ToField,
    width: float = 0.05,
    keep: NDArray[np.bool_] | None = None,
    reach: float = 4.5,
) -> LinePoints:
    """Merges the complementary edges of field lines.

    Args:
        width: of a line, metres.
        keep: (n,) which representers may belong to a line at all; all if None.
        reach: distance between neighbours beyond which edges are too far away to be of use: what
            a step of four pixels may cover, times twenty, metres.
    """
    n = len(traces.chains)
    keep = np.ones(n, dtype=np.bool_) if keep is None else keep
    pixels = np.empty((3, int(np.count_nonzero(keep)), 2))
    edge_places(traces.chains, keep, _STEP_PX, pixels)
    places = np.ascontiguousarray(to_field(pixels.reshape(-1, 2))).reshape(pixels.shape)
    at, along = np.empty(pixels.shape[1:]), np.empty(pixels.shape[1:])
    room = np.empty((ROOM, *pixels.shape[1:]))
    low, high = _WIDTHS[0] * width, _WIDTHS[1] * width
    n = middles(places, reach / 20, low, high, _FACING, room, at, along)
    return LinePoints(at[:n], along[:n])


_OFF = 0.04
"""Metres a point may be off its line; a line is 5 cm wide."""
_TURN = 0.94
"""Cosine of the largest angle between a point and its line: 20°."""
_SHORTEST, _GAP, _FEWEST = 0.25, 1.2, 4
"""Least length and largest gap of a line, metres, and its least number of points."""
_ROUND_OFF, _ROUND_FEWEST, _ROUND_SPAN = 0.10, 10, 70.0
"""Scatter of the centre, metres; least points and degrees of the arc."""
_ROUND_MORE = 0.02
"""Metres that a point may be off the circle beyond what it may be off a line."""
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
    lines = _find_lines(points, used)
    return Markings(tuple(lines), tuple(_crossings(lines)), circle)


def _find_circle(points: LinePoints, radius: float) -> tuple[FieldCircle | None, NDArray[np.bool_]]:
    """The place most points agree on as the centre, one radius aside of each."""
    used = np.zeros(len(points.at), dtype=np.bool_)
    if len(points.at) < _ROUND_FEWEST:
        return None, used
    centre, room, off = np.zeros(2), np.empty((2, 2 * len(used))), _OFF + _ROUND_MORE
    rule = radius, _ROUND_OFF, off, _ROUND_FEWEST
    if rough_circle(points.at, points.along, *rule, room, centre, used) == 0:
        return None, used
    out = points.at[used] - centre
    angles = np.sort(np.degrees(np.arctan2(out[:, 1], out[:, 0])))
    span = 360 - np.diff(np.append(angles, angles[0] + 360)).max()
    found = float(np.hypot(out[:, 0], out[:, 1]).mean())
    if span < _ROUND_SPAN or abs(found - radius) > 0.15 * radius:
        return None, np.zeros_like(used)
    return FieldCircle(centre, found, int(used.sum())), used


def _find_lines(points: LinePoints, used: NDArray[np.bool_]) -> list[FieldLine]:
    """The line through most points that are not used, then through most of what is left."""
    n = len(used)
    room, marks = np.empty((5, n)), np.empty((2, n), dtype=np.bool_)
    lines = np.empty((n, 5))
    rule = _OFF, _TURN, _FEWEST, _GAP, _SHORTEST
    found = find_lines(points.at, points.along, used, rule, room, marks, np.empty(4), lines)
    return [FieldLine(line[:2], line[2:4], int(line[4])) for line in lines[:found]]


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
    (ax, ay), (bx, by) = a.start.tolist(), b.start.tolist()
    length_a, ux, uy = _along(ax, ay, *a.end.tolist())
    length_b, vx, vy = _along(bx, by, *b.end.tolist())
    sine = ux * vy - uy * vx
    if abs(sine) < _SQUARE:
        return None
    dx, dy = bx - ax, by - ay
    on_a, on_b = (dx * vy - dy * vx) / sine, (dx * uy - dy * ux) / sine
    through = 0
    for place, length in ((on_a, length_a), (on_b, length_b)):
        if not -_SHORT < place < length + _SHORT:
            return None
        through += int(_PAST < place < length - _PAST)
    kind = (CrossingKind.L, CrossingKind.T, CrossingKind.X)[through]
    return Crossing(np.array([ax + on_a * ux, ay + on_a * uy]), kind)


def _along(x: float, y: float, end_x: float, end_y: float) -> tuple[float, float, float]:
    """Length of a line, and its direction."""
    length = hypot(end_x - x, end_y - y)
    return length, (end_x - x) / length, (end_y - y) / length
