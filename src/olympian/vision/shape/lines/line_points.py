"""Points on the middle of field lines: where two edges face each other at a line's width."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.vision.shape.grid import Traces
from olympian.vision.shape.lines.edge_kernel import edge_places
from olympian.vision.shape.lines.marking_kernel import ROOM, middles

ToField = Callable[[Vec], Vec]
"""Pixels (n, 2) to points on the field (n, 2), metres; not-a-number where no ground is seen."""

_WIDTHS = (0.35, 2.5)
"""How wide a line may look, in parts of its width: edges are blurred, and the camera is askew."""
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
    width: Vec
    """(n,) metres from one edge to the other."""


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
    wide = np.empty(pixels.shape[1])
    room = np.empty((ROOM, *pixels.shape[1:]))
    low, high = _WIDTHS[0] * width, _WIDTHS[1] * width
    n = middles(places, reach / 20, low, high, _FACING, room, at, along, wide)
    return LinePoints(at[:n], along[:n], wide[:n])


def share_right(points: int, fewest: int) -> float:
    """Share of sights that are right of those that rest on so many points: 0.8 on the fewest."""
    return points**2 / (points**2 + fewest**2 / 4)
