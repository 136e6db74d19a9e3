"""Regions grow line by line: fathers, logical and physical merge, compiled (thesis 10.2.1).

Only the runs of two lines and the regions that may still grow are in memory.
"""

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.colour.regions.field import (
    ACTIVE,
    AREA,
    BOTTOM,
    CLASS,
    FREE,
    LEFT,
    RIGHT,
    RUNS,
    SUM_X,
    SUM_Y,
    TOP,
    Y,
)
from olympian.vision.colour.regions.overflow_kernel import deliver, make_room, root
from olympian.vision.colour.regions.run_kernel import CODE, END, REGION, START


@bare
def grow_line(state, count, rule):
    """Join the `count` runs of the newest line to the regions above; finish those left behind."""
    tally = state.tally
    y, above_count = tally[Y], tally[RUNS]
    runs, above = state.runs[y & 1], state.runs[1 - (y & 1)]  # the buffers toggle every line
    merges, extended, first = 0, 0, 0
    for run in range(count):
        start, end = runs[run, START], runs[run, END]
        while first < above_count and above[first, END] + rule.reach <= start:
            first += 1
        region, merged = _region_above(state, above, first, above_count, runs[run], rule.reach)
        merges += merged
        if region >= 0:
            extended += _extend(state.regions[region], start, end, y)
            runs[run, REGION] = region
        else:
            extended += _open(state, runs, run, first, y)
    if merges > 0:
        _merge_physically(state, runs, count)
    if merges > 0 or rule.limited or extended < tally[ACTIVE]:  # or else no region has ended
        _sweep(state, y, rule)
    tally[RUNS], tally[Y] = count, y + 1


@piece
def _region_above(state, above, first, above_count, run, reach):
    """The region that a run touches, −1 for none, and how many others it merged into it."""
    region, merges = -1, 0
    for seen in range(first, above_count):
        if above[seen, START] >= run[END] + reach:
            break
        if above[seen, CODE] != run[CODE]:
            continue
        other = root(state.father, above[seen, REGION])
        if region < 0:
            region = other
        elif other != region:
            state.father[other] = region  # the logical merge
            merges += 1
    return region, merges


@piece
def finish_frame(state, rule):
    """The regions that reach the last line are finished too."""
    _sweep(state, state.tally[Y], rule)


@piece
def _extend(region, start, end, y):
    """Adds a run; 1 if it is the region's first in this line, else 0."""
    length, first = end - start, np.int64(region[BOTTOM] != y)
    region[AREA] += length
    region[SUM_X] += (start + end - 1) * length >> 1
    region[SUM_Y] += y * length
    region[LEFT] = min(region[LEFT], start)
    region[RIGHT] = max(region[RIGHT], end - 1)
    region[BOTTOM] = y  # also the mark: who is not extended in this line cannot be any more
    return first


@piece
def _open(state, runs, run, first, y):
    """A new region from the pool for a run that touches none; without room the run is lost.

    Returns how many regions were opened.
    """
    tally = state.tally
    start, end = runs[run, START], runs[run, END]
    if tally[FREE] == 0 and not make_room(state, run, first, end - start):
        runs[run, CODE] = 0
        return 0
    tally[FREE] -= 1
    number = state.free[tally[FREE]]
    state.active[tally[ACTIVE]] = number
    tally[ACTIVE] += 1
    state.father[number] = number
    region = state.regions[number]
    region[CLASS], region[AREA] = runs[run, CODE], 0
    region[SUM_X], region[SUM_Y] = 0, 0
    region[LEFT], region[RIGHT], region[TOP] = start, end - 1, y
    region[BOTTOM] = y - 1
    runs[run, REGION] = number
    return _extend(region, start, end, y)


@piece
def _merge_physically(state, runs, count):
    """Sons give all they have to their root; runs point to roots, for sons will be reused."""
    father = state.father
    for run in range(count):
        if runs[run, CODE] != 0:
            runs[run, REGION] = root(father, runs[run, REGION])
    for place in range(state.tally[ACTIVE]):
        number = state.active[place]
        if father[number] != number:
            son, heir = state.regions[number], state.regions[root(father, number)]
            heir[AREA] += son[AREA]
            heir[SUM_X] += son[SUM_X]
            heir[SUM_Y] += son[SUM_Y]
            heir[LEFT] = min(heir[LEFT], son[LEFT])
            heir[RIGHT] = max(heir[RIGHT], son[RIGHT])
            heir[TOP] = min(heir[TOP], son[TOP])
            heir[BOTTOM] = max(heir[BOTTOM], son[BOTTOM])


@piece
def _sweep(state, y, rule):
    """Push sons and unmarked regions back into the pool; the latter are results."""
    tally, kept = state.tally, 0
    for place in range(tally[ACTIVE]):
        number = state.active[place]
        is_root = state.father[number] == number
        if is_root and state.regions[number, BOTTOM] == y:
            state.active[kept] = number
            kept += 1
            continue
        if is_root:
            deliver(state, state.regions[number], rule)
        state.free[tally[FREE]] = number
        tally[FREE] += 1
    tally[ACTIVE] = kept
