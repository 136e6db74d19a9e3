"""The ball by the histogram of its edge orientations, whatever its colour (chapter 11.2)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.kinematics.compiled import bare
from olympian.vision.shape.ball_edges import CELL, find_edges
from olympian.vision.shape.ball_options import BallOptions
from olympian.vision.shape.ball_room import BallRoom
from olympian.vision.shape.circle_fit import choose, fit_circle
from olympian.vision.shape.circle_vote import centres, mark
from olympian.vision.shape.integral import integrate
from olympian.vision.shape.window_search import CALLS, CIRCLES, PUSHED, SEEN, passes, search
from olympian.vision.truth import Disc

__all__ = ["BallFinder", "BallSearch"]

MOST_EDGES = 7000
"""A frame with more edge pixels is full of texture: weak edges are then left out."""
ENOUGH = 7
"""Votes of a place worth a look: a ball of the smallest radius has 30 edge pixels."""
WORTH = 0.2
"""Rank of a centre, in parts of the best of its octave, from which on a circle is fitted."""
LEAST_DIRECTIONS = 9
"""Directions, of eighteen, from which a centre must have votes."""


@dataclass(frozen=True, eq=False)
class BallSearch:
    """What became of one frame."""

    ball: Disc | None
    """The ball; `visible` is the share of its outline that has edges."""
    calls: int
    """References to the search, as figure 11.14 counts them."""
    windows: NDArray[np.int64]
    """(n, 5) windows looked at: top, left and side in pixels, edge pixels, sum of squared bins."""
    candidates: NDArray[np.int64]
    """(k, 5) windows pushed as candidates, likewise."""
    balls: NDArray[np.int64]
    """(j, 5) candidates that pass both outlier tests: the answer of the thesis."""
    edges: int
    """Edge pixels of the frame."""


class BallFinder:
    """Finds the ball in grey frames of any size; owns the memory it needs.

    Windows halve a square of the smallest power of two that covers the frame (1024 for 640 × 480);
    what lies outside the frame has no edges.
    """

    def __init__(self, options: BallOptions | None = None) -> None:
        self.options = options or BallOptions()
        self._room = BallRoom(0, 0, self.options)

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """Least and largest radius of each octave, pixels."""
        lows = [self.options.radius * 2**octave for octave in range(self.options.octaves)]
        return [(low, 2 * low) for low in lows]

    def find(self, grey: NDArray[np.uint8]) -> Disc | None:
        """The ball in a frame (height, width), or None."""
        chosen = self._run(grey)
        if not self.options.vote:
            return self._of_window()
        return self._disc(chosen) if chosen >= 0 else None

    def find_all(
        self, grey: NDArray[np.uint8], rows: NDArray[np.int64] | None = None
    ) -> list[Disc]:
        """Every circle that may be a ball, best supported first: for those who know more.

        Robots have round parts; where the ground is known, so is the size of a ball on it.

        Args:
            rows: (octaves, 2) first row, and the one after the last, that a ball of each of
                `sizes` can touch; all if None.
        """
        self._run(grey, rows)
        found = [self._disc(k) for k in range(int(self._room.counts[CIRCLES]))]
        return sorted(found, key=lambda disc: -disc.visible)

    def _disc(self, k: int) -> Disc:
        share, x, y, radius = (float(value) for value in self._room.circles[k])
        return Disc(x, y, radius, share)

    def explain(self, grey: NDArray[np.uint8]) -> BallSearch:
        """The ball, and everything that was looked at on the way."""
        ball, room = self.find(grey), self._room
        in_pixels = np.array([CELL, CELL, CELL, 1, 1])
        seen, pushed = room.seen[: room.counts[SEEN]], room.pushed[: room.counts[PUSHED]]
        return BallSearch(
            ball,
            int(room.counts[CALLS]),
            seen * in_pixels,
            pushed * in_pixels,
            self._passing() * in_pixels,
            int(room.starts[-1]),
        )

    def _run(self, grey: NDArray[np.uint8], rows: NDArray[np.int64] | None = None) -> int:
        if grey.shape != self._room.shape:
            self._room = BallRoom(grey.shape[0], grey.shape[1], self.options)
        room, options = self._room, self.options
        height, width = grey.shape
        plane = grey
        if width != room.plane.shape[1]:
            plane = room.plane
            plane[:, :width] = grey
        smallest = options.smallest_window // CELL
        setting = (room.whole, smallest, options.zeros, int(options.verbatim))
        _look(plane, width, options.bar, setting, room.seeing, room.searching)
        if not options.vote or height == 0:
            return -1
        rows = np.array([[0, height]] * options.octaves) if rows is None else rows
        return _vote(options.radius, options.share, rows, room.seeing, room.searching, room.voting)

    def _passing(self) -> NDArray[np.int64]:
        pushed = self._room.pushed[: self._room.counts[PUSHED]]
        alpha, beta = self.options.alpha, self.options.beta
        kept = [
            bool(passes(total, squares, side * CELL, alpha, beta))
            for _, _, side, total, squares in pushed.tolist()
        ]
        return pushed[np.array(kept, dtype=bool)]

    def _of_window(self) -> Disc | None:
        """The most even window that passes; the ball fills about three quarters of its side."""
        passing = self._passing()
        if len(passing) == 0:
            return None
        evenness = passing[:, 4] / np.maximum(passing[:, 3], 1) ** 2
        top, left, side = (passing[np.argmin(evenness), :3] * CELL).tolist()
        return Disc(left + side / 2 - 0.5, top + side / 2 - 0.5, 0.375 * side, 1.0)


@bare
def _look(plane, width, bar, setting, seeing, searching):
    """Edges, histograms and windows of a frame."""
    scratch, edges, directions, starts, histograms, line, integral = seeing
    table, bins, stack, counts, seen, pushed = searching
    n = find_edges(plane, width, bar, scratch, edges, directions, starts, histograms)
    if n > MOST_EDGES:
        find_edges(plane, width, min(2 * bar, 254), scratch, edges, directions, starts, histograms)
    integrate(histograms, line, integral)
    table[:] = 0
    counts[:] = 0
    search(setting, integral, table, bins, stack, counts, seen, pushed)


@bare
def _vote(low, least, rows, seeing, searching, voting):
    """Fills circles; returns the number of the ball, −1 for none."""
    edges, directions, starts = seeing[1], seeing[2], seeing[3]
    counts, pushed = searching[3], searching[5]
    marked, votes, reached, best, rings, circles = voting
    mark(pushed, counts[PUSHED], marked)
    found, cell = 0, np.uint64(CELL)
    for octave in range(len(votes)):
        first, after = starts[rows[octave, 0]], starts[rows[octave, 1]]
        # Large circles have more edge pixels than are needed: every other, every fourth …
        stride = 1 << octave
        centres(
            edges, directions, first, after, low, stride, marked, cell, ENOUGH, LEAST_DIRECTIONS,
            votes[octave], reached, best,
        )  # fmt: skip
        top = 0.0
        for k in range(len(best)):
            top = max(top, best[k, 0])
        for k in range(len(best)):
            if best[k, 0] > WORTH * top:
                x, y = best[k, 1], best[k, 2]
                fit_circle(
                    edges, directions, starts, x, y, low, (stride + 1) // 2, rings, circles[found]
                )
                found += 1 if circles[found, 0] >= least else 0
        low *= 2.0
    counts[CIRCLES] = found
    return choose(circles, found)
