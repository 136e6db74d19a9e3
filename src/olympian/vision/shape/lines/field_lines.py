"""Straight lines of the field, the centre circle and where lines meet, from edge traces."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.vision.shape.grid import Traces
from olympian.vision.shape.lines.branch import find_branches
from olympian.vision.shape.lines.crossing import Crossing, find_crossings
from olympian.vision.shape.lines.field_circle import FieldCircle, find_circle
from olympian.vision.shape.lines.field_line import FieldLine
from olympian.vision.shape.lines.line_kernel import find_lines
from olympian.vision.shape.lines.line_points import LinePoints, ToField, line_points, share_right

_OFF = 0.04
"""Metres a point may be off its line; a line is 5 cm wide."""
_TURN = 0.94
"""Cosine of the largest angle between a point and its line: 20°."""
_SHORTEST, _GAP, _FEWEST = 0.25, 1.2, 4
"""Least length and largest gap of a line, metres, and its least number of points."""


@dataclass(frozen=True, eq=False)
class Markings:
    """What is painted on the field, in the coordinates of `to_field`."""

    lines: tuple[FieldLine, ...]
    crossings: tuple[Crossing, ...]
    circle: FieldCircle | None
    points: LinePoints
    """What they were made of."""


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
    circle, used = find_circle(points, circle_radius)
    lines = _find_lines(points, used)
    crossings = find_crossings(lines, circle)
    crossings += find_branches(lines, points, crossings)
    return Markings(tuple(lines), tuple(crossings), circle, points)


def _find_lines(points: LinePoints, used: NDArray[np.bool_]) -> list[FieldLine]:
    """The line through most points that are not used, then through most of what is left."""
    n = len(used)
    room, marks = np.empty((5, n)), np.empty((2, n), dtype=np.bool_)
    lines = np.empty((n, 5))
    rule = _OFF, _TURN, _FEWEST, _GAP, _SHORTEST
    found = find_lines(points.at, points.along, used, rule, room, marks, np.empty(4), lines)
    return [
        FieldLine(line[:2], line[2:4], n := int(line[4]), share_right(n, _FEWEST))
        for line in lines[:found]
    ]
