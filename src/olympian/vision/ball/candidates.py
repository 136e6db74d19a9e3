"""Where in a picture to look for the ball, and how large it would be there."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Vec
from olympian.vision.ball.candidate_kernel import SCORE, count_other, find_candidates, keep, size_at
from olympian.vision.camera import Lens
from olympian.vision.colour import ColourTable, FieldBorder
from olympian.vision.colour.regions import Regions
from olympian.vision.round_ball import EVERY, BallRows, size_error

MOST = 24
"""Candidates of a picture: each costs the network some microseconds."""
LEAST = 0.2
"""Score of a candidate; a disc on plain carpet has 1, a line 0 or less."""
SPLIT = 12.0
"""Radius in pixels from which on every fourth pixel is looked at, not every other."""
MOST_PX = 130.0
FARTHEST = 6.0
"""Metres from which on a ball is too small to be told."""
BEYOND = 0.45
"""Least part of the smallest size that may be expected where such a ball is looked for."""
FAR_SCALES, NEAR_SCALES = (0.75, 1.1, 1.6), (0.85, 1.2)
"""Two degrees of tilt change the size that is expected at 4 m by half, at 1 m by a tenth."""
AROUND = 1.8
"""Radii of picture that a candidate's score looks at."""
COLOURED_AREA, COLOURED = 6, 6
"""Pixels of a region of the ball's colour, and how many regions are candidates, the largest."""
PLAIN = 0.05
"""Metres of radius up to which balls are of one colour by the rules; larger ones may have any
pattern."""
SURE = 2.0
"""Score of a region of the ball's colour: before all others."""


class BallCandidates:
    """Looks for balls in pictures of one lens; owns the memory it needs."""

    def __init__(
        self, lens: Lens, table: ColourTable, radius: float, *, any_colour: bool = False
    ) -> None:
        """
        Args:
            table: knows green; another one with the same names may come in its place.
            radius: of the ball, metres.
            any_colour: look for any even where the ball has one by the rules.
        """
        self._rows = BallRows(lens, radius, [(0.0, 0.0)])
        self.table, self._green = table, table.code("green")
        self._red = table.code("red") if "red" in table.names else None
        self._any_colour = any_colour or radius > PLAIN or self._red is None
        self._shape = lens.height, lens.width
        self._radius, self._focal = radius, lens.focal[0]
        self._smallest = radius * lens.focal[0] / FARTHEST
        self._sums = [
            np.zeros((lens.height // stride + 1, lens.width // stride + 1), dtype=np.int32)
            for stride in (2, 4)
        ]
        self._best = np.zeros((MOST, 4))
        self._sizes = np.zeros((0, 0))

    def __call__(
        self, frame: NDArray[np.uint8], T: Mat4, border: FieldBorder, regions: Regions
    ) -> Vec:
        """(n, 4) score, x, y and radius of places that may be a ball.

        Args:
            T: the camera over the ground.
            border: of the carpet; regions: of colour.
        """
        self._sizes, best = self._rows.sizes(T), self._best
        sizes, drop = self._sizes, float(T[2, 3]) - self._radius
        best[:] = 0.0
        self._coloured(drop, border, regions)
        if self._any_colour:
            self._on_carpet(frame, sizes, border)
        return best[best[:, SCORE] > 0.0]

    def _on_carpet(self, frame: NDArray[np.uint8], sizes: Vec, border: FieldBorder) -> None:
        """Whatever is no carpet, has a ball's size and lies on carpet."""
        height, width = self._shape
        carpet = border.rows.min(initial=height)
        for sums, stride, reach, scales in (
            (self._sums[0], 2, (BEYOND * self._smallest, SPLIT), FAR_SCALES),
            (self._sums[1], 4, (SPLIT, MOST_PX), NEAR_SCALES),
        ):
            rows = np.flatnonzero(((sizes >= reach[0]) & (sizes < reach[1])).any(axis=1))
            if not len(rows) or carpet >= height:
                continue
            around = AROUND * scales[-1] * min(reach[1], float(np.nanmax(sizes)))
            first = max(EVERY * (int(rows[0]) - 1), carpet - reach[1]) - around
            after = EVERY * (int(rows[-1]) + 1) + around
            first, after = max(int(first), 0) // 4 * 4, min(int(after), height) // 4 * 4
            if first >= after:
                continue
            count_other(frame, self.table.codes, self._green, first, after, stride, sums)
            find_candidates(
                sums, first, after, stride, width, border.rows, sizes, EVERY, reach, self._smallest,
                scales, LEAST, self._best,
            )  # fmt: skip

    def _coloured(self, drop: float, border: FieldBorder, regions: Regions) -> None:
        """Regions of the ball's colour are candidates whatever is around them."""
        if self._red is None:
            return
        for one in regions.of(self._red, COLOURED_AREA, COLOURED):
            x, y = (one.left + one.right) / 2, (one.top + one.bottom) / 2
            size = self.size_at(x, y)
            if BEYOND * self._smallest <= size < MOST_PX and border.holds(x, one.bottom):
                low, high = self.range_of(size, drop)
                keep(self._best, SURE, x, y, min(max(max(one.width, one.height) / 2, low), high))

    def size_at(self, x: float, y: float) -> float:
        """Radius of a ball there in the picture that was looked at last, pixels."""
        return float(size_at(self._sizes, EVERY, self._shape[1], x, y))

    def range_of(self, size: float, drop: float) -> tuple[float, float]:
        """Least and largest radius of a ball where that size is expected, pixels.

        Args: drop: metres from the camera down to the ball's centre.
        """
        error = size_error(drop, self._radius, size, self._focal)
        return size / (1.0 + error), max(size * (1.0 + error), self._smallest)
