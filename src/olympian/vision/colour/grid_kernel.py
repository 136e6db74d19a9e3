"""The image grid, a line at a time, compiled: counts per cell, then two classes per cell."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.kinematics.compiled import bare, piece
from olympian.vision.colour.run_kernel import CODE, END, START

__all__ = ["CLASSES", "GridState", "count_runs", "decide_row", "grid_line"]

CLASSES = 16
"""Classes that four bits tell apart, none included."""


class GridState(NamedTuple):
    """The memory of griding: the counts of one row of cells, and the grid."""

    row_edges: NDArray[np.int64]
    """(rows + 1,) first line of each row of cells; empty where no grid is wanted"""
    edges: NDArray[np.int64]
    """(columns + 1,) first pixel of each column of cells"""
    column_of: NDArray[np.int64]
    """(width,) column of cells that a pixel lies in"""
    foreground: NDArray[np.int64]
    """Classes, the most important first."""
    background: NDArray[np.int64]
    least: NDArray[np.int64]
    """(1,) pixels below which a class in a cell is noise"""
    counts: NDArray[np.int64]
    """(columns, 16) pixels of each class"""
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
    """Add the runs of a line to the cells they cross."""
    for run in range(count):
        start, end, code = runs[run, START], runs[run, END], runs[run, CODE]
        column = grid.column_of[start]
        while start < end:
            stop = min(end, grid.edges[column + 1])
            grid.counts[column, code] += stop - start
            start, column = stop, column + 1


@bare
def decide_row(grid, out):
    """The most important foreground and background of each cell; empties the counts."""
    for column in range(grid.counts.shape[0]):
        front, rear = 0, 0
        for code in grid.foreground[::-1]:
            if grid.counts[column, code] >= grid.least[0]:
                front = code
        for code in grid.background[::-1]:
            if grid.counts[column, code] >= grid.least[0]:
                rear = code
        out[column] = front << 4 | rear
        grid.counts[column] = 0
