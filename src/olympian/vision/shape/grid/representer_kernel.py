"""Edge representers of a grid in compiled code, cell row by cell row (11.1.2).

`represent` is the only entrance; its plain twin is `tests/twins/vision_shape.py`.
"""

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.shape.edge_pixels import (
    LANE,
    busy_lanes,
    ones,
    strengths,
    thick_lanes,
    thin_lanes,
)

X, Y, EX, EY, COUNT, ROW, COLUMN = range(7)
FIELDS = 7
"""Columns of a representer: position (1/16 px), edge vector, pixels, and its cell."""
BIT = 16
"""Positions are kept in sixteenths of a pixel."""
_TANGENT = 256
"""Tangents of angles are given in 256ths."""


@piece
def alike(ax, ay, bx, by, tangent):
    """Equation 11.5 in integers: the angle between a and b is below the threshold."""
    dot = ax * bx + ay * by
    return _TANGENT * abs(ax * by - ay * bx) < dot * tangent


@piece
def _join(sums, at, gx, gy, x, y):
    sums[at] += 1
    sums[at + np.uint64(1)] += gx
    sums[at + np.uint64(2)] += gy
    sums[at + np.uint64(3)] += x
    sums[at + np.uint64(4)] += y


@piece
def _takes(sums, at, gx, gy, tangent):
    """`alike`, or empty: sums of zero need only be a little less than anything. No branch."""
    ax, ay = sums[at + np.uint64(1)], sums[at + np.uint64(2)]
    dot = ax * gx + ay * gy
    return _TANGENT * abs(ax * gy - ay * gx) < dot * tangent + np.int64(sums[at] == 0)


@piece
def _add(sums, cell, two, gx, gy, x, y, tangent):
    """Figure 11.4: the first representer that is empty or alike takes the pixel."""
    at = np.uint64(10) * cell
    if _takes(sums, at, gx, gy, tangent):
        _join(sums, at, gx, gy, x, y)
    elif two and _takes(sums, at + np.uint64(5), gx, gy, tangent):
        _join(sums, at + np.uint64(5), gx, gy, x, y)


@bare
def _collect(flat, stride, places, count, cell_of, sums, setting):
    """Adds edge pixels to the cells they lie in, in the order of reading; lines count from 0."""
    overlap, two, tangent, half, columns = setting
    down, one = np.uint64(stride), np.uint64(1)
    reciprocal = np.uint64((1 << 32) // stride + 1)
    for k in range(count):
        p = places[k]
        line = (p * reciprocal) >> np.uint64(32)
        x = p - line * down
        falling = np.int64(flat[p]) - np.int64(flat[p + down + one])
        rising = np.int64(flat[p + one]) - np.int64(flat[p + down])
        gx, gy = rising - falling, -rising - falling
        if overlap:
            right = cell_of[x + np.uint64(half)]
            if right > 0:
                _add(sums, right - one, two, gx, gy, np.int64(x), np.int64(line), tangent)
            if right < np.uint64(columns):
                _add(sums, right, two, gx, gy, np.int64(x), np.int64(line), tangent)
        else:
            _add(sums, cell_of[x], two, gx, gy, np.int64(x), np.int64(line), tangent)


@bare
def _keep(sums, top, row, columns, least, scale, found, index, ers):
    """Turns the sums of a cell row into representers; returns how many there are by now."""
    for column in range(columns):
        for slot in range(2):
            at = 10 * column + 5 * slot
            n, gx, gy = sums[at], sums[at + 1], sums[at + 2]
            if n >= least and (gx != 0 or gy != 0):
                # The cross lies half a pixel right and below of its first pixel.
                ers[found, X] = _mean(sums[at + 3], n, scale)
                ers[found, Y] = _mean(sums[at + 4] + n * top, n, scale)
                ers[found, EX], ers[found, EY] = -gy, gx
                ers[found, COUNT], ers[found, ROW], ers[found, COLUMN] = n, row, column
                index[row, column, slot] = found
                found += 1
    return found


@piece
def _mean(total, n, scale):
    """Rounded; divided as floats, which is exact here and takes a fifth of the time."""
    return np.int64(np.floor((scale * (BIT * total + BIT // 2 * n) + n // 2) / n))


@bare
def _strengths(plane, width, top, bottom, bar, strength):
    """Strengths of the lines top − 1…bottom, zero outside the frame; line `top` at lane 0 + stride.

    One lane of zeros comes first, so that every pixel has a neighbour on its left.
    """
    height, stride = plane.shape
    flat, lines = plane.reshape(-1), bottom - top + 2
    first, last = max(top - 1, 0), min(bottom + 1, height - 1)
    start = LANE + stride * (first - top + 1)
    size = (last - first) * stride - 1
    strength[:start] = 0
    above, below = flat[first * stride :], flat[(first + 1) * stride :]
    strengths(above, below, np.uint8(bar), strength[start : start + size])
    strength[start + size : LANE * 2 + stride * lines] = 0
    for line in range(lines):
        strength[LANE + line * stride + width - 1 : LANE + (line + 1) * stride] = 0


@bare
def _empty_outside(mask, stride, width, spans, top, bottom):
    """Nothing outside the spans. Strengths stay, so that a ridge is one whatever is scanned."""
    for y in range(top, bottom):
        begin, end = spans[y, 0], spans[y, 1]
        if begin > 0 or end < width - 1:
            line = mask[(y - top) * stride : (y - top + 1) * stride]
            line[: min(begin, stride)] = 0
            line[max(end, 0) :] = 0


@bare
def represent(plane, width, spans, scratch, ers, index, setting):
    """Fills `ers` and `index` (grid of their numbers, −1 for none); returns how many there are.

    Args:
        plane: (height, stride) grey bytes; the stride is a multiple of 64.
        width: columns of the plane that count.
        spans: (height, 2) columns from and to of each line; an empty span skips the line.
        scratch: see `room.py`.
        setting: threshold, thin, cell, overlap, two, tangent in 256ths, least pixels, scale.
    """
    threshold, thin, cell, overlap, two, tangent, least, scale = setting
    strength, mask, lanes, places, cell_of, sums = scratch
    rows, columns = index.shape[0], index.shape[1]
    height, stride = plane.shape
    index[:] = -1
    found, margin = 0, cell // 2 if overlap else 0
    for row in range(rows if width > 1 else 0):
        top, bottom = max(row * cell - margin, 0), min((row + 1) * cell + margin, height - 1)
        while top < bottom and spans[top, 0] >= spans[top, 1]:
            top += 1
        while top < bottom and spans[bottom - 1, 0] >= spans[bottom - 1, 1]:
            bottom -= 1
        if top >= bottom:
            continue
        _strengths(plane, width, top, bottom, threshold - 1, strength)
        flat = plane.reshape(-1)[top * stride :]
        inside = strength[LANE + stride : LANE + stride * (bottom - top + 1)]
        count = busy_lanes(inside, lanes)
        if thin:
            thin_lanes(lanes, count, flat, stride, strength, LANE + stride, mask)
        else:
            thick_lanes(lanes, count, strength, LANE + stride, mask)
        _empty_outside(mask, stride, width, spans, top, bottom)
        pixels = ones(mask, lanes, count, places)
        sums[:] = 0
        how = (overlap, two, tangent, margin, columns)
        _collect(flat, stride, places, pixels, cell_of, sums, how)
        found = _keep(sums, top, row, columns, least, scale, found, index, ers)
    return found
