"""Which edges are a field line's: those with white on one side and green on the other."""

from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece
from olympian.vision.colour import ColourTable
from olympian.vision.colour.table.samples import class_at
from olympian.vision.shape import Traces
from olympian.vision.shape.grid.representer_kernel import BIT, EX, EY, X, Y

__all__ = ["line_edges"]

_BRIGHT_PX, _DARK_PX = (1.0, 2.0), (-2.0, -3.5)
"""Where to look for white and green beside an edge, which is blurred; lines far away are thin."""


def line_edges(
    table: ColourTable, frame: NDArray[np.uint8], traces: Traces
) -> NDArray[np.bool_] | None:
    """(n,) which representers lie between white and green; None if the table lacks a colour."""
    if "white" not in table.names or "green" not in table.names:
        return None
    found = np.empty(len(traces.chains), dtype=np.bool_)
    _between(frame, table.codes, traces.chains, table.code("white"), table.code("green"), found)
    return found


@piece
def _any(frame, codes, x, y, right, down, steps, code):
    """Whether a pixel at one of two steps from a place is of that class."""
    one = class_at(frame, codes, x + steps[0] * right, y + steps[0] * down) == code
    return one or class_at(frame, codes, x + steps[1] * right, y + steps[1] * down) == code


@bare
def _between(frame, codes, chains, white, green, found):
    for i in range(len(chains)):
        x, y = chains[i, X] / BIT, chains[i, Y] / BIT
        ex, ey = float(chains[i, EX]), float(chains[i, EY])
        length = hypot(ex, ey)
        right, down = ey / length, -(ex / length)  # towards the brighter side
        found[i] = _any(frame, codes, x, y, right, down, _BRIGHT_PX, white) and _any(
            frame, codes, x, y, right, down, _DARK_PX, green
        )
