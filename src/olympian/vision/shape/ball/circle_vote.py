"""Centres of circles: edge pixels name the places their slope points at.

Ours, not the thesis's: a window of the search only says that something with edges in all directions
is there. Edge pixels in and around such windows vote, along their slope and both ways (balls are
bright or dark), for centres at distances of one octave of radii after the other. Places grow with
the radius, so that every octave costs the same.
"""

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.shape.ball.edges import CELL
from olympian.vision.shape.spans import bits_set

PLACES_PER_LOW = 2
"""Places for centres are half the smallest radius of the octave wide."""
_CELL = np.uint64(CELL)
_COUNT_BITS = 13
_COUNT = (1 << _COUNT_BITS) - 1
"""A place holds the number of its votes (a ring of edge pixels gives less than 2000) and, above, a
bit for each of the eighteen directions they came from."""
RIM = 5
"""Places around the frame, so that no vote has to be checked: more than the largest radius."""
_RADII = (1.15, 1.5, 1.85)
"""Radii tried in an octave, in parts of its smallest: nowhere more than a third of a place off."""


def place_grid(height: int, width: int, low: float) -> tuple[int, int]:
    """Rows and columns of the places of an octave, with a rim."""
    size = low / PLACES_PER_LOW
    return int(height / size) + 2 * RIM + 1, int(width / size) + 2 * RIM + 1


@bare
def mark(pushed, count, marked):
    """Ones in `marked` for all cells in the windows, and half a window around them."""
    marked[:] = 0
    rows, columns = marked.shape
    for k in range(count):
        top, left, side = pushed[k, 0], pushed[k, 1], pushed[k, 2]
        first, last = max(left - side // 2, 0), min(left + side + side // 2, columns)
        for row in range(max(top - side // 2, 0), min(top + side + side // 2, rows)):
            for column in range(first, last):
                marked[row, column] = 1


@piece
def _whole(number):
    """A positive number without its fraction: processors have no instruction for unsigned ones."""
    return np.uint64(np.int64(number))


@piece
def _count(votes, row, column, direction, enough, reached, found):
    """One vote; notes the place when it has got enough of them."""
    now = (votes[row, column] + 1) | direction
    votes[row, column] = now
    if now & _COUNT == enough and found < len(reached):
        reached[found, 0], reached[found, 1] = row, column
        return found + 1
    return found


@bare
def _vote(edges, directions, first, after, stride, low, marked, enough, votes, reached):
    """Adds votes; returns how many places reached `enough`, each written to `reached` once."""
    scale, rim = np.float32(PLACES_PER_LOW / low), np.float32(RIM)
    found = 0
    for k in range(first, after, stride):
        x, y = edges[k, 0], edges[k, 1]
        if marked[_whole(y) // _CELL, _whole(x) // _CELL] == 0:
            continue
        column, row = x * scale + rim, y * scale + rim
        one = np.int32(1 << (_COUNT_BITS + directions[k]))
        for radius in _RADII:
            right = np.float32(PLACES_PER_LOW * radius) * edges[k, 2]
            down = np.float32(PLACES_PER_LOW * radius) * edges[k, 3]
            found = _count(
                votes, _whole(row + down), _whole(column + right), one, enough, reached, found
            )
            found = _count(
                votes, _whole(row - down), _whole(column - right), one, enough, reached, found
            )
    return found


@piece
def _peak(votes, row, column):
    """The square of four places with this one in it that has most votes: their number, how many of
    the eighteen directions they come from, and its first row and column.

    Four, not nine: the slopes of noise fill large areas, those of a ball meet in a point.
    """
    most, at_row, at_column = 0, row, column
    for i in range(row - 1, row + 1):
        for j in range(column - 1, column + 1):
            total = (votes[i, j] & _COUNT) + (votes[i, j + 1] & _COUNT)
            total += (votes[i + 1, j] & _COUNT) + (votes[i + 1, j + 1] & _COUNT)
            if total > most:
                most, at_row, at_column = total, i, j
    a, b = votes[at_row, at_column], votes[at_row, at_column + 1]
    c, d = votes[at_row + 1, at_column], votes[at_row + 1, at_column + 1]
    return most, bits_set((a | b | c | d) >> _COUNT_BITS), at_row, at_column


@piece
def _directions_around(votes, row, column):
    """Directions from which the nine places around have votes: no four of them have more."""
    word = np.int64(0)
    for i in range(row - 1, row + 2):
        word |= votes[i, column - 1] | votes[i, column] | votes[i, column + 1]
    return bits_set(word >> _COUNT_BITS)


@piece
def _middle(votes, row, column):
    """Centre of mass of the nine places around the fullest of four, less what all of them have."""
    first_row, first_column = row, column
    for k in range(1, 4):
        i, j = first_row + k // 2, first_column + k % 2
        if (votes[i, j] & _COUNT) > (votes[row, column] & _COUNT):
            row, column = i, j
    base = votes[row, column] & _COUNT
    for k in range(9):
        base = min(base, votes[row + k // 3 - 1, column + k % 3 - 1] & _COUNT)
    total, down, right = 0, 0, 0
    for k in range(9):
        weight = (votes[row + k // 3 - 1, column + k % 3 - 1] & _COUNT) - base
        total += weight
        down += weight * (k // 3 - 1)
        right += weight * (k % 3 - 1)
    total = max(total, 1)
    return row + 0.5 + down / total, column + 0.5 + right / total


@bare
def _keep_best(votes, reached, found, low, least, best):
    """Fills `best` (k, 3: rank, x, y) with the strongest places that are no neighbours."""
    best[:] = 0.0
    size = low / PLACES_PER_LOW
    for k in range(found):
        if _directions_around(votes, reached[k, 0], reached[k, 1]) < least:
            continue
        total, directions, row, column = _peak(votes, reached[k, 0], reached[k, 1])
        if directions < least:
            continue
        rank = float(total * directions * directions)
        down, right = _middle(votes, row, column)
        x, y = (right - RIM) * size, (down - RIM) * size
        worst, taken = 0, False
        for i in range(len(best)):
            if best[i, 0] > 0 and abs(best[i, 1] - x) < low and abs(best[i, 2] - y) < low:
                taken = True
                if rank > best[i, 0]:
                    best[i, 0], best[i, 1], best[i, 2] = rank, x, y
                break
            if best[i, 0] < best[worst, 0]:
                worst = i
        if not taken and rank > best[worst, 0]:
            best[worst, 0], best[worst, 1], best[worst, 2] = rank, x, y


@bare
def centres(
    edges, directions, first, after, low, stride, marked, enough, least, votes, reached, best
):
    """Fills `best` (k, 3: rank, x, y) for one octave of radii, low to twice low.

    Edge pixels from `first` to before `after` vote.

    The rank of a place is its votes times the square of the number of directions they come from,
    of which there are at least `least`: lines give many votes, but from one or two directions.
    """
    votes[:] = 0
    found = _vote(edges, directions, first, after, stride, low, marked, enough, votes, reached)
    _keep_best(votes, reached, found, low, least, best)
