"""Points on the middle of field lines: two edges that face each other at a line's width."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.vision.shape.marking_kernel import pair_edges
from olympian.vision.shape.traces import Traces

__all__ = ["LinePoints", "ToField", "line_points"]

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

    def without(self, used: np.ndarray) -> "LinePoints":
        """The points that are not used yet."""
        return LinePoints(self.at[~used], self.along[~used])


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
    pixels, along = traces.points(), traces.directions()
    if keep is not None:
        pixels, along = pixels[keep], along[keep]
    bright = np.column_stack([along[:, 1], -along[:, 0]])
    at = to_field(pixels)
    ahead, inside = to_field(pixels + _STEP_PX * along) - at, to_field(pixels + bright) - at
    step = np.hypot(ahead[:, 0], ahead[:, 1])
    with np.errstate(invalid="ignore"):
        seen = np.isfinite(at + ahead + inside).all(axis=1) & (20 * step < reach) & (step > 0)
    at, ahead, inside, step = at[seen], ahead[seen], inside[seen], step[seen]
    along_field = ahead / step[:, None] if len(at) else ahead
    normal = np.column_stack([-along_field[:, 1], along_field[:, 0]])
    normal *= np.where((normal * inside).sum(axis=1) >= 0, 1.0, -1.0)[:, None]
    return _pairs(at, along_field, normal, 0.03 + 4 * step, width)


def _pairs(at: Vec, along: Vec, normal: Vec, slack: Vec, width: float) -> LinePoints:
    """Middle between each edge and the nearest one that faces it."""
    if len(at) < 2:
        return LinePoints(np.zeros((0, 2)), np.zeros((0, 2)))
    low, high = _WIDTHS[0] * width, _WIDTHS[1] * width
    middle = np.empty_like(at)
    pair_edges(at, along, normal, slack, low, high, _FACING, middle)
    paired = np.isfinite(middle[:, 0])
    return LinePoints(middle[paired], along[paired])
