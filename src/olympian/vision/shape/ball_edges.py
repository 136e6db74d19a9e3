"""Edge pixels for the ball: smoothed, thinned along their slope, each with its direction (11.2.2).

The plain twin is `tests/vision_ball_twin.py`.
"""

from math import sqrt

import numpy as np

from olympian.kinematics.compiled import bare, piece
from olympian.vision.shape.edge_pixels import busy_lanes, ones
from olympian.vision.shape.orientation import orientation

__all__ = ["BORDER", "CELL", "find_edges"]

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


@bare
def _smooth(before, here, after, out):
    """Weights ¼, ½, ¼; twice along each axis, which is a bell of one pixel's deviation."""
    for x in range(len(out)):
        out[x] = _between(_between(before[x], after[x]), here[x])


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
    for y in range(height):
        line = strength[y * stride : (y + 1) * stride]
        line[:BORDER] = 0
        line[width - BORDER :] = 0


@bare
def find_edges(plane, width, bar, scratch, edges, directions, starts, histograms):
    """Fills edge pixels (x, y, unit slope), their directions and histograms; returns how many.

    Args:
        plane: (height, stride) grey bytes, the stride a multiple of 64.
        bar: largest strength that is none.
        scratch: see `ball_room.py`.
        starts: (height + 1,) edge pixels of line y are starts[y]…starts[y + 1]−1.
    """
    height, stride = plane.shape
    histograms[:] = 0
    starts[:] = 0
    if height <= 2 * BORDER or width <= 2 * BORDER:
        return 0
    half, smooth, strength, words, mask, mask_words, lanes, busy, places = scratch
    flat, size = plane.reshape(-1), height * stride
    lines = size - 2 * stride
    _smooth(flat, flat[stride:], flat[2 * stride :], half[stride : stride + lines])
    _smooth(half, half[stride:], half[2 * stride :], smooth[stride : stride + lines])
    _smooth(smooth, smooth[1:], smooth[2:], half[1 : size - 1])
    _smooth(half, half[1:], half[2:], smooth[1 : size - 1])
    first, inner = stride, size - 2 * stride
    _strengths(
        smooth[:inner],
        smooth[first - 1 :],
        smooth[first + 1 :],
        smooth[2 * stride :],
        np.uint8(bar),
        strength[first : first + inner],
    )
    _clear_border(strength, width, height, stride)
    count = busy_lanes(words, lanes)
    _thin(lanes, count, smooth, stride, strength, mask)
    n = ones(mask_words, lanes, count, busy, places)
    _describe(smooth, stride, places, n, edges, directions, starts, histograms)
    return n


@bare
def _describe(smooth, stride, places, n, edges, directions, starts, histograms):
    """Place, unit slope and direction of each edge pixel, and where each line begins."""
    down, line = np.uint64(stride), 0
    for k in range(n):
        p = places[k]
        y, x = np.int64(p // down), np.int64(p % down)
        while line <= y:
            starts[line] = k
            line += 1
        gx = np.int64(smooth[p + _STEP]) - np.int64(smooth[p - _STEP])
        gy = np.int64(smooth[p + down]) - np.int64(smooth[p - down])
        inverse = 1.0 / sqrt(float(gx * gx + gy * gy))
        edges[k, 0], edges[k, 1], edges[k, 2], edges[k, 3] = x, y, gx * inverse, gy * inverse
        direction = orientation(gx, gy)
        directions[k] = direction
        histograms[y // CELL, x // CELL, direction] += 1
    starts[line:] = n
