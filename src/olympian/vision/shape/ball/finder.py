"""The ball by the histogram of its edge orientations, whatever its colour (chapter 11.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from olympian.compiled import bare, direct
from olympian.errors import OlympianError
from olympian.vision.shape.ball.circle_fit import choose, fit_circle
from olympian.vision.shape.ball.circle_vote import centres, mark
from olympian.vision.shape.ball.edges import BLOCK, BORDER, CELL, find_edges, first_of
from olympian.vision.shape.ball.integral import integrate
from olympian.vision.shape.ball.options import BallOptions
from olympian.vision.shape.ball.scratch import BallScratch
from olympian.vision.shape.ball.window_search import CALLS, CIRCLES, PUSHED, SEEN, passes, search
from olympian.vision.truth import BallDisc

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

    ball: BallDisc | None
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
        self._room = BallScratch(0, 0, self.options)
        self._kernel = _compiled(self._room)

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """Least and largest radius of each octave, pixels."""
        lows = [self.options.radius * 2**octave for octave in range(self.options.octaves)]
        return [(low, 2 * low) for low in lows]

    def find(self, grey: NDArray[np.uint8]) -> BallDisc | None:
        """The ball in a frame (height, width), or None."""
        chosen = self._run(grey)
        if not self.options.vote:
            return self._of_window()
        return self._disc(chosen) if chosen >= 0 else None

    def find_all(
        self, grey: NDArray[np.uint8], rows: NDArray[np.int64] | None = None, top: int = 0
    ) -> list[BallDisc]:
        """Every circle that may be a ball, best supported first: for those who know more.

        Robots have round parts; where the ground is known, so is the size of a ball on it.

        Args:
            rows: (octaves, 2) first row, and the one after the last, that a ball of each of
                `sizes` can touch; all if None.
            top: the frame is black above this row, and not looked at there.
        """
        self._run(grey, rows, top)
        circles = self._room.circles[: self._room.counts[CIRCLES]].tolist()
        circles.sort(key=itemgetter(0), reverse=True)
        return [BallDisc(x, y, radius, share) for share, x, y, radius in circles]

    def _disc(self, k: int) -> BallDisc:
        share, x, y, radius = self._room.circles[k].tolist()
        return BallDisc(x, y, radius, share)

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
            int(room.blocks[-1]),
        )

    def _run(
        self, grey: NDArray[np.uint8], rows: NDArray[np.int64] | None = None, top: int = 0
    ) -> int:
        """Number of the ball among the circles, −1 for none or where nobody votes."""
        if grey.shape != self._room.shape:
            self._room = BallScratch(grey.shape[0], grey.shape[1], self.options)
        room = self._room
        rows = room.every_row if rows is None else rows
        _check(grey, rows, self.options.octaves)
        width, plane = grey.shape[1], grey
        if width != room.plane.shape[1]:
            plane = room.plane
            plane[:, :width] = grey
        begin = min(max(top - 2 * BORDER, 0), len(grey))
        return self._kernel(
            plane, width, begin, room.setting, rows, room.seeing, room.searching, room.voting
        )

    def _passing(self) -> NDArray[np.int64]:
        pushed = self._room.pushed[: self._room.counts[PUSHED]]
        alpha, beta = self.options.alpha, self.options.beta
        kept = [
            bool(passes(total, squares, side * CELL, alpha, beta))
            for _, _, side, total, squares in pushed.tolist()
        ]
        return pushed[np.array(kept, dtype=bool)]

    def _of_window(self) -> BallDisc | None:
        """The most even window that passes; the ball fills about three quarters of its side."""
        passing = self._passing()
        if len(passing) == 0:
            return None
        evenness = passing[:, 4] / np.maximum(passing[:, 3], 1) ** 2
        top, left, side = (passing[np.argmin(evenness), :3] * CELL).tolist()
        return BallDisc(left + side / 2 - 0.5, top + side / 2 - 0.5, 0.375 * side, 1.0)


def _compiled(room: BallScratch) -> Callable[..., int]:
    """The kernel without a look-up of its thirty arguments at each call."""
    arguments = (
        room.plane, 0, 0, room.setting, room.every_row,
        room.seeing, room.searching, room.voting,
    )  # fmt: skip
    return direct(_find, tuple(typeof(argument) for argument in arguments))


def _check(grey: NDArray[np.uint8], rows: NDArray[np.int64], octaves: int) -> None:
    """Nothing else checks what the kernel is given."""
    if grey.dtype != np.uint8 or not grey.flags.c_contiguous:
        raise OlympianError(f"grey frame: {grey.dtype} {grey.shape}; uint8, C-contiguous is needed")
    if rows.dtype != np.int64 or not rows.flags.c_contiguous or rows.shape != (octaves, 2):
        raise OlympianError(f"rows: {rows.dtype} {rows.shape}; int64 {(octaves, 2)} is needed")
    flat = rows.reshape(-1).tolist()
    if min(flat) < 0 or max(flat) > len(grey):
        raise OlympianError(f"rows: {rows.tolist()}; between 0 and {len(grey)} is needed")


@bare
def _find(plane, width, begin, setting, rows, seeing, searching, voting):
    """Edges, windows and, where wanted, circles; returns the number of the ball, −1 for none."""
    bar, windows, vote, low, least = setting
    scratch, lists, histograms, sums, integral = seeing
    table, bins, stack, counts, seen, pushed = searching
    find_edges(plane, width, begin, bar, MOST_EDGES, scratch, lists, histograms)
    integrate(histograms, sums, integral)
    table[:] = 0
    counts[:] = 0
    search(windows, integral, table, bins, stack, counts, seen, pushed)
    if not vote or len(plane) == 0:
        return -1
    height, per_line = len(plane), plane.shape[1] // BLOCK
    pixels = (*lists, per_line, height)
    return _vote(low, least, rows, pixels, counts, pushed, voting)


@bare
def _vote(low, least, rows, pixels, counts, pushed, voting):
    """Fills circles; returns the number of the ball, −1 for none."""
    edges, directions, blocks, per_line, _ = pixels
    marked, votes, reached, best, chosen, rings, circles = voting
    mark(pushed, counts[PUSHED], marked)
    found = 0
    for octave in range(len(votes)):
        first = first_of(blocks, per_line, rows[octave, 0])
        after = first_of(blocks, per_line, rows[octave, 1])
        # Large circles have more edge pixels than are needed: every other, every fourth …
        stride = 1 << octave
        centres(
            edges, directions, first, after, low, stride, marked, ENOUGH, LEAST_DIRECTIONS,
            votes[octave], reached, best,
        )  # fmt: skip
        top = 0.0
        for k in range(len(best)):
            top = max(top, best[k, 0])
        for k in range(len(best)):
            if best[k, 0] > WORTH * top:
                x, y = best[k, 1], best[k, 2]
                fit_circle(pixels, x, y, low, max(stride // 4, 1), chosen, rings, circles[found])
                found += 1 if circles[found, 0] >= least else 0
        low *= 2.0
    counts[CIRCLES] = found
    return choose(circles, found)
