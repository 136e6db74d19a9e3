"""Connection graph and edge traces of a grid in compiled code (11.1.3 and 11.1.4)."""

from olympian.compiled import bare, piece
from olympian.vision.shape.grid.representer_kernel import (
    BIT,
    COLUMN,
    COUNT,
    EX,
    EY,
    ROW,
    X,
    Y,
    alike,
)


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


_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Neighbours of a cell (column, row) in the order of their directions, 45° apart."""
_AHEAD = (0, 1, 7, 2, 6)
"""Which of them are asked, from the one straight ahead: the first that fits is taken."""


@piece
def _octant(x, y):
    """Number of the direction of (x, y), 0 to 7; borders at tan 22.5° ≈ 5/12."""
    a, b = abs(x), abs(y)
    if 12 * b < 5 * a:
        return 0 if x > 0 else 4
    if 12 * a < 5 * b:
        return 2 if y > 0 else 6
    if x > 0:
        return 1 if y > 0 else 7
    return 3 if y > 0 else 5


@piece
def _fits(ers, a, b, turn, aim):
    """Both conditions of figure 11.5: one direction, and the way from a to b along it."""
    ax, ay, bx, by = ers[a, EX], ers[a, EY], ers[b, EX], ers[b, EY]
    if not alike(ax, ay, bx, by, turn):
        return False
    dx, dy = ers[b, X] - ers[a, X], ers[b, Y] - ers[a, Y]
    return alike(ax, ay, dx, dy, aim) and alike(bx, by, dx, dy, aim)


@piece
def _next(ers, a, index, inbound, turn, aim):
    rows, columns = index.shape[0], index.shape[1]
    octant = _octant(ers[a, EX], ers[a, EY])
    for k in range(5):
        step = _STEPS[(octant + _AHEAD[k]) % 8]
        column, row = ers[a, COLUMN] + step[0], ers[a, ROW] + step[1]
        if 0 <= column < columns and 0 <= row < rows:
            for slot in range(2):
                b = index[row, column, slot]
                if b >= 0 and inbound[b] == 0 and _fits(ers, a, b, turn, aim):
                    return b
    return -1


@bare
def connect(ers, count, index, turn, aim, outbound, inbound):
    """Fills `outbound` (number of the next representer or −1) and `inbound` (0 or 1).

    Args:
        turn: largest angle between neighbours, `aim` between their way and themselves; tangents in
            256ths.
    """
    inbound[:count] = 0
    for a in range(count):
        b = _next(ers, a, index, inbound, turn, aim)
        outbound[a] = b
        if b >= 0:
            inbound[b] = 1


@piece
def _copy(ers, b, chains, n):
    for k in range(ers.shape[1]):
        chains[n, k] = ers[b, k]
    return n + 1


@bare
def trace(ers, count, outbound, inbound, chains, starts):
    """Copies representers chain by chain into `chains`; returns the number of chains.

    Chain k is rows starts[k]…starts[k + 1]−1. First those with a beginning; what is left then are
    closed loops, which the thesis leaves out: they start at their first representer in the order of
    reading, and are marked by repeating it at the end.
    """
    n = traces = 0
    starts[0] = 0
    for loops in range(2):
        for a in range(count):
            if inbound[a] != loops:
                continue
            first, b = n, a
            while b >= 0 and inbound[b] != 2:
                n = _copy(ers, b, chains, n)
                inbound[b] = 2
                b = outbound[b]
            if loops == 1 and n > first:
                n = _copy(ers, a, chains, n)
            traces += 1
            starts[traces] = n
    return traces
