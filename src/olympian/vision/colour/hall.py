"""Dark walls behind the carpet: they are cut off from the dark robots that stand before them."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.objects.obstacle import HEAD_PX
from olympian.vision.colour.regions import Regions
from olympian.vision.colour.regions.field import (
    AREA,
    BOTTOM,
    CLASS,
    LEFT,
    RIGHT,
    SUM_Y,
    TOP,
)
from olympian.vision.colour.scan import ColourScan, ColourSight
from olympian.vision.colour.table import ColourTable


class HallCutter:
    """Looks once more at what reaches from an edge of the picture down to the carpet."""

    def __init__(self, table: ColourTable, dark: str = "black") -> None:
        """Args: dark: class of which robots are; where the table has none, nothing is cut."""
        self._code = table.code(dark) if dark in table.names else 0
        self._scan = ColourScan(table)

    def __call__(
        self, frame: NDArray[np.uint8], sight: ColourSight, table: ColourTable
    ) -> ColourSight:
        """The same, with what is below the border where a wall and a robot were one region.

        Args: table: of the scan that found the regions.
        """
        border, rows = sight.border, sight.regions.rows
        if border is None or not self._code or not np.isfinite(border.rows).any():
            return sight  # nothing of the carpet is in sight: nobody stands on it
        walls = self._walls(rows, border.rows, sight.size)
        if not walls.any():
            return sight
        top = int(max(border.rows.min(), 0.0))
        bottom = int(rows[walls, BOTTOM].max()) + 1
        if top >= bottom:
            return replace(sight, regions=replace(sight.regions, rows=rows[~walls]))
        codes = table.classify(np.ascontiguousarray(frame[top:bottom]))
        below = np.arange(top, bottom)[:, None] > border.rows[None, :]
        codes *= below & (codes == self._code)
        parts = self._scan.codes(codes).regions.rows.copy()
        parts[:, SUM_Y] += top * parts[:, AREA]
        parts[:, [TOP, BOTTOM]] += top
        kept = np.concatenate([rows[~walls], parts])
        return replace(sight, regions=Regions(kept, sight.regions.lost, sight.regions.lost_area))

    def _walls(
        self, rows: NDArray[np.int64], border: NDArray[np.float64], size: tuple[int, int]
    ) -> NDArray[np.bool_]:
        """(n,) which regions are dark, wide, cut off by the picture, and begin above the carpet."""
        left, right, top = rows[:, LEFT], rows[:, RIGHT], rows[:, TOP]
        cut = (left <= 0) | (right >= size[1] - 1) | (top <= 0)
        walls = (rows[:, CLASS] == self._code) & (right - left >= HEAD_PX) & cut
        for k in np.flatnonzero(walls).tolist():
            walls[k] = top[k] < border[left[k] : right[k] + 1].min()
        return walls
