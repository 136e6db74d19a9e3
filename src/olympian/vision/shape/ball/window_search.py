"""Overlapped binary search for windows that may hold a ball (algorithm 2 and section 11.2.6)."""

from math import pi

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.shape.ball.integral import window_histogram

CALLS, SEEN, PUSHED, CIRCLES = range(4)
"""Counters: references to the function, windows looked at, candidates, circles fitted to them."""
WINDOW_FIELDS = 5
"""Columns of a window: top, left and side in cells, edge pixels, sum of squared bins."""
_UNSEEN, _REJECTED, _ACCEPTED, _OPEN = range(4)


@piece
def known_windows(level):
    """Windows that the table remembers of all levels above this one; level k has 2ᵏ⁺¹ a side."""
    return ((4 << (2 * level)) - 4) // 3


@piece
def _note(window, store, counts, which):
    """Remembers a window, as long as there is room."""
    at = counts[which]
    if at < len(store):
        for k in range(WINDOW_FIELDS):
            store[at, k] = window[k]
        counts[which] = at + 1


@bare
def _enter(level, row, column, setting, integral, table, bins, counts, seen, window):
    """The first half of algorithm 2: what is known of a window before its parts are searched."""
    whole, smallest, zeros_allowed, verbatim = setting
    counts[CALLS] += 1
    side = whole >> level
    if side < smallest:
        return _REJECTED
    place = known_windows(level) + (row * (2 << level) + column)
    if table[place] != _UNSEEN:
        return _ACCEPTED if verbatim == 1 else np.int64(table[place])
    table[place] = _REJECTED
    top, left = row * (side // 2), column * (side // 2)
    window_histogram(integral, top, left, side, bins)
    zeros, total, squares = 0, 0, 0
    for k in range(len(bins)):
        zeros += 1 if bins[k] == 0 else 0
        total += bins[k]
        squares += bins[k] * bins[k]
    window[0], window[1], window[2], window[3], window[4] = top, left, side, total, squares
    _note(window, seen, counts, SEEN)
    if zeros > zeros_allowed:
        return _REJECTED
    table[place] = _ACCEPTED
    return _OPEN


@bare
def search(setting, integral, table, bins, stack, counts, seen, pushed):
    """Pushes every window that may hold a ball and none of whose parts may.

    Algorithm 2 with a stack of its own, one line per level: row and column in half windows, parts
    done, whether one of them may hold the ball, and the window. `table` remembers what became of
    each, level after level. Algorithm 2 answers a window seen before with true, the
    text with what was found then: `verbatim` says which.

    Args:
        setting: cells of the whole grid, cells of the smallest window, allowed zeros, verbatim.
    """
    level = -1
    if _enter(0, 0, 0, setting, integral, table, bins, counts, seen, stack[0, 4:]) == _OPEN:
        level = 0
        stack[0, :4] = 0
    while level >= 0:
        here = stack[level]
        part = here[2]
        if part == 9:
            if here[3] == 0:
                _note(here[4:], pushed, counts, PUSHED)
            level -= 1
            if level >= 0:
                stack[level, 3] = 1
            continue
        here[2] = part + 1
        row, column = 2 * here[0] + part // 3, 2 * here[1] + part % 3
        below = stack[level + 1]
        came = _enter(
            level + 1, row, column, setting, integral, table, bins, counts, seen, below[4:]
        )
        if came == _OPEN:
            below[0], below[1], below[2], below[3] = row, column, 0, 0
            level += 1
        elif came == _ACCEPTED:
            here[3] = 1


@bare
def passes(total, squares, side_px, alpha, beta):
    """Both outlier tests: even enough (11.11), and as many edge pixels as a round thing (11.12)."""
    mean = total / 18.0
    even = squares / 18.0 - mean * mean < (alpha * mean) ** 2
    return even and 0.5 * pi * side_px * (1 - beta) < total < 4.0 * side_px * (1 + beta)
