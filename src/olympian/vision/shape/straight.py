"""Straight edges while a frame comes in line by line (section 10.2.3)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.vision.shape.straight_kernel import (
    COUNTERS,
    DIRECTION,
    PIXELS,
    RUN_FIELDS,
    SEGMENT_FIELDS,
    X0,
    X1,
    Y0,
    Y1,
    advance,
    direction_table,
)


@dataclass(frozen=True)
class StraightOptions:
    """When pixels, runs and segments belong together."""

    threshold: int = 60
    """Least Manhattan length of Roberts' cross, in the channel where it is largest."""
    similar_deg: float = 25.0
    """Largest angle between neighbours of a run, and between a run and its segment."""
    tolerance_px: float = 1.5
    """How far the predicted next point may be from a run."""
    least_pixels: int = 12
    least_length_px: float = 10.0
    most: int = 4000
    """Segments of a frame that are kept track of."""


class StraightEdges:
    """Clusters straight edges with one line of the frame in memory."""

    def __init__(self, width: int, options: StraightOptions | None = None) -> None:
        self.options = options or StraightOptions()
        self._table = direction_table()
        self._before = np.zeros((width, 3), dtype=np.uint8)
        self._runs = [np.zeros((width + 1, RUN_FIELDS), dtype=np.int64) for _ in range(2)]
        self._segments = np.zeros((self.options.most, SEGMENT_FIELDS), dtype=np.int64)
        self._counters = np.zeros(COUNTERS, dtype=np.int64)
        similar = round(self.options.similar_deg * 256 / 360)
        self._setting = (self.options.threshold, similar, self.options.tolerance_px)
        self._lines = 0

    def reset(self) -> None:
        """Forgets the frame."""
        self._counters[:] = 0
        self._lines = 0

    def step(self, line: NDArray[np.uint8]) -> None:
        """Takes the next line (width, 3) of the frame."""
        if self._lines > 0 and len(line) > 1:
            before, now = self._runs
            y = self._lines - 1
            advance(self._before, line, y, self._table, self._setting, before, now,
                    self._segments, self._counters)  # fmt: skip
            self._runs = [now, before]
        self._before[:] = line
        self._lines += 1

    def segments(self) -> NDArray[np.int64]:
        """(n, 6) so far: x and y of both ends, pixels, direction of the slope (256ths of a turn).

        Ends are places of Roberts' cross, whose centre is half a pixel right and below.
        """
        found = self._segments[: self._counters[0]]
        length = np.hypot(found[:, X1] - found[:, X0], found[:, Y1] - found[:, Y0])
        options = self.options
        kept = (found[:, PIXELS] >= options.least_pixels) & (length >= options.least_length_px)
        return found[kept][:, [X0, Y0, X1, Y1, PIXELS, DIRECTION]]

    def find(self, frame: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Segments of a whole frame (height, width, 3)."""
        self.reset()
        for line in frame:
            self.step(line)
        return self.segments()
