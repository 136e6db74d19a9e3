"""The border of the field: above it nothing belongs to the game."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, compiled, piece
from olympian.vision.colour.lanes import LANES, equals, lowest_bit

STEP = 8
"""Pixels between the columns that are looked at."""
SURE = 8
"""Pixels of field, one below the other, that make sure it is the field and no speck."""
DOUBT = 2
"""Pixels of field that one other pixel outweighs: noise in the field is rarer than that."""


class BorderState(NamedTuple):
    """The memory of the search: columns that have not met the field yet, and where others did.

    A line is looked at 64 pixels at once, a bit each: the columns stand `STEP` pixels apart.
    """

    code: NDArray[np.int64]
    """(1,) the field's class"""
    standing: NDArray[np.uint64]
    """(words,) where the columns stand"""
    looking: NDArray[np.uint64]
    """(words,) which of them still look for the field"""
    doubtful: NDArray[np.uint64]
    """(words,) which of those have seen some of it"""
    streak: NDArray[np.int64]
    """(n,) field pixels so far, less the doubts"""
    begin: NDArray[np.int64]
    """(n,) row where the streak began"""
    rows: NDArray[np.int64]
    """(n,) first row of the field; the frame's height where there is none"""


@piece
def border_line(border, y, line):
    """Look at line `y` in the columns that have not met the field; `line` has a guard before it."""
    for word in range(len(border.looking)):
        hits = equals(line, 1 + LANES * word, border.code[0])
        bits = (hits | border.doubtful[word]) & border.looking[word]
        while bits != 0:
            lowest = bits & (~bits + np.uint64(1))
            column = (np.uint64(LANES * word) + np.uint64(lowest_bit(bits))) // np.uint64(STEP)
            _look(border, word, column, lowest, y, hits & lowest != 0)
            bits ^= lowest


@piece
def _look(border, word, column, bit, y, hit):
    """One pixel of one column."""
    streak = border.streak[column]
    if hit:
        if streak == 0:
            border.begin[column] = y
        streak += 1
    else:
        streak = max(streak - DOUBT, 0)
    border.streak[column] = streak
    border.doubtful[word] &= ~bit
    if streak >= SURE:
        border.looking[word] &= ~bit
        border.rows[column] = border.begin[column]
    elif streak > 0:
        border.doubtful[word] |= bit


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


@dataclass(frozen=True, eq=False)
class FieldBorder:
    """First row of the field in every column of a frame, and what was seen to say so."""

    columns: NDArray[np.int64]
    """(n,) x of the columns that were looked at"""
    seen: NDArray[np.int64]
    """(n,) first row of field in them; the frame's height where there is none"""
    rows: NDArray[np.float64]
    """(width,) first row of the field, robots and balls before it seen through; infinite where no
    field is"""

    def holds(self, x: float, y: float, margin: float = 2.0) -> bool:
        """Whether a pixel shows the field or something before it."""
        if len(self.rows) == 0:
            return False
        column = min(max(round(x), 0), len(self.rows) - 1)
        return bool(y >= self.rows[column] - margin)


def border_state(code: int, width: int) -> BorderState:
    """Memory for frames of that width, looking for the field's class `code`; 0 looks for none."""
    columns = _columns(code, width)
    standing = np.zeros(-(-width // LANES) if code else 0, dtype=np.uint64)
    np.bitwise_or.at(
        standing, columns // LANES, np.uint64(1) << (columns % LANES).astype(np.uint64)
    )
    one, empty = np.zeros(1, dtype=np.int64), np.zeros(len(columns), dtype=np.int64)
    numbers = (empty, empty.copy(), empty.copy())
    return BorderState(one + code, standing, standing.copy(), standing.copy(), *numbers)


def _columns(code: int, width: int) -> NDArray[np.int64]:
    return np.arange(min(STEP // 2, width // 2), width if code else 0, STEP)


def restart(border: BorderState, height: int) -> None:
    """Make ready for a new frame."""
    border.looking[:] = border.standing
    border.doubtful[:] = 0
    border.streak[:] = 0
    border.rows[:] = height


def border_of(state: BorderState, height: int, width: int) -> FieldBorder:
    """The border of the field in the frame that was looked at.

    A field is convex, so in the picture its upper edge is too: whatever dents it stands before it.
    Single columns that stick out upwards are green things beyond the field and are left out.
    """
    columns, seen = _columns(int(state.code[0]), width), state.rows.copy()
    rows = np.empty(width)
    field_edge(columns, seen, height, rows)
    return FieldBorder(columns, seen, rows)
