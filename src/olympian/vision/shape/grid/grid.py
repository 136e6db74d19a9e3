"""Gradient vector griding: from a grey frame to edge traces (chapter 11.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import radians, tan

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from olympian.compiled import bare, direct
from olympian.errors import OlympianError
from olympian.vision.colour import even_lanes
from olympian.vision.colour.lanes import LANES
from olympian.vision.shape.edge_pixels import LANE
from olympian.vision.shape.grid.link_kernel import connect, corners, trace
from olympian.vision.shape.grid.representer_kernel import FIELDS, represent
from olympian.vision.shape.grid.traces import Traces
from olympian.vision.shape.spans import Spans, whole


@dataclass(frozen=True)
class GridOptions:
    """How a frame is summarised."""

    cell: int = 16
    """Side of a cell, pixels of the frame; the thesis: 16."""
    threshold: int = 32
    """Least Manhattan length of Roberts' cross of an edge pixel, 1 to 255."""
    two: bool = True
    """Two representers per cell, else one."""
    overlap: bool = False
    """Cells reach over half of each neighbour."""
    thin: bool = True
    """Edges one pixel thick before they are summed: ours, halves the pixels to be summed."""
    join_deg: float = 30.0
    """Angle up to which a pixel belongs to a representer."""
    turn_deg: float = 35.0
    """Largest angle between connected representers."""
    aim_deg: float = 25.0
    """Largest angle between them and the way from one to the other."""
    least: int = 3
    """Pixels of a representer, in quarter resolution pixels that were looked at."""
    quarter: bool = False
    """Every other pixel of every other line."""

    def __post_init__(self) -> None:
        part = (2 if self.quarter else 1) * (2 if self.overlap else 1)
        if self.cell < 2 or self.cell % part:
            raise OlympianError(
                f"cell {self.cell} should be at least 2, a multiple of 2 at quarter resolution or "
                "with overlap, and a multiple of 4 with both"
            )
        if not 1 <= self.threshold <= 255:
            raise OlympianError(f"threshold {self.threshold} should lie between 1 and 255")


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


@bare
def halve(grey, spans, plane, small_spans):
    """Fills plane and spans of half the size; lines beyond those needed stay as they are."""
    height, width = len(small_spans), (grey.shape[1] + 1) // 2
    first, last = height, -1
    for y in range(height):
        begin, end = (spans[2 * y, 0] + 1) // 2, (spans[2 * y, 1] + 1) // 2
        small_spans[y, 0], small_spans[y, 1] = begin, end
        if begin < end:
            first, last = min(first, y), y
    pixels, out, lanes = grey.reshape(-1), plane.reshape(-1), grey.shape[1] // (2 * LANES)
    for y in range(max(first - 1, 0), min(last + 3, height)):
        at, to = 2 * y * grey.shape[1], y * plane.shape[1]
        for lane in range(lanes):
            even_lanes(pixels, at + 2 * LANES * lane, out, to + LANES * lane)
        for x in range(LANES * lanes, width):
            out[to + x] = pixels[at + 2 * x]


_HALVED = 1
_BYTE, _INT64 = np.dtype(np.uint8), np.dtype(np.int64)


@bare
def _find(grey, spans, planes, scratch, results, setting):
    """Fills the results; returns the number of chains."""
    plane, small_spans = planes
    ers, index, outbound, inbound, chains, starts, points = results
    kind, turn, aim, cell = setting[0], setting[1], setting[2], setting[3]
    scan = setting[4:]
    width = grey.shape[1]
    if kind == _HALVED:
        halve(grey, spans, plane, small_spans)
        width = (width + 1) // 2
        count = represent(plane, width, small_spans, scratch, ers, index, scan)
    else:
        if grey.shape[1] != plane.shape[1]:
            for y in range(len(plane)):
                for x in range(width):
                    plane[y, x] = grey[y, x]
        used = plane if grey.shape[1] != plane.shape[1] else grey
        count = represent(used, width, spans, scratch, ers, index, scan)
    connect(ers, count, index, turn, aim, outbound, inbound)
    traces = trace(ers, count, outbound, inbound, chains, starts)
    margin = cell // 2 if scan[3] else 0
    corners(chains, starts, traces, cell, scan[7], margin, points)
    return traces


class GradientGrid:
    """Finds edge traces; owns the memory it needs, so that a frame costs none."""

    def __init__(self, options: GridOptions | None = None) -> None:
        self.options = options or GridOptions()
        self._room = GridScratch(0, 0, self.options)
        self._setting = _setting(self.options)
        self._kernel = _compiled(self._room, self._setting)

    def find(self, grey: NDArray[np.uint8], spans: Spans | None = None) -> Traces:
        """Edge traces of a frame.

        Args:
            grey: (height, width), C-contiguous.
            spans: what to scan of it; all without.
        """
        if grey.shape != self._room.shape:
            self._room = GridScratch(grey.shape[0], grey.shape[1], self.options)
        room = self._room
        spans = room.whole if spans is None else spans
        _check(grey, spans)
        traces = self._kernel(grey, spans, room.planes, room.scratch, room.results, self._setting)
        used = int(room.starts[traces])
        return Traces(
            room.chains[:used].copy(),
            room.starts[: traces + 1].copy(),
            room.points[: used + 2 * traces].copy(),
        )


def _compiled(room: GridScratch, setting: tuple[int, ...]) -> Callable[..., int]:
    """The kernel without a look-up of its twenty arguments at each call."""
    arguments = (room.planes[0], room.whole, room.planes, room.scratch, room.results, setting)
    return direct(_find, tuple(typeof(argument) for argument in arguments))


def _check(grey: NDArray[np.uint8], spans: Spans) -> None:
    """Nothing else checks what the kernel is given."""
    if grey.dtype != _BYTE or not grey.flags.c_contiguous:
        raise OlympianError(f"grey frame: {grey.dtype} {grey.shape}; uint8, C-contiguous is needed")
    if spans.dtype != _INT64 or not spans.flags.c_contiguous or spans.shape != (len(grey), 2):
        raise OlympianError(f"spans: {spans.dtype} {spans.shape}; int64 {(len(grey), 2)} is needed")


def _setting(options: GridOptions) -> tuple[int, ...]:
    """What `_find` wants to know."""
    half = 2 if options.quarter else 1
    tangents = [
        round(256 * tan(radians(angle)))
        for angle in (options.turn_deg, options.aim_deg, options.join_deg)
    ]
    scan = (options.threshold, options.thin, options.cell // half, options.overlap, options.two)
    scan = (*map(int, scan), tangents[2], options.least, half)
    return (int(options.quarter), *tangents[:2], options.cell, *scan)
