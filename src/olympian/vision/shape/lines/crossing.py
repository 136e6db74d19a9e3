"""Where lines of the field meet: two straight ones, or one and the centre circle."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec2
from olympian.vision.shape.lines.field_circle import FieldCircle
from olympian.vision.shape.lines.field_line import FieldLine

_PAST, _SHORT = 0.2, 0.3
"""A line goes through a crossing when it continues 0.2 m; it reaches one up to 0.3 m away."""
_SQUARE = 0.8
"""Sine of the least angle between lines that cross."""
_FIRM, _SHORT_FIRM = 0.97, 0.8
"""Certainty of line and circle from which on they meet, whatever hides the place, and how far from
it the line may end."""
_BY_CENTRE = 0.2
"""Metres by which the halfway line may miss the centre of the circle."""
_ON_ARM, _ASIDE = (0.11, 0.16, 0.21), 0.06
"""Metres from a crossing where an arm is looked for, and from its middle to what is beside it."""
_BRIGHTER, _ENOUGH = 10, 2
"""Levels by which a line is brighter than what is beside it, and in how many of these places."""
_PARTLY, _WHOLLY = 0.96, 0.99
"""Share of crossings that are some, of which arms are out of sight, and of the others."""
ToPixels = Callable[[Vec], Vec]
"""Points on the field (n, 2), metres, to pixels (n, 2); not-a-number where they are not seen."""


class CrossingKind(Enum):
    """Shape of a crossing."""

    L = "L"
    T = "T"
    X = "X"


@dataclass(frozen=True, eq=False)
class Crossing:
    """Where two lines meet."""

    at: Vec2
    kind: CrossingKind
    certainty: float = 1.0
    """Share of such sights that are crossings of the field, 0 to 1."""
    ways: Vec | None = None
    """(2, 2) unit vectors along both lines; of the circle, along its tangent."""


def find_crossings(lines: Sequence[FieldLine], circle: FieldCircle | None) -> list[Crossing]:
    """All of straight lines that come near each other, and where a line leaves the circle."""
    found = []
    for index, a in enumerate(lines):
        for b in lines[index + 1 :]:
            crossing = _crossing(a, b)
            if crossing is not None:
                found.append(crossing)
    if circle is not None:
        for line in lines:
            found += _through(line, circle)
    return found


def with_arms(
    crossings: Sequence[Crossing], grey: NDArray[np.uint8], to_pixels: ToPixels
) -> list[Crossing]:
    """Those of which at least two arms are in the picture, with the kind that their arms say.

    Where the picture ends, or an arm is hidden, the kind stays what the lines say.
    """
    asked = [one for one in crossings if one.ways is not None]
    if not asked:
        return list(crossings)
    at, both = np.array([one.at for one in asked]), np.array([one.ways for one in asked])
    arms = np.concatenate([both, -both], axis=1)  # (n, 4, 2): two, and the other way
    aside = arms[..., ::-1] * (-1.0, 1.0)
    along = at[:, None, None] + np.array(_ON_ARM)[:, None] * arms[:, :, None]
    beside = _ASIDE * aside[:, :, None]
    spots = np.stack([along, along + beside, along - beside])
    levels = _levels(grey, to_pixels(spots.reshape(-1, 2))).reshape(spots.shape[:-1])
    bright = levels[0] > np.maximum(levels[1], levels[2]) + _BRIGHTER
    known = np.isfinite(levels.sum(axis=(0, -1)))
    there = bright.sum(axis=-1) >= _ENOUGH
    told = [_told(one, there[k], known[k]) for k, one in enumerate(asked)]
    return [one for one in (*crossings, *told) if one is not None and one not in asked]


def _told(
    crossing: Crossing, there: NDArray[np.bool_], known: NDArray[np.bool_]
) -> Crossing | None:
    """What its four arms make of a crossing; None where they make none."""
    if not known.all():
        return replace(crossing, certainty=_PARTLY) if (there | ~known).sum() >= 2 else None
    first, second = there[[0, 2]].sum(), there[[1, 3]].sum()
    if not first or not second:
        return None
    kind = (CrossingKind.L, CrossingKind.T, CrossingKind.X)[first + second - 2]
    return replace(crossing, kind=kind, certainty=_WHOLLY)


def _levels(grey: NDArray[np.uint8], pixels: Vec) -> Vec:
    """(n,) brightness of the nearest pixels; NaN outside the picture."""
    height, width = grey.shape
    at = np.rint(pixels)
    inside = (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
    levels = np.full(len(pixels), np.nan)
    rows = at[inside].astype(int)
    levels[inside] = grey[rows[:, 1], rows[:, 0]]
    return levels


def _through(line: FieldLine, circle: FieldCircle) -> Iterator[Crossing]:
    """Where a line through the centre leaves the circle, as far as it is seen."""
    (x, y), (cx, cy) = line.start.tolist(), circle.centre.tolist()
    length, u, v = _along(x, y, *line.end.tolist())
    if abs(u * (cy - y) - v * (cx - x)) > _BY_CENTRE:
        return
    middle = u * (cx - x) + v * (cy - y)
    sure = min(line.certainty, circle.certainty)
    firm = sure > _FIRM
    short = _SHORT_FIRM if firm else _SHORT
    for place in (middle - circle.radius, middle + circle.radius):
        if -short < place < length + short:
            at = np.array([x + place * u, y + place * v])
            ways = None if firm else np.array([(u, v), (-v, u)])
            yield Crossing(at, CrossingKind.X, sure, ways)


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
    at, sure = np.array([ax + on_a * ux, ay + on_a * uy]), min(a.certainty, b.certainty)
    return Crossing(at, kind, sure, np.array([(ux, uy), (vx, vy)]))


def _along(x: float, y: float, end_x: float, end_y: float) -> tuple[float, float, float]:
    """Length of a line, and its direction."""
    length = hypot(end_x - x, end_y - y)
    return length, (end_x - x) / length, (end_y - y) / length
