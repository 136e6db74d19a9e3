"""Memory of a ball finder for frames of one size."""

import numpy as np

from olympian.vision.shape.ball.circle_fit import RINGS
from olympian.vision.shape.ball.circle_vote import place_grid
from olympian.vision.shape.ball.edges import BLOCK, CELL
from olympian.vision.shape.ball.integral import BINS
from olympian.vision.shape.ball.options import BallOptions
from olympian.vision.shape.ball.window_search import WINDOW_FIELDS, known_windows
from olympian.vision.shape.edge_pixels import LANE

MOST_SEEN = 20_000
"""Windows remembered for pictures; a 1024-pixel grid has fewer."""
MOST_PUSHED = 4_000
CENTRES = 10
"""Centres kept per octave of radii."""
REACHED = 6_000


class BallScratch:
    """Everything a frame of this size needs, allocated once."""

    def __init__(self, height: int, width: int, options: BallOptions) -> None:
        self.shape = (height, width)
        stride = max(-(-width // LANE), 1) * LANE
        size = height * stride
        self.plane = np.zeros((height, stride), dtype=np.uint8)
        scratch = (
            *(np.zeros(size, dtype=np.uint8) for _ in ("half", "smooth", "strength", "mask")),
            np.zeros(size // LANE + 1, dtype=np.int64),
            np.zeros(size + 8, dtype=np.uint64),
        )
        self.edges = np.zeros((size, 4), dtype=np.float32)
        self.directions = np.zeros(size, dtype=np.uint8)
        self.blocks = np.zeros(size // BLOCK + 1, dtype=np.int32)
        rows, columns = -(-height // CELL), -(-width // CELL)
        self.histograms = np.zeros((rows, columns, BINS), dtype=np.uint8)
        self.integral = np.zeros((rows + 1, columns + 1, BINS), dtype=np.int32)
        sums = np.zeros(columns * BINS, dtype=np.int32)
        lists = (self.edges, self.directions, self.blocks)
        self.seeing = (scratch, lists, self.histograms, sums, self.integral)
        self.every_row = np.array([[0, height]] * options.octaves)
        self._search(rows, columns, options)
        self._vote(height, width, options)
        smallest = options.smallest_window // CELL
        windows = (self.whole, smallest, options.zeros, int(options.verbatim))
        numbers = float(options.radius), float(options.share)
        self.setting = (options.bar, windows, options.vote, *numbers)

    def _search(self, rows: int, columns: int, options: BallOptions) -> None:
        self.whole = 1 << max(int(np.ceil(np.log2(max(rows, columns, 2)))), 1)
        levels = max((self.whole * CELL // options.smallest_window).bit_length(), 1)
        self.counts = np.zeros(4, dtype=np.int64)
        self.seen = np.zeros((MOST_SEEN, WINDOW_FIELDS), dtype=np.int64)
        self.pushed = np.zeros((MOST_PUSHED, WINDOW_FIELDS), dtype=np.int64)
        self.searching = (
            np.zeros(known_windows(levels), dtype=np.uint8),
            np.zeros(BINS, dtype=np.int64),
            np.zeros((levels + 2, 4 + WINDOW_FIELDS), dtype=np.int64),
            self.counts,
            self.seen,
            self.pushed,
        )

    def _vote(self, height: int, width: int, options: BallOptions) -> None:
        self.circles = np.zeros((CENTRES * options.octaves + 1, 4))
        votes = tuple(
            np.zeros(place_grid(height, width, options.radius * 2**octave), dtype=np.int32)
            for octave in range(options.octaves)
        )
        self.voting = (
            np.zeros(self.histograms.shape[:2], dtype=np.uint8),
            votes,
            np.zeros((REACHED, 2), dtype=np.int64),
            np.zeros((CENTRES, 3)),
            np.zeros(height * self.plane.shape[1] + 1, dtype=np.int32),
            np.zeros(RINGS, dtype=np.int64),
            self.circles,
        )
