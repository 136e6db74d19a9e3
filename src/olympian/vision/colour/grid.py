"""Image griding: 32×24 cells with a foreground and a background class each (thesis 10.2.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.grid_kernel import CLASSES, GridState
from olympian.vision.truth import Colour

FOREGROUND = (
    Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.CYAN,
    Colour.MAGENTA, Colour.BLACK, Colour.WHITE, Colour.GREEN,
)  # fmt: skip
"""Table 10.2 of the thesis: the ball must not be missed."""
BACKGROUND = FOREGROUND[::-1]
"""The same table: the field says whether something is on it."""
NOISE = 0.08
"""Share of a cell below which a class is noise: 2 of the thesis's 25 pixels."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Classes of the cells of a frame, packed: foreground · 16 + background."""

    cells: NDArray[np.uint8]
    """(rows, columns)"""

    @property
    def foreground(self) -> NDArray[np.uint8]:
        return self.cells >> np.uint8(4)

    @property
    def background(self) -> NDArray[np.uint8]:
        return self.cells & np.uint8(15)


@dataclass(frozen=True)
class GridRule:
    """How a grid is made. Cells of frames that cannot be divided evenly differ by a pixel: column
    k begins at pixel ⌊k · width / columns⌋; of frames smaller than the grid some cells are empty.
    """

    rows: int = 24
    columns: int = 32
    foreground: tuple[int, ...] = FOREGROUND
    """Classes, the most important first; those left out are ignored."""
    background: tuple[int, ...] = BACKGROUND
    least: int | None = None
    """Pixels below which a class in a cell is noise; None for 8 % of a cell."""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise OlympianError(f"a grid of {self.columns} × {self.rows} cells has none")
        for code in (*self.foreground, *self.background):
            if not 0 < code < CLASSES:
                raise OlympianError(f"class {code} does not fit into a cell; choose from 1 to 15")

    def least_pixels(self, height: int, width: int) -> int:
        """Pixels that a class needs in a cell of a frame of that size."""
        if self.least is not None:
            return self.least
        return max(1, round(NOISE * height * width / (self.rows * self.columns)))

    def state(self, height: int, width: int) -> GridState:
        """Memory for frames of that size."""
        edges = np.arange(self.columns + 1) * width // self.columns
        return GridState(
            row_edges=np.arange(self.rows + 1) * height // self.rows,
            edges=edges.astype(np.int32),
            column_of=(np.searchsorted(edges, np.arange(width), side="right") - 1).astype(
                np.uint64
            ),
            foreground=np.array(self.foreground, dtype=np.int64),
            background=np.array(self.background, dtype=np.int64),
            least=np.array([self.least_pixels(height, width)]),
            counts=np.zeros((self.columns, CLASSES), dtype=np.int32),
            across=np.zeros((self.columns, CLASSES), dtype=np.int32),
            cells=np.zeros((self.rows, self.columns), dtype=np.uint8),
            row=np.zeros(1, dtype=np.int64),
        )


def no_grid() -> GridState:
    """Memory for scans that want no grid."""
    nothing = np.zeros(0, dtype=np.int64)
    return GridRule(rows=1, columns=1).state(1, 1)._replace(row_edges=nothing)


def clear(grid: GridState) -> None:
    """Make ready for a new frame."""
    grid.counts[...] = 0
    grid.across[...] = 0
    grid.cells[...] = 0
    grid.row[0] = 0
