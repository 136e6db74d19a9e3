"""Corners of edge traces in pixels, in compiled code."""

from olympian.compiled import bare, piece
from olympian.vision.shape.grid.representer_kernel import BIT, COLUMN, COUNT, EX, EY, ROW, X, Y

__all__ = ["corners"]


@piece
def _room(at, along, low, high):
    """Steps along an axis from `at` to the border of a cell; a step is `along` pixels long."""
    if along > 0.0:
        return max(high - at, 0.0) / along
    return max(at - low, 0.0) / -along if along < 0.0 else 1e9


@piece
def _end(chains, k, sign, cell, part, margin, out, n):
    """Where the edge of representer k ends in its cell, ahead (1) or behind (−1).

    A representer is the middle of its edge, so the end is half of what its pixels cover away, at
    most at the border of the cell. An edge has one pixel per step of its larger component.
    """
    x, y = chains[k, X] / BIT, chains[k, Y] / BIT
    larger = max(abs(chains[k, EX]), abs(chains[k, EY]))
    ax, ay = sign * chains[k, EX] / larger, sign * chains[k, EY] / larger
    left, top = cell * chains[k, COLUMN] - 0.5 - margin, cell * chains[k, ROW] - 0.5 - margin
    side = cell + 2 * margin
    steps = min(_room(x, ax, left, left + side), _room(y, ay, top, top + side))
    steps = min(steps, 0.5 * part * chains[k, COUNT])
    out[n, 0], out[n, 1] = x + steps * ax, y + steps * ay


@bare
def corners(chains, starts, traces, cell, part, margin, out):
    """Fills `out`: for each trace its beginning, its representers and its end, pixels."""
    n = 0
    for trace in range(traces):
        first, after = starts[trace], starts[trace + 1]
        _end(chains, first, -1.0, cell, part, margin, out, n)
        n += 1
        for k in range(first, after):
            out[n, 0], out[n, 1] = chains[k, X] / BIT, chains[k, Y] / BIT
            n += 1
        _end(chains, after - 1, 1.0, cell, part, margin, out, n)
        n += 1
