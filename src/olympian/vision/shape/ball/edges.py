"""Edge pixels for the ball: smoothed, thinned along their slope, each with its direction (11.2.2).

They are listed line by line from left to right. A table says where in the list each block of a line
begins, so a circle is asked of the pixels in its own square alone. The plain twin is in
`tests/twins/vision_shape.py`.
"""

from math import sqrt

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.shape.ball.integral import orientation
from olympian.vision.shape.edge_pixels import busy_lanes, ones

BLOCK = 32
"""Pixels of a block; a frame's lines are padded to whole ones."""


@piece
def line_range(y, reach, height):
    """First line at most `reach` from y, and the one after the last."""
    top = min(max(int(y - reach), 0), height)
    return top, min(max(int(y + reach) + 1, top), height)


@piece
def block_range(x, reach, per_line):
    """First block of a line at most `reach` from x, and the one after the last."""
    first = min(max(int(x - reach), 0) // BLOCK, per_line)
    return first, min(max(int(x + reach) // BLOCK + 1, first), per_line)


@piece
def first_of(blocks, per_line, line):
    """Number of the first edge pixel of a line, or after it."""
    return blocks[line * per_line]


@piece
def of_line(blocks, per_line, line, left, right, stride):
    """Edge pixels of the blocks `left` to before `right` of a line: the first, the one after all.

    Of all edge pixels every `stride`-th is meant, a power of two.
    """
    first = blocks[line * per_line + left]
    return (first + stride - 1) & -stride, blocks[line * per_line + right]


BORDER = 3
"""Outermost pixels without edges: smoothing and differences reach that far."""
CELL = 8
"""Windows lie on a grid of so many pixels, so histograms need no finer one."""
_FULL = np.uint8(255)
_STEP, _LANE = np.uint64(1), np.uint64(64)


@piece
def _between(a, b):
    """Mean of two bytes, rounded up: one instruction for tens of pixels."""
    return np.uint8((np.uint16(a) + np.uint16(b) + np.uint16(1)) >> np.uint16(1))


@piece
def _smoothed(before, here, after):
    """Weights ¼, ½, ¼."""
    return _between(_between(before, after), here)


@bare
def _smooth(a, b, c, d, e, out):
    """Smoothed twice along one axis, which is a bell of one pixel's deviation: five in a row.

    Both times in one go: a frame read once costs less than the arithmetic done three times over.
    """
    for x in range(len(out)):
        before, here = _smoothed(a[x], b[x], c[x]), _smoothed(b[x], c[x], d[x])
        out[x] = _smoothed(before, here, _smoothed(c[x], d[x], e[x]))


@bare
def _strengths(up, left, right, down, bar, out):
    """Manhattan length of the difference across each pixel, at most 255, less the bar."""
    for x in range(len(out)):
        across = np.uint8(max(right[x], left[x]) - min(right[x], left[x]))
        along = np.uint8(max(down[x], up[x]) - min(down[x], up[x]))
        total = np.uint8(min(across, np.uint8(_FULL - along)) + along)
        out[x] = np.uint8(total - min(total, bar))


@bare
def _thin(lanes, count, smooth, stride, strength, mask):
    """Ones where the strength is on the ridge along the larger part of its slope."""
    down = np.uint64(stride)
    for k in range(count):
        p = _LANE * np.uint64(lanes[k])
        for x in range(_LANE):
            i = p + x
            m = strength[i]
            a, b = smooth[i + _STEP], smooth[i - _STEP]
            c, d = smooth[i + down], smooth[i - down]
            across, along = np.uint8(max(a, b) - min(a, b)), np.uint8(max(c, d) - min(c, d))
            on_line = np.uint8(np.uint8(m > strength[i - down]) & np.uint8(m >= strength[i + down]))
            on_column = np.uint8(
                np.uint8(m > strength[i - _STEP]) & np.uint8(m >= strength[i + _STEP])
            )
            ridge = on_line if along > across else on_column
            mask[i] = min(m, ridge)


@bare
def _clear_border(strength, width, height, stride):
    strength[: BORDER * stride] = 0
    strength[(height - BORDER) * stride : height * stride] = 0
    for y in range(BORDER, height - BORDER):
        line = strength[y * stride : (y + 1) * stride]
        line[:BORDER] = 0
        line[width - BORDER :] = 0


@bare
def _smooth_both(flat, stride, half, smooth):
    """Fills `smooth` from the third line to the last but two, and `half` on the way."""
    size, two = len(flat), 2 * stride
    _smooth(
        flat, flat[stride:], flat[two:], flat[3 * stride :], flat[2 * two :],
        half[two : size - two],
    )  # fmt: skip
    line = half[two : size - two]
    inner = smooth[two + 2 : size - two - 2]
    _smooth(line, line[1:], line[2:], line[3:], line[4:], inner)


@bare
def _find_places(smooth, width, stride, bar, strength, mask, lanes, places):
    """Writes where edge pixels are, in order; returns how many."""
    first, inner = stride, len(smooth) - 2 * stride
    _strengths(
        smooth[:inner], smooth[first - 1 :], smooth[first + 1 :], smooth[2 * stride :],
        np.uint8(bar), strength[first : first + inner],
    )  # fmt: skip
    _clear_border(strength, width, len(smooth) // stride, stride)
    count = busy_lanes(strength, lanes)
    _thin(lanes, count, smooth, stride, strength, mask)
    return ones(mask, lanes, count, places)


@bare
def find_edges(plane, width, begin, bar, most, scratch, lists, histograms):
    """Fills edge pixels (x, y, unit slope), their directions and histograms; returns how many.

    Args:
        plane: (height, stride) grey bytes, the stride a multiple of 64.
        begin: first line that is looked at.
        bar: largest strength that is none; twice that where more than `most` pixels are above it.
        scratch: see `ball_room.py`.
        lists: edges, directions and `blocks`, which says where in them a block of pixels begins.
    """
    height, stride = plane.shape[0] - begin, plane.shape[1]
    edges, directions, blocks = lists
    histograms[:] = 0
    if height <= 2 * BORDER or width <= 2 * BORDER:
        blocks[:] = 0
        return 0
    half, smooth, strength, mask, lanes, places = scratch
    at, size = begin * stride, height * stride
    smooth, strength, mask = smooth[at : at + size], strength[at : at + size], mask[at:]
    _smooth_both(plane.reshape(-1)[at:], stride, half, smooth)
    n = _find_places(smooth, width, stride, bar, strength, mask, lanes, places)
    if n > most:
        twice = min(2 * bar, 254)
        n = _find_places(smooth, width, stride, twice, strength, mask, lanes, places)
    _describe(smooth, stride, begin, places, n, edges, directions, blocks, histograms)
    return n


@bare
def _describe(smooth, stride, begin, places, n, edges, directions, blocks, histograms):
    """Place, unit slope and direction of each edge pixel, and where each block begins."""
    down, reciprocal = np.uint64(stride), np.uint64((1 << 32) // stride + 1)
    offset = np.uint64(begin * stride // BLOCK + 1)
    blocks[:] = 0
    for k in range(n):
        p = places[k]
        line = (p * reciprocal) >> np.uint64(32)
        y, x = np.int64(line) + begin, np.int64(p - line * down)
        blocks[offset + p // np.uint64(BLOCK)] += 1
        gx = np.int64(smooth[p + _STEP]) - np.int64(smooth[p - _STEP])
        gy = np.int64(smooth[p + down]) - np.int64(smooth[p - down])
        inverse = 1.0 / sqrt(float(gx * gx + gy * gy))
        edges[k, 0], edges[k, 1], edges[k, 2], edges[k, 3] = x, y, gx * inverse, gy * inverse
        direction = orientation(gx, gy)
        directions[k] = direction
        histograms[y // CELL, x // CELL, direction] += 1
    for block in range(1, len(blocks)):
        blocks[block] += blocks[block - 1]
