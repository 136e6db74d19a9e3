"""Which pixels are scanned: one span of columns for each line of a frame.

Three of the four accelerations of section 11.1.5 are spans; the fourth, quarter resolution, is an
option of the grid.
"""

from math import ceil
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import ArrayLike, NDArray

wide: Any = intrinsic
"""Checkers take the first argument, Numba's typing context, for one of the caller's."""


@wide
def bits_set(_context: Any, _word: Any) -> Any:
    """How many bits of a 64-bit word are set."""
    signature = types.int64(types.int64)

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature, generate


Spans = NDArray[np.int64]
"""(height, 2): first column, and the one after the last; an empty span skips the line."""

SKIP_ROWS = 640.0
"""Equation 11.6: a line is skipped with a chance of its row by this number."""


def whole(width: int, height: int) -> Spans:
    """Every pixel."""
    return np.tile(np.array([0, width], dtype=np.int64), (height, 1))


def below_horizon(spans: Spans, horizon: ArrayLike) -> Spans:
    """Spans without what lies above the horizon.

    Args:
        horizon: first row that sees ground: a number, or one per column where it is a curve. A line
            then keeps everything between its first and last column on or below the curve, since a
            span has no holes.
    """
    curve = np.asarray(horizon, dtype=float)
    if curve.ndim == 0:
        below = spans.copy()
        below[: max(ceil(curve), 0)] = 0
        return below
    seen = np.arange(len(spans))[:, None] >= curve[None, :]
    first, after = seen.argmax(axis=1), len(curve) - seen[:, ::-1].argmax(axis=1)
    return _cut(spans, seen.any(axis=1), first, after)


def inside_circle(spans: Spans, x: float, y: float, radius: float) -> Spans:
    """Spans inside the image circle of a fish-eye: pixels whose centre lies in it."""
    rest = radius**2 - (np.arange(len(spans)) - y) ** 2
    half = np.sqrt(np.maximum(rest, 0.0))
    return _cut(spans, rest >= 0.0, np.ceil(x - half), np.floor(x + half) + 1)


def skip_lines(spans: Spans, random: np.random.Generator) -> Spans:
    """Spans with lines left out at random, the more the nearer they see (equation 11.6)."""
    kept = random.random(len(spans)) >= np.arange(len(spans)) / SKIP_ROWS
    return _cut(spans, kept, spans[:, 0], spans[:, 1])


def _cut(spans: Spans, kept: ArrayLike, first: ArrayLike, after: ArrayLike) -> Spans:
    """The part of each span between two columns; nothing where the line is not kept."""
    low = np.maximum(spans[:, 0], np.asarray(first)).astype(np.int64)
    high = np.minimum(spans[:, 1], np.asarray(after)).astype(np.int64)
    low[~np.asarray(kept)] = high[~np.asarray(kept)] = 0
    return np.column_stack([low, np.maximum(low, high)])
