"""The centre circle on the field: where points of lines agree on a centre, all round."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec2
from olympian.vision.shape.lines.line_points import LinePoints, share_right
from olympian.vision.shape.lines.marking_kernel import rough_circle

_SCATTER, _OFF = 0.15, 0.10
"""Metres by which the centres that points stand for, and the points, may be off: a camera that is
held 1° askew makes an ellipse of the circle."""
_FEWEST = 10
_BIN_DEG = 10
_BINS, _RUN = 8, 6
"""Least number of bins of 10° with points, and of bins in a row that have one or whose neighbours
do: two lines that touch the circle at a right angle fill two short runs."""
_TURNED, _SCATTERED = 0.25, 0.025
"""Median sine of the angle between points and the circle, and metres of scatter about it. Points
of straight lines about it have 0.18 and 0.020, those of a circle 0.07 and 0.003."""
_MANY_BINS = 18
"""So many sectors no lines fill, however askew the camera is."""
_RADIUS_OFF = 0.18
"""Largest part by which the radius may differ."""


@dataclass(frozen=True, eq=False)
class FieldCircle:
    """Middle of the line of the centre circle, metres."""

    centre: Vec2
    radius: float
    points: int
    certainty: float = 1.0
    """Share of such sights that are the circle, 0 to 1."""


def find_circle(points: LinePoints, radius: float) -> tuple[FieldCircle | None, NDArray[np.bool_]]:
    """The place most points agree on as the centre, one radius aside of each; and its points."""
    used = np.zeros(len(points.at), dtype=np.bool_)
    if len(points.at) < _FEWEST:
        return None, used
    centre, room = np.zeros(2), np.empty((2, 2 * len(used)))
    rule = radius, _SCATTER, _OFF, _FEWEST
    if rough_circle(points.at, points.along, *rule, room, centre, used) == 0:
        return None, used
    out = points.at[used] - centre
    found = float(np.hypot(out[:, 0], out[:, 1]).mean())
    if not _is_round(out, points.along[used]) or abs(found - radius) > _RADIUS_OFF * radius:
        return None, np.zeros_like(used)
    return FieldCircle(centre, found, n := int(used.sum()), share_right(n, _FEWEST)), used


def _is_round(out: Vec, along: Vec) -> bool:
    """Whether points about a centre are of a circle, and not of lines that only touch it."""
    filled = _filled(out)
    if filled.sum() < _BINS or _longest(filled) < _RUN:
        return False
    away = np.hypot(out[:, 0], out[:, 1])
    turned = np.abs(np.sum(out * along, axis=1)) / away
    straight = float(np.median(turned)) / _TURNED + float(away.std()) / _SCATTERED
    return straight < 1.0 or int(filled.sum()) >= _MANY_BINS


def _filled(out: Vec) -> NDArray[np.bool_]:
    """Which sectors about a centre have points."""
    angles = np.degrees(np.arctan2(out[:, 1], out[:, 0])) % 360
    filled = np.zeros(360 // _BIN_DEG, dtype=np.bool_)
    filled[(angles / _BIN_DEG).astype(int) % len(filled)] = True
    return filled


def _longest(filled: NDArray[np.bool_]) -> int:
    """Sectors in a row that have points, or whose neighbours on both sides do."""
    if filled.all():
        return len(filled)
    closed = filled | (np.roll(filled, 1) & np.roll(filled, -1))
    ends = np.flatnonzero(~np.concatenate([closed, closed]))
    return len(closed) if len(ends) == 0 else int(np.diff(ends).max(initial=1)) - 1
