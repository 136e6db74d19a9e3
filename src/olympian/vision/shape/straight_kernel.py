"""On-line clustering of straight edges, compiled: one line of memory (section 10.2.3)."""

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece

TURN = 256
"""Directions are counted in 256ths of a turn, so that differences wrap by themselves."""
SHIFT, SIDE = 3, 64
"""The table is indexed by Roberts' two differences, eighths of them, −32 to 31."""
RUN_FIRST, RUN_LAST, RUN_DIRECTION, RUN_SEGMENT = range(4)
RUN_FIELDS = 4
X0, Y0, X1, Y1, PIXELS, DIRECTION, RUNS, SUM, LYING = range(9)
SEGMENT_FIELDS = 9
"""Both ends, pixels, normalised direction, runs, sum of the first directions, master component."""
SEGMENTS, RUNS_BEFORE = 0, 1
COUNTERS = 2
_FIRST_RUNS = 4
"""Runs whose average direction is that of the segment: later ones would bend it along a curve."""


def direction_table() -> np.ndarray:
    """Direction of the slope, 256ths of a turn, for Roberts' two differences (equation 10.4)."""
    falling, rising = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    falling, rising = falling - SIDE // 2 + 0.5, rising - SIDE // 2 + 0.5
    # Differences run along the diagonals; the sum and difference of both lie along x and y.
    angle = np.arctan2(-rising - falling, rising - falling)
    return (np.rint(angle * TURN / (2 * np.pi)).astype(np.int64) % TURN).astype(np.int64)


@piece
def _apart(a, b):
    """Angle between two directions, equation 11.3 in 256ths of a turn."""
    difference = abs(a - b) % TURN
    return min(difference, TURN - difference)


@piece
def _strongest(before, line, x):
    """Roberts' differences of the channel in which they are largest."""
    best, best_falling, best_rising = -1, 0, 0
    for channel in range(3):
        falling = np.int64(before[x, channel]) - np.int64(line[x + 1, channel])
        rising = np.int64(before[x + 1, channel]) - np.int64(line[x, channel])
        if abs(falling) + abs(rising) > best:
            best, best_falling, best_rising = abs(falling) + abs(rising), falling, rising
    return best, best_falling, best_rising


@bare
def _find_runs(before, line, table, threshold, similar, runs):
    """Neighbouring edge pixels of similar direction, left to right; returns how many runs.

    A run has the direction of its strongest pixel: blur turns that of the others.
    """
    count, open_run, strongest = 0, False, 0
    for x in range(len(line) - 1):
        strength, falling, rising = _strongest(before, line, x)
        if strength < threshold:
            open_run = False
            continue
        direction = table[(falling >> SHIFT) + SIDE // 2, (rising >> SHIFT) + SIDE // 2]
        if open_run and _apart(direction, runs[count - 1, RUN_DIRECTION]) <= similar:
            runs[count - 1, RUN_LAST] = x
            if strength > strongest:
                strongest, runs[count - 1, RUN_DIRECTION] = strength, direction
        else:
            runs[count, RUN_FIRST], runs[count, RUN_LAST] = x, x
            runs[count, RUN_DIRECTION], runs[count, RUN_SEGMENT] = direction, -1
            count, open_run, strongest = count + 1, True, strength
    return count


@piece
def _predicted(segment, first, last, y, tolerance):
    """Whether the next point of a segment is expected within the borders of a run."""
    angle = segment[DIRECTION] * (2 * pi / TURN) + 0.5 * pi
    ex, ey = cos(angle), sin(angle)
    if segment[LYING] == 1:
        middle = 0.5 * (first + last)
        near_start = abs(middle - segment[X0]) < abs(middle - segment[X1])
        x, start = (segment[X0], segment[Y0]) if near_start else (segment[X1], segment[Y1])
        return abs(start + (middle - x) * ey / ex - y) <= tolerance
    x = segment[X1] + (y - segment[Y1]) * ex / ey
    return first - tolerance <= x <= last + tolerance


@piece
def _start(segments, s, run, y):
    first, last, direction = run[RUN_FIRST], run[RUN_LAST], run[RUN_DIRECTION]
    # Nearly horizontal edges have slopes near a quarter or three quarters of a turn.
    segments[s, LYING] = 1 if abs(direction % (TURN // 2) - TURN // 4) < TURN // 8 else 0
    segments[s, DIRECTION] = segments[s, SUM] = direction
    segments[s, RUNS], segments[s, PIXELS] = 1, last - first + 1
    if segments[s, LYING] == 1:
        segments[s, X0], segments[s, X1] = first, last
    else:
        segments[s, X0] = segments[s, X1] = (first + last) // 2
    segments[s, Y0] = segments[s, Y1] = y


@piece
def _join(segments, s, run, y):
    """Adds a run: only the master component is a minimum or maximum, the other goes with it."""
    first, last, direction = run[RUN_FIRST], run[RUN_LAST], run[RUN_DIRECTION]
    segments[s, PIXELS] += last - first + 1
    if segments[s, LYING] == 1:
        if first < segments[s, X0]:
            segments[s, X0], segments[s, Y0] = first, y
        if last > segments[s, X1]:
            segments[s, X1], segments[s, Y1] = last, y
    elif segments[s, Y1] == y:  # a second run of this line: the edge is as thick as both
        segments[s, X1] = (segments[s, X1] + (first + last) // 2) // 2
    else:
        segments[s, X1], segments[s, Y1] = (first + last) // 2, y
    if segments[s, RUNS] < _FIRST_RUNS:
        # Directions are added as the present mean and an offset, so that they do not wrap.
        mean = segments[s, SUM] // segments[s, RUNS]
        segments[s, SUM] += mean + (direction - mean + TURN // 2) % TURN - TURN // 2
        segments[s, RUNS] += 1
        segments[s, DIRECTION] = (segments[s, SUM] // segments[s, RUNS]) % TURN


@bare
def advance(before, line, y, table, setting, runs_before, runs, segments, counters):
    """Takes one more line of a frame; y is the number of the line before it.

    Args:
        before, line: (width, 3) bytes.
        setting: least strength, largest difference of direction, largest error of prediction (px).
        runs_before, runs: (width, 4) runs of the last line, and room for those of this one.
        counters: segments so far, runs of the last line; updated.
    """
    threshold, similar, tolerance = setting
    count = _find_runs(before, line, table, threshold, similar, runs)
    b = 0
    for r in range(count):
        first, last = runs[r, RUN_FIRST], runs[r, RUN_LAST]
        while b < counters[RUNS_BEFORE] and runs_before[b, RUN_LAST] < first - 1:
            b += 1
        k = b
        while k < counters[RUNS_BEFORE] and runs_before[k, RUN_FIRST] <= last + 1:
            s = runs_before[k, RUN_SEGMENT]
            alike = s >= 0 and _apart(segments[s, DIRECTION], runs[r, RUN_DIRECTION]) <= similar
            if alike and _predicted(segments[s], first, last, y, tolerance):
                runs[r, RUN_SEGMENT] = s
                _join(segments, s, runs[r], y)
                break
            k += 1
        s = counters[SEGMENTS]
        if runs[r, RUN_SEGMENT] < 0 and s < len(segments):
            _start(segments, s, runs[r], y)
            runs[r, RUN_SEGMENT] = s
            counters[SEGMENTS] = s + 1
    counters[RUNS_BEFORE] = count


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
