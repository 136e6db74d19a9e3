"""Regions, grid and border straight from a frame, in one pass over the pixels."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.border import BorderState, FieldBorder, border_of, border_state, restart
from olympian.vision.colour.frame import codes_of, rgb_of, yuv_of
from olympian.vision.colour.grid import Grid, GridRule, clear, no_grid
from olympian.vision.colour.grid_kernel import GridState
from olympian.vision.colour.morphology import Denoise, Denoiser
from olympian.vision.colour.regions import Regions, Rule, State, empty, new_state
from olympian.vision.colour.regions.field import DONE, LOST, LOST_AREA
from olympian.vision.colour.scan_kernel import entry, finish, scan_codes, scan_rgb, scan_yuv
from olympian.vision.colour.table import ColourTable

THESIS_LIMIT = 16
"""Regions that the thesis's microcontroller had room for."""
ROOM = 1024
"""Results there is room for at first; doubled when a frame needs more."""
REACH = {4: 0, 8: 1}
Frame = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ColourSight:
    """What the colours of a frame show."""

    regions: Regions
    grid: Grid | None
    """None where no grid was wanted."""
    border: FieldBorder | None
    """Of the field; None where it was not wanted."""
    size: tuple[int, int]
    """Rows and columns of the frame."""


class ColourScan:
    """Finds regions and grid of frames, a line at a time (thesis 10.2).

    A whole frame is one call. A camera that delivers lines uses `start`, `feed` and `finish`
    instead, with classes that were looked up before (`ColourTable.classify`).

    With a `limit`, no more regions than that grow at any time and no more are returned. Where a
    further one would begin, the smallest of the growing ones and the newcomer is lost, and among
    results the smallest; `Regions.lost` counts them. Without one, nothing is lost.
    """

    def __init__(
        self,
        table: ColourTable,
        connectivity: int = 8,
        limit: int | None = None,
        least_area: int = 1,
        grid: GridRule | None = None,
        denoise: Denoise = Denoise.NONE,
        field: str | None = None,
    ) -> None:
        """
        Args:
            connectivity: 4 joins runs that overlap, as the thesis does; 8 also touching corners.
            limit: regions there is room for, 1 or more; None for as many as there are.
            least_area: pixels below which a region is noise.
            grid: how to make a grid too; None for no grid.
            denoise: done to whole images of classes, so it costs the single pass.
            field: class of the field, if its border is wanted too.
        """
        if connectivity not in REACH:
            raise OlympianError(f"unknown connectivity {connectivity}; choose from 4, 8")
        if limit is not None and limit < 1:
            raise OlympianError(f"room for {limit} regions; at least 1 is needed")
        if grid is not None and len(table.names) > 15:
            raise OlympianError(f"{len(table.names)} classes do not fit into a grid; 15 do")
        self.table, self.limit, self.grid_rule = table, limit, grid
        self._rule = Rule(REACH[connectivity], least_area, limit is not None)
        self._denoiser = Denoiser(denoise, grid.foreground if grid else range(1, 256))
        self._field = 0 if field is None else table.code(field)
        self._size = (-1, -1)
        self._state: State
        self._grid: GridState
        self._border: BorderState
        self._codes = np.empty((0, 0), dtype=np.uint8)

    def __call__(self, frame: Frame, grey: Frame | None = None) -> ColourSight:
        """Regions and grid of an RGB frame (rows, columns, 3).

        Args:
            grey: (rows, columns) out: brightness, which costs next to nothing on the way.
        """
        pixels = rgb_of(frame)
        height, width, _ = pixels.shape
        if grey is not None and (grey.shape != (height, width) or not grey.flags.c_contiguous):
            raise OlympianError(f"grey frame {grey.shape} of a frame of {height} × {width}")
        if self._denoiser.how is not Denoise.NONE:
            if grey is not None:
                raise OlympianError("brightness comes with the single pass: not while denoising")
            return self.codes(self.table.classify(pixels, self._image(pixels)))
        self.start(height, width)
        bright = None if grey is None else grey.reshape(-1)
        scan = entry(scan_rgb, grey=grey is not None)
        self._run(scan, pixels.reshape(-1), height, width, self.table.codes, bright)
        return self._sight()

    def yuv(self, frame: Frame, *, red_first: bool = False) -> ColourSight:
        """The same of a 4:2:2 frame (rows, columns, 2): luma, and Cb and Cr in turn.

        Args:
            red_first: Y Cr Y Cb, as the thesis's camera sends it, instead of Y Cb Y Cr (YUYV).
        """
        pixels = yuv_of(frame)
        if self._denoiser.how is not Denoise.NONE:
            return self.codes(self.table.classify_yuv(pixels, red_first=red_first))
        height, width, _ = pixels.shape
        self.start(height, width)
        red = int(not red_first)
        self._run(entry(scan_yuv), pixels.reshape(-1), height, width, red, self.table.codes)
        return self._sight()

    def codes(self, codes: Frame) -> ColourSight:
        """The same of an image of classes (rows, columns)."""
        clean = self._denoiser(codes)
        self.start(*clean.shape)
        self.feed(clean)
        return self.finish()

    def start(self, height: int, width: int) -> None:
        """Begin a new frame."""
        if (height, width) != self._size:
            self._size = (height, width)
            room = self.limit or max(ROOM, 4 * width)
            self._state = new_state(width, self.limit, room)
            self._grid = self.grid_rule.state(height, width) if self.grid_rule else no_grid()
            self._border = border_state(self._field, width)
        empty(self._state)
        clear(self._grid)
        restart(self._border, height)
        self._fed = 0

    def feed(self, lines: Frame) -> None:
        """Go on with the classes of the next line (columns,) or lines (rows, columns)."""
        rows = codes_of(lines)
        height, width = self._size
        if rows.shape[1] != width or self._fed + len(rows) > height:
            wrong = f"{self._fed + len(rows)} lines of {rows.shape[1]} pixels"
            raise OlympianError(f"{wrong} in a frame of {height} lines of {width}")
        self._run(entry(scan_codes), rows.reshape(-1), len(rows), width, self._fed)
        self._fed += len(rows)

    def finish(self) -> ColourSight:
        """Regions and grid of the frame, now that its last line was fed."""
        while not entry(finish)(self._state, self._rule):
            self._make_room()
        return self._sight()

    def _sight(self) -> ColourSight:
        tally = self._state.tally
        found = self._state.found[: tally[DONE]].copy()
        regions = Regions(found, int(tally[LOST]), int(tally[LOST_AREA]))
        grid = Grid(self._grid.cells.copy()) if self.grid_rule else None
        border = border_of(self._border, *self._size) if self._field else None
        return ColourSight(regions, grid, border, self._size)

    def _run(self, scan: Callable[..., bool], *arguments: Any) -> None:
        """Scan on, making room for results as often as it is needed."""
        while not scan(*arguments, self._state, self._rule, self._grid, self._border):
            self._make_room()

    def _make_room(self) -> None:
        found = self._state.found
        self._state = self._state._replace(found=np.concatenate([found, np.zeros_like(found)]))

    def _image(self, pixels: Frame) -> Frame:
        """Memory for the classes of a frame."""
        if self._codes.shape != pixels.shape[:2]:
            self._codes = np.empty(pixels.shape[:2], dtype=np.uint8)
        return self._codes
