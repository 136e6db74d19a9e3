"""Where the field begins in some columns of a frame, compiled, a line at a time."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.kinematics.compiled import bare, compiled, piece

__all__ = ["BorderState", "border_line", "field_edge"]

SURE = 8
"""Pixels of field, one below the other, that make sure it is the field and no speck."""
DOUBT = 2
"""Pixels of field that one other pixel outweighs: noise in the field is rarer than that."""


class BorderState(NamedTuple):
    """The memory of the search: columns that have not met the field yet, and where others did."""

    code: NDArray[np.int64]
    """(1,) the field's class"""
    columns: NDArray[np.int64]
    """(n,) x of the columns"""
    open_places: NDArray[np.int64]
    """(n,) which of them still look for the field"""
    open_count: NDArray[np.int64]
    """(1,) how many that are"""
    streak: NDArray[np.int64]
    """(n,) field pixels so far, less the doubts"""
    begin: NDArray[np.int64]
    """(n,) row where the streak began"""
    rows: NDArray[np.int64]
    """(n,) first row of the field; the frame's height where there is none"""


@piece
def border_line(border, y, line):
    """Look at line `y` in the columns that have not met the field; `line` has a guard before it."""
    kept, field = 0, border.code[0]
    for place in range(border.open_count[0]):
        column = border.open_places[place]
        streak = border.streak[column]
        if line[border.columns[column] + 1] == field:
            if streak == 0:
                border.begin[column] = y
            streak += 1
        else:
            streak = max(streak - DOUBT, 0)
        border.streak[column] = streak
        if streak < SURE:
            border.open_places[kept] = column
            kept += 1
        else:
            border.rows[column] = border.begin[column]
    border.open_count[0] = kept


@compiled
def field_edge(columns, seen, height, rows):
    """First row of the field in every column of the frame, from what was seen in some.

    Args:
        columns: (n,) x, increasing.
        seen: (n,) first row of field, `height` for none.
        rows: (width,) out: the hull between the outermost columns that show field, which stand for
            the pixels up to the frame's edge if they are the outermost of all; infinite elsewhere.
    """
    hull, count = np.empty(columns.shape[0], dtype=np.int64), 0
    calm = np.empty(columns.shape[0], dtype=np.int64)
    for place in range(columns.shape[0]):
        calm[place] = _calm(seen, place)
        if calm[place] < height:
            while count > 1 and _dents(columns, calm, hull[count - 2], hull[count - 1], place):
                count -= 1
            hull[count] = place
            count += 1
    rows[:] = np.inf
    if count == 0:
        return
    low, high = columns[hull[0]], columns[hull[count - 1]]
    for corner in range(1, count):
        one, other = hull[corner - 1], hull[corner]
        slope = (calm[other] - calm[one]) / (columns[other] - columns[one])
        for x in range(columns[one], columns[other]):
            rows[x] = calm[one] + slope * (x - columns[one])
    rows[high] = calm[hull[count - 1]]
    if hull[0] == 0:
        rows[:low] = rows[low]
    if hull[count - 1] == columns.shape[0] - 1:
        rows[high:] = rows[high]


@bare
def _calm(seen, place):
    """The row seen in a column, unless it is higher up than those of both neighbours."""
    last = seen.shape[0] - 1
    if last < 2:
        return seen[place]
    middle = min(max(place, 1), last - 1)
    one = middle - 1 if place != middle - 1 else middle
    other = middle + 1 if place != middle + 1 else middle
    return max(seen[place], min(seen[one], seen[other]))


@bare
def _dents(x, y, a, b, c):
    """Whether the middle one of three points lies below the line between the others, y down."""
    return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]) <= 0
