"""Memory of a gradient grid for frames of one size."""

import numpy as np

from olympian.vision.shape.edge_pixels import LANE
from olympian.vision.shape.grid.options import GridOptions
from olympian.vision.shape.grid.representer_kernel import FIELDS
from olympian.vision.shape.spans import whole

__all__ = ["GridScratch"]


class GridScratch:
    """Everything a frame of this size needs, allocated once."""

    def __init__(self, height: int, width: int, options: GridOptions) -> None:
        self.shape = (height, width)
        self.whole = whole(width, height)
        part = 2 if options.quarter else 1
        rows, columns = -(-height // part), -(-width // part)
        stride = max(-(-columns // LANE), 1) * LANE
        cell = options.cell // part
        self.planes = (
            np.zeros((rows, stride), dtype=np.uint8),
            np.zeros((rows, 2), dtype=np.int64),
        )
        self.scratch = _scratch(stride, columns, cell, 2 * cell if options.overlap else cell)
        grid = (-(-rows // cell), -(-columns // cell), 2)
        most = grid[0] * grid[1] * 2
        # A closed loop repeats a representer, so chains may be half as many again.
        self.chains = np.zeros((2 * most, FIELDS), dtype=np.int64)
        self.starts = np.zeros(most + 1, dtype=np.int64)
        self.points = np.zeros((4 * most, 2))
        self.index = np.zeros(grid, dtype=np.int64)
        self.ers = np.zeros((most, FIELDS), dtype=np.int64)
        links = (np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64))
        self.results = (self.ers, self.index, *links, self.chains, self.starts, self.points)


def _scratch(stride: int, columns: int, cell: int, lines: int) -> tuple[np.ndarray, ...]:
    """What `represent` works with on one row of cells.

    Strengths of its lines, one above and one below, and a lane on either side; the mask; lanes and
    places in use; the cell of each column and half a cell more; ten sums for each cell.
    """
    return (
        np.zeros((lines + 2) * stride + 2 * LANE, dtype=np.uint8),
        np.zeros(lines * stride, dtype=np.uint8),
        np.zeros(lines * stride // LANE + 1, dtype=np.int64),
        np.zeros(lines * stride + 8, dtype=np.uint64),
        np.arange(columns + cell, dtype=np.uint64) // np.uint64(cell),
        np.zeros(10 * (columns // cell + 2), dtype=np.int64),
    )
