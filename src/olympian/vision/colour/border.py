"""The border of the field: above it nothing belongs to the game."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.border_kernel import STEP, BorderState, field_edge
from olympian.vision.colour.lanes import LANES

__all__ = ["FieldBorder", "border_of", "border_state", "restart"]


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
