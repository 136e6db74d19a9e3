"""Plain twins of on-line straight edges and of the corners of traces."""

from dataclasses import dataclass, field
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from olympian.vision.shape import GridOptions, StraightOptions

Er = dict[str, int]


@dataclass
class Segment:
    """A straight edge that grows."""

    lying: bool
    start: list[int]
    end: list[int]
    pixels: int
    directions: list[int]
    """Of its first runs, not wrapped."""

    @property
    def direction(self) -> int:
        return sum(self.directions) // len(self.directions) % 256


@dataclass
class Run:
    first: int
    last: int
    direction: int
    strength: int
    segment: Segment | None = field(default=None)


def segments(frame: NDArray[np.uint8], options: StraightOptions) -> list[list[int]]:
    """Both ends, pixels and direction of the straight edges of a frame, as they began."""
    similar = round(options.similar_deg * 256 / 360)
    strength, direction = slopes(frame)
    found: list[Segment] = []
    above: list[Run] = []
    for y in range(len(strength)):
        here = runs(strength[y], direction[y], options.threshold, similar)
        for run in here:
            run.segment = fitting(run, above, y, similar, options.tolerance_px)
            if run.segment is not None:
                join(run.segment, run, y)
            elif len(found) < options.most:
                run.segment = begun(run, y)
                found.append(run.segment)
        above = here
    rows = [[*one.start, *one.end, one.pixels, one.direction] for one in found]
    return [
        row
        for row in rows
        if row[4] >= options.least_pixels
        and np.hypot(row[2] - row[0], row[3] - row[1]) >= options.least_length_px
    ]


def slopes(frame: NDArray[np.uint8]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Strength and direction (256ths of a turn) of each pixel, in its strongest channel."""
    f = frame.astype(int)
    falling, rising = f[:-1, :-1] - f[1:, 1:], f[:-1, 1:] - f[1:, :-1]
    total = np.abs(falling) + np.abs(rising)
    channel = total.argmax(axis=2)[..., None]
    fall, rise = (np.take_along_axis(d, channel, 2)[..., 0] >> 3 for d in (falling, rising))
    fall, rise = fall + 0.5, rise + 0.5
    angle = np.arctan2(-rise - fall, rise - fall)
    return total.max(axis=2), np.rint(angle * 128 / np.pi).astype(int) % 256


def apart(a: int, b: int) -> int:
    return min((a - b) % 256, (b - a) % 256)


def runs(
    strength: NDArray[np.int_], direction: NDArray[np.int_], threshold: int, similar: int
) -> list[Run]:
    """Neighbours of similar direction; a run has that of its strongest pixel."""
    found: list[Run] = []
    for x in np.flatnonzero(strength >= threshold).tolist():
        now, way = int(strength[x]), int(direction[x])
        last = found[-1] if found else None
        if last is None or last.last != x - 1 or apart(way, last.direction) > similar:
            found.append(Run(x, x, way, now))
            continue
        last.last = x
        if now > last.strength:
            last.strength, last.direction = now, way
    return found


def fitting(run: Run, above: list[Run], y: int, similar: int, tolerance: float) -> Segment | None:
    """The segment of the first run above that has the direction and is expected here."""
    for other in above:
        segment = other.segment
        if other.last < run.first - 1 or other.first > run.last + 1 or segment is None:
            continue
        if apart(segment.direction, run.direction) <= similar and expected(
            segment, run, y, tolerance
        ):
            return segment
    return None


def expected(segment: Segment, run: Run, y: int, tolerance: float) -> bool:
    """Whether the segment, continued, meets the run."""
    angle = segment.direction * pi / 128 + pi / 2
    ex, ey = cos(angle), sin(angle)
    if segment.lying:
        middle = (run.first + run.last) / 2
        ends = (segment.end, segment.start)
        x, start = min(ends, key=lambda end: abs(middle - end[0]))
        return abs(start + (middle - x) * ey / ex - y) <= tolerance
    x = segment.end[0] + (y - segment.end[1]) * ex / ey
    return run.first - tolerance <= x <= run.last + tolerance


def begun(run: Run, y: int) -> Segment:
    lying = abs(run.direction % 128 - 64) < 32
    middle = (run.first + run.last) // 2
    ends = (run.first, run.last) if lying else (middle, middle)
    pixels = run.last - run.first + 1
    return Segment(lying, [ends[0], y], [ends[1], y], pixels, [run.direction])


def join(segment: Segment, run: Run, y: int) -> None:
    segment.pixels += run.last - run.first + 1
    middle = (run.first + run.last) // 2
    if segment.lying:
        segment.start = min(segment.start, [run.first, y], key=lambda end: end[0])
        segment.end = max(segment.end, [run.last, y], key=lambda end: end[0])
    elif segment.end[1] == y:
        segment.end[0] = (segment.end[0] + middle) // 2
    else:
        segment.end = [middle, y]
    if len(segment.directions) < 4:
        mean = sum(segment.directions) // len(segment.directions)
        segment.directions.append(mean + (run.direction - mean + 128) % 256 - 128)


def corners(traces: list[list[Er]], options: GridOptions) -> NDArray[np.float64]:
    """Beginning, representers and end of each trace, pixels."""
    found = []
    for trace in traces:
        found.append(end(trace[0], -1, options))
        found += [np.array([er["x"], er["y"]]) / 16 for er in trace]
        found.append(end(trace[-1], 1, options))
    return np.array(found).reshape(-1, 2)


def end(er: Er, sign: int, options: GridOptions) -> NDArray[np.float64]:
    """Half of what the pixels cover away from the middle, at most at the border of the cell."""
    at, along = np.array([er["x"], er["y"]]) / 16, sign * np.array([er["ex"], er["ey"]], float)
    along /= np.abs(along).max()
    margin = options.cell // 2 if options.overlap else 0
    low = options.cell * np.array([er["column"], er["row"]]) - 0.5 - margin
    high = low + options.cell + 2 * margin
    rooms = [
        max(float(high[k] - at[k] if along[k] > 0 else at[k] - low[k]), 0.0) / abs(along[k])
        for k in range(2)
        if along[k] != 0
    ]
    steps = min(*rooms, er["count"] * (1.0 if options.quarter else 0.5))
    return at + steps * along
