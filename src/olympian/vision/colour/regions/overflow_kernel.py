"""What happens when there is no room for another region, compiled: the smallest is lost."""

from olympian.compiled import bare, piece
from olympian.vision.colour.regions.field import (
    ACTIVE,
    AREA,
    DONE,
    FIELDS,
    FREE,
    LOST,
    LOST_AREA,
    RUNS,
    Y,
)
from olympian.vision.colour.regions.run_kernel import CODE, REGION


@piece
def root(father, region):
    """The region that stands for `region`: its father's father and so on."""
    while father[region] != region:
        region = father[region]
    return region


@piece
def deliver(state, region, rule):
    """Add a finished region to the results; without room the smallest of all is lost."""
    if region[AREA] < rule.least_area:
        return
    place = state.tally[DONE]
    if rule.limited and place == state.found.shape[0]:
        place = _smallest_result(state.found)
        if state.found[place, AREA] >= region[AREA]:
            _lose(state, region[AREA])
            return
        _lose(state, state.found[place, AREA])
    else:
        state.tally[DONE] += 1
    for field in range(FIELDS):
        state.found[place, field] = region[field]


@bare
def make_room(state, run, first, length):
    """Free the smallest growing region, unless the run that asks is no larger: then it is lost.

    Regions already merged logically count as one and go together.

    Args:
        run: number of the asking run: the runs before it belong to regions already.
        first: the first run above that later runs may still touch.
        length: pixels of the asking run.
    """
    if not _any_below(state, length):
        _lose(state, length)
        return False
    victim, area = _smallest_growing(state)
    if area >= length:
        _lose(state, length)
        return False
    _lose(state, area)
    y = state.tally[Y]
    _forget(state, state.runs[y & 1], 0, run, victim)
    _forget(state, state.runs[1 - (y & 1)], first, state.tally[RUNS], victim)
    _release(state, victim)
    return True


@piece
def _any_below(state, length):
    """Whether some region may be smaller; in noise, where runs are short, none is."""
    for place in range(state.tally[ACTIVE]):
        if state.regions[state.active[place], AREA] < length:
            return True
    return False


@bare
def _smallest_growing(state):
    """Root of the smallest family of growing regions, and its area."""
    best, least = -1, 0
    for place in range(state.tally[ACTIVE]):
        candidate = state.active[place]
        if state.father[candidate] != candidate:
            continue
        area = 0
        for other in range(state.tally[ACTIVE]):
            if root(state.father, state.active[other]) == candidate:
                area += state.regions[state.active[other], AREA]
        if best < 0 or area < least:
            best, least = candidate, area
    return best, least


@piece
def _forget(state, runs, begin, end, victim):
    """Runs of the lost family belong to nobody; as class 0 nothing will touch them."""
    for run in range(begin, end):
        if runs[run, CODE] != 0 and root(state.father, runs[run, REGION]) == victim:
            runs[run, CODE] = 0


@piece
def _release(state, victim):
    tally, kept = state.tally, 0
    # sons first: a root that is free already would lead them nowhere
    for place in range(tally[ACTIVE]):
        number = state.active[place]
        if root(state.father, number) == victim:
            state.free[tally[FREE]] = number
            tally[FREE] += 1
        else:
            state.active[kept] = number
            kept += 1
    tally[ACTIVE] = kept


@piece
def _smallest_result(found):
    smallest = 0
    for place in range(1, found.shape[0]):
        if found[place, AREA] < found[smallest, AREA]:
            smallest = place
    return smallest


@piece
def _lose(state, area):
    state.tally[LOST] += 1
    state.tally[LOST_AREA] += area
