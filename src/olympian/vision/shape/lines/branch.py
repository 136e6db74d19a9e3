"""Crossings of a line with one of which too little is in the picture to be a line by itself."""

from collections.abc import Iterator, Sequence
from math import hypot

import numpy as np

from olympian.geometry import Vec
from olympian.vision.shape.lines.crossing import Crossing, CrossingKind
from olympian.vision.shape.lines.field_line import FieldLine
from olympian.vision.shape.lines.line_points import LinePoints, share_right

_NEAR, _FAR = 0.08, 0.4
"""Metres from a line between which points tell of another one that leaves it. The spots on lines
are 5 cm large."""
_PAST = 0.25
"""Metres beyond the end of a line where one may still leave it."""
_SQUARE = 0.85
"""Sine of the least angle between the two."""
_TOGETHER, _FEWEST = 0.04, 4
"""Metres along the line within which points agree on where that is, and how many have to."""
_LONG = 0.05
"""Least metres from the nearest of these points to the farthest."""
_APART = 0.2
"""Metres between crossings."""


def find_branches(
    lines: Sequence[FieldLine], points: LinePoints, found: Sequence[Crossing]
) -> list[Crossing]:
    """Where points that are in a row leave a line, and no crossing was found."""
    crossings = list(found)
    if len(points.at) < _FEWEST:
        return []
    for line in lines:
        for one in _branches(line, points):
            apart = (hypot(*(one.at - other.at).tolist()) for other in crossings)
            if min(apart, default=_APART) >= _APART:
                crossings.append(one)
    return crossings[len(found) :]


def _branches(line: FieldLine, points: LinePoints) -> Iterator[Crossing]:
    """Of one line, that of most points first."""
    way = line.end - line.start
    length = hypot(*way.tolist())
    u, v = (way / length).tolist()
    off, along = points.at - line.start, points.along
    aside = u * off[:, 1] - v * off[:, 0]
    sine = u * along[:, 1] - v * along[:, 0]
    near = (np.abs(sine) > _SQUARE) & (np.abs(aside) > _NEAR) & (np.abs(aside) < _FAR)
    if np.count_nonzero(near) < _FEWEST:
        return
    off, along, aside, sine = off[near], along[near], aside[near], sine[near]
    cosine = u * along[:, 0] + v * along[:, 1]
    meets = u * off[:, 0] + v * off[:, 1] - aside * cosine / sine
    left = (meets > -_PAST) & (meets < length + _PAST)
    while np.count_nonzero(left) >= _FEWEST:
        close = (np.abs(meets[:, None] - meets[None, :]) < _TOGETHER) & left
        close &= aside[:, None] * aside[None, :] > 0.0  # of one side
        best = int(np.where(left, close.sum(axis=1), 0).argmax())
        own = close[best]
        count = int(own.sum())
        if count < _FEWEST:
            return
        left &= ~own
        if float(np.ptp(aside[own])) < _LONG:
            continue
        ways = along[own] * np.sign(sine[own])[:, None]
        other = ways.mean(axis=0)
        other /= hypot(*other.tolist())
        place = float(np.mean(meets[own]))
        at = line.start + place * np.array([u, v])
        sure = min(line.certainty, share_right(count, _FEWEST))
        yield Crossing(at, CrossingKind.T, sure, _both((u, v), other))


def _both(one: tuple[float, float], other: Vec) -> Vec:
    return np.array([one, other.tolist()])
