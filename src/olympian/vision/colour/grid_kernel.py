"""The image grid, a line at a time, compiled: counts per cell, then two classes per cell."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece
from olympian.vision.colour.regions.run_kernel import CODE, END, START

CLASSES = 16
"""Classes that four bits tell apart, none included."""


class GridState(NamedTuple):
    """The memory of griding: the counts of one row of cells, and the grid."""

    row_edges: NDArray[np.int64]
    """(rows + 1,) first line of each row of cells; empty where no grid is wanted"""
    edges: NDArray[np.int32]
    """(columns + 1,) first pixel of each column of cells"""
    column_of: NDArray[np.uint64]
    """(width,) column of cells that a pixel lies in"""
    foreground: NDArray[np.int64]
    """Classes, the most important first."""
    background: NDArray[np.int64]
    least: NDArray[np.int64]
    """(1,) pixels below which a class in a cell is noise"""
    counts: NDArray[np.int32]
    """(columns, 16) pixels of each class in the cells where a run begins or ends"""
    across: NDArray[np.int32]
    """(columns, 16) runs that cover whole cells from here on, less those that end before"""
    cells: NDArray[np.uint8]
    """(rows, columns) foreground in the upper four bits, background in the lower"""
    row: NDArray[np.int64]
    """(1,) row that is being counted"""


@piece
def grid_line(grid, y, runs, count):
    """Count one line; a row of cells is decided after its last line."""
    if grid.row_edges.shape[0] == 0:
        return
    row = grid.row[0]
    while row + 1 < grid.row_edges.shape[0] - 1 and grid.row_edges[row + 1] <= y:
        row += 1  # rows of no line, in pictures with fewer lines than the grid has rows
    count_runs(grid, runs, count)
    if y + 1 == grid.row_edges[row + 1]:
        decide_row(grid, grid.cells[row])
        row += 1
    grid.row[0] = row


@bare
def count_runs(grid, runs, count):
    """Add the runs of a line to the cells they cross: a long run costs no more than a short one."""
    for run in range(count):
        start, end = runs[run, START], runs[run, END]
        code = np.uint64(runs[run, CODE])
        first, last = grid.column_of[start], grid.column_of[end - 1]
        if first == last:
            grid.counts[first, code] += end - start
        else:
            after = first + np.uint64(1)
            grid.counts[first, code] += grid.edges[after] - start
            grid.counts[last, code] += end - grid.edges[last]
            grid.across[after, code] += 1
            grid.across[last, code] -= 1


@bare
def decide_row(grid, out):
    """The most important foreground and background of each cell; empties the counts."""
    least, before, cell = grid.least[0], 0, 0
    for column in range(grid.counts.shape[0]):
        width, present = grid.edges[column + 1] - grid.edges[column], 0
        for code in range(CLASSES):
            if column > 0:
                grid.across[column, code] += grid.across[column - 1, code]
            total = grid.counts[column, code] + grid.across[column, code] * width
            present |= np.int64(total >= least) << code
        if present != before or column == 0:  # or else it looks like its neighbour
            before = present
            cell = _first(grid.foreground, present) << 4 | _first(grid.background, present)
        out[column] = cell
    grid.counts[:] = 0
    grid.across[:] = 0


@piece
def _first(classes, present):
    """The first of some classes that is present, a bit each; 0 if none is."""
    for code in classes:
        if present >> code & 1:
            return code
    return 0
