"""How right detected edges and balls are, and one line of `olympian bench vision`."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.statistics import Rate
from olympian.vision import BallDisc, Thing


@dataclass(frozen=True)
class BenchRow:
    """One method at one task on one kind of input."""

    task: str
    method: str
    input: str
    """Which frames, and what of them the method was given."""
    min_us: float
    """Shortest time of a frame over many rounds, microseconds, averaged over frames."""
    median_us: float
    """Median time of a frame over these rounds, averaged over frames."""
    p95_us: float
    """95th percentile of the frames' medians: how slow a bad frame is."""
    recall: float | None
    """Share of what is there that was found; None where the task has no such figure."""
    precision: float | None
    """Share of what was found that is there."""
    balls: Rate | None
    """Balls that were hit, where the task is to find them."""
    seeds: str
    """Of the frames that are scored."""


HIT_CENTRE, HIT_RADIUS = 0.5, 1.6
"""A ball is hit when the centre is off by at most so many radii, and the radius by this factor."""


def line_borders(things: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels of lines whose right or lower neighbour is none, and the other way round."""
    return _changes(things == Thing.LINE)


def any_borders(things: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels on either side of a border between any two things."""
    return _changes(things)


def _changes(values: NDArray[np.generic]) -> NDArray[np.bool_]:
    edge = np.zeros(values.shape, dtype=bool)
    across, down = values[:, 1:] != values[:, :-1], values[1:] != values[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    return edge


def near(marked: NDArray[np.bool_], distance: int) -> NDArray[np.bool_]:
    """Pixels within a distance of a marked one, Euclidean."""
    height, width = marked.shape
    wide = np.pad(marked, distance)
    out = np.zeros_like(marked)
    for dy in range(-distance, distance + 1):
        for dx in range(-distance, distance + 1):
            if dx * dx + dy * dy <= distance * distance:
                y, x = distance + dy, distance + dx
                out |= wide[y : y + height, x : x + width]
    return out


def pixels_of(polylines: list[Vec], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Polylines drawn one pixel thick."""
    drawn = np.zeros(shape, dtype=bool)
    for line in polylines:
        for a, b in pairwise(line):
            steps = int(np.ceil(np.abs(b - a).max())) + 1
            xy = np.rint(a + np.linspace(0, 1, steps)[:, None] * (b - a)).astype(int)
            inside = ((xy >= 0) & (xy < (shape[1], shape[0]))).all(axis=1)
            drawn[xy[inside, 1], xy[inside, 0]] = True
    return drawn


def share_near(
    wanted: NDArray[np.bool_], there: NDArray[np.bool_], distance: int
) -> tuple[int, int]:
    """How many wanted pixels have one that is there within a distance, and how many are wanted."""
    return int((wanted & near(there, distance)).sum()), int(wanted.sum())


def is_hit(found: BallDisc, truth: BallDisc) -> bool:
    """Whether a found ball is the true one."""
    off = np.hypot(found.x - truth.x, found.y - truth.y)
    ratio = found.radius / truth.radius
    return bool(off <= HIT_CENTRE * truth.radius and 1 / HIT_RADIUS <= ratio <= HIT_RADIUS)
