"""Whole frames in one compiled call: classes, runs and regions of a line, then the next line."""

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import typeof, types

from olympian.compiled import bare, direct, piece
from olympian.vision.colour.border import border_line, border_state
from olympian.vision.colour.grid import no_grid
from olympian.vision.colour.grid_kernel import grid_line
from olympian.vision.colour.regions import Rule, new_state
from olympian.vision.colour.regions.field import DONE, Y
from olympian.vision.colour.regions.kernel import finish_frame, grow_line
from olympian.vision.colour.regions.run_kernel import find_runs
from olympian.vision.colour.table.classify_kernel import classify_rgb_line, classify_yuv_line


@piece
def _has_room(state, rule):
    """Whether the results of one more line fit: no more than are growing."""
    return rule.limited or state.found.shape[0] - state.tally[DONE] >= state.active.shape[0]


@piece
def _take_line(state, width, rule, grid, border):
    """Runs, grid, border and regions of the line that stands in the state."""
    y = state.tally[Y]
    runs = state.runs[y & 1]
    count = find_runs(state.line, width, runs)
    grid_line(grid, y, runs, count)
    border_line(border, y, state.line)
    grow_line(state, count, rule)


@bare
def finish(state, rule):
    """Finish the regions at the lower edge; false where results need more room first."""
    if not _has_room(state, rule):
        return False
    finish_frame(state, rule)
    return True


@bare
def scan_rgb(pixels, height, width, table, grey, state, rule, grid, border):
    """All lines of an RGB frame from where the state is; false where results need more room.

    Args:
        grey: (height · width,) out: brightness; None where it is not wanted.
    """
    while state.tally[Y] < height:
        if not _has_room(state, rule):
            return False
        y = state.tally[Y]
        classify_rgb_line(pixels, y * width, width, table, state.packed, state.line, 1, grey)
        _take_line(state, width, rule, grid, border)
    return finish(state, rule)


@bare
def scan_yuv(pixels, height, width, red, table, state, rule, grid, border):
    """The same for 4:2:2 frames."""
    while state.tally[Y] < height:
        if not _has_room(state, rule):
            return False
        y = state.tally[Y]
        classify_yuv_line(pixels, 2 * y * width, width, red, table, state.line, 1)
        _take_line(state, width, rule, grid, border)
    return finish(state, rule)


@bare
def scan_codes(codes, height, width, first, state, rule, grid, border):
    """Lines of classes, of which `codes` (flat) holds `height` from `first` on; none is last."""
    while state.tally[Y] < first + height:
        if not _has_room(state, rule):
            return False
        y = state.tally[Y]
        source, line = codes[(y - first) * width :], state.line[1:]
        for x in range(width):
            line[x] = source[x]
        _take_line(state, width, rule, grid, border)
    return True


@cache
def entry(kernel: Any, *, grey: bool = False) -> Callable[..., bool]:
    """The machine code of one of these kernels, for arrays that others may only read as well.

    Numba's own look-up would compile once more for each mixture of writable and read-only arrays,
    and costs some microseconds a call. Without it nothing checks the arguments.

    Args:
        grey: whether brightness is wanted too, of the kernel that knows it.
    """
    pixels = types.Array(types.uint8, 1, "C")
    size = types.int64
    memory = typeof(new_state(1, None, 1)), typeof(Rule(0, 1, False))
    every = (*memory, typeof(no_grid()), typeof(border_state(0, 1)))
    arguments = {
        finish: memory,
        scan_rgb: (pixels, size, size, pixels, pixels if grey else types.none, *every),
        scan_yuv: (pixels, size, size, size, pixels, *every),
        scan_codes: (pixels, size, size, size, *every),
    }
    return direct(kernel, arguments[kernel])
