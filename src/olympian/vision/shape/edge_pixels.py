"""Edge pixels of a frame: Roberts' cross in bytes, tens of pixels per instruction.

Loops here are written so that the compiler turns them into vector code: bytes in, bytes out, no
branches, and all lines in one go. Bytes are cast at every step, because Numba widens
`uint8 - uint8` to 64 bits; places are unsigned, because a signed index might count from the end.
"""

from typing import Any

import numpy as np
from numba.cpython.unsafe import numbers

from olympian.compiled import bare, piece
from olympian.vision.colour import equals
from olympian.vision.shape.spans import bits_set

LANE = 64
"""Pixels looked at together: the bytes of a cache line."""
_ONE, _FULL = np.uint8(1), np.uint8(255)
_NO_WORD, _ONE_WORD, _ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
trailing_zeros: Any = numbers.trailing_zeros
"""An intrinsic of Numba: one instruction."""
_STEP, _LANE = np.uint64(1), np.uint64(LANE)


@bare
def strengths(above, below, bar, out):
    """Manhattan length of Roberts' cross, at most 255, less the bar; zero where it is not above.

    The cross of x takes x and x + 1 of a line and the one below; its centre is half a pixel right
    and below of x.
    """
    for x in range(len(out)):
        a, b, c, d = above[x], above[x + 1], below[x], below[x + 1]
        falling = np.uint8(max(a, d) - min(a, d))
        rising = np.uint8(max(b, c) - min(b, c))
        total = np.uint8(min(falling, np.uint8(_FULL - rising)) + rising)
        out[x] = np.uint8(total - min(total, bar))


@bare
def busy_lanes(strength, lanes):
    """Writes the numbers of the lanes with anything in them; returns how many."""
    n = _NO_WORD
    for k in range(len(strength) // LANE):
        lanes[n] = k
        n += np.uint64(equals(strength, LANE * k, 0) != _ALL)
    return np.int64(n)


@bare
def thick_lanes(lanes, count, strength, first, mask):
    """Ones in the mask where the strength is not zero; place 0 of the mask is `first` there."""
    for k in range(count):
        p = _LANE * np.uint64(lanes[k])
        s = np.uint64(first) + p
        for x in range(_LANE):
            mask[p + x] = min(strength[s + x], _ONE)


@bare
def thin_lanes(lanes, count, flat, stride, strength, first, mask):
    """Ones in the mask where the strength is on the ridge of its own slope.

    A slope that falls mostly along y (both diagonals fall alike) is compared with the lines above
    and below, another with the columns left and right; so an edge is one pixel thick.

    Args:
        flat: grey bytes, line after line of `stride`, from place 0 of the mask on.
        first: where place 0 of the mask is in `strength`.
    """
    down = np.uint64(stride)
    end = np.uint64(max(len(flat) - stride - 1, 0))
    for k in range(count):
        p = _LANE * np.uint64(lanes[k])
        s = np.uint64(first) + p
        if p + _LANE <= end:
            _thin(p, s, _LANE, flat, down, strength, mask)
        else:  # the last lane of a frame, whose last cross would reach beyond it
            mask[p + _LANE - _STEP] = 0
            _thin(p, s, _LANE - _STEP, flat, down, strength, mask)


@piece
def _thin(p, s, length, flat, down, strength, mask):
    for x in range(length):
        i, j = p + x, s + x
        m = strength[j]
        falls = np.uint8(flat[i] >= flat[i + down + _STEP])
        rises = np.uint8(flat[i + _STEP] >= flat[i + down])
        on_line = np.uint8(np.uint8(m > strength[j - down]) & np.uint8(m >= strength[j + down]))
        on_column = np.uint8(np.uint8(m > strength[j - _STEP]) & np.uint8(m >= strength[j + _STEP]))
        ridge = on_line if falls == rises else on_column
        mask[i] = min(m, ridge)


@bare
def ones(mask, lanes, count, places):
    """Writes where the ones of a mask are, in order; returns how many.

    Four at a time, whether there are as many or not: a wrongly guessed branch costs as much as ten
    pixels, and few lanes have more than four.

    Args:
        mask: zeros and ones, of which only some lanes are looked at.
        places: room for one number per pixel and eight more.
    """
    n = _NO_WORD
    for k in range(count):
        start = _LANE * np.uint64(lanes[k])
        bits, at = equals(mask, np.int64(start), 1), n
        n += np.uint64(bits_set(np.int64(bits)))
        bits = _four(bits, start, places, at)
        while bits != _NO_WORD:
            at += np.uint64(4)
            bits = _four(bits, start, places, at)
    return np.int64(n)


@piece
def _four(bits, start, places, n):
    """Writes the places of the four lowest bits; returns the others."""
    for k in range(np.uint64(4)):
        places[n + k] = start + np.uint64(trailing_zeros(bits))
        bits &= bits - _ONE_WORD
    return bits
