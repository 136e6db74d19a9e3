"""What is kept of a region, and what a scan remembers between two lines."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.regions.run_kernel import RUN_FIELDS, line_bytes

FIELDS = 8
CLASS, AREA, SUM_X, SUM_Y, LEFT, TOP, RIGHT, BOTTOM = range(FIELDS)
"""Columns of a region: one cache line of 64-bit numbers."""
TALLIES = 7
FREE, ACTIVE, DONE, RUNS, Y, LOST, LOST_AREA = range(TALLIES)
"""Free regions, growing ones, results, runs of the line before, the next line, and what was lost
for want of room: regions and their pixels."""


class Rule(NamedTuple):
    """What counts as connected, and which regions are results."""

    reach: int
    """0: runs must overlap (4-connectivity); 1: touching corners is enough (8)."""
    least_area: int
    """Smaller regions are noise."""
    limited: bool
    """Whether results beyond the room for them push out the smallest."""


class State(NamedTuple):
    """The memory of a scan: one line of codes, two of runs, the growing regions, the results."""

    line: NDArray[np.uint8]
    """Codes of one line, in zeros; see `find_runs`."""
    packed: NDArray[np.uint16]
    """12-bit colours of one line."""
    runs: NDArray[np.int32]
    """(2, width + 1, 4): this line and the one before."""
    regions: NDArray[np.int64]
    """(pool, 8)"""
    father: NDArray[np.int32]
    """(pool,) Itself, or the region it was logically merged into."""
    free: NDArray[np.int32]
    """(pool,) Stack of regions nobody uses."""
    active: NDArray[np.int32]
    """(pool,) Regions that may still grow."""
    found: NDArray[np.int64]
    """(room, 8) Results."""
    tally: NDArray[np.int64]
    """(7,)"""


def new_state(width: int, limit: int | None, room: int) -> State:
    """Memory for lines of `width` pixels and `limit` regions at a time, None for as many as come.

    A line has at most `width` runs, so at most `width` regions come down from above and as many
    begin: a pool of twice that is never empty.
    """
    pool = 2 * width + 1 if limit is None else limit
    return State(
        np.zeros(line_bytes(width), dtype=np.uint8),
        np.zeros(width, dtype=np.uint16),
        np.zeros((2, width + 1, RUN_FIELDS), dtype=np.int32),
        np.zeros((pool, FIELDS), dtype=np.int64),
        np.zeros(pool, dtype=np.int32),
        np.zeros(pool, dtype=np.int32),
        np.zeros(pool, dtype=np.int32),
        np.zeros((room, FIELDS), dtype=np.int64),
        np.zeros(TALLIES, dtype=np.int64),
    )


def empty(state: State) -> None:
    """Make ready for a new frame: all regions are in the pool."""
    pool = len(state.free)
    state.free[:] = np.arange(pool)
    state.tally[:] = 0
    state.tally[FREE] = pool
