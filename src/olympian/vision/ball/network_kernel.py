"""Patches of a picture, and a small convolutional network that says whether they show a ball."""

from math import exp

import numpy as np

from olympian.compiled import bare, piece

SIDE = 16
"""Pixels along a patch."""
REACH = 1.7
"""Radii from a patch's middle to its edge: carpet, floor or foot round a ball tell as much as it
does."""
FINE = 4
"""Most pixels of the picture, each way, that are mixed into one of a patch."""
DARK = 16.0
"""Grey levels that are added to the mean by which a patch is divided: noise has no colour."""


@bare
def cut_patch(frame, x, y, radius, patch):
    """Fills a patch (SIDE, SIDE, 3): the square round a disc, by its mean brightness, less one.

    Beyond the picture it is zero, which is as bright as its mean.
    """
    height, width = frame.shape[0], frame.shape[1]
    step = 2.0 * REACH * radius / SIDE
    parts = min(max(int(step), 1), FINE)
    total, inside = 0.0, 0
    for row in range(SIDE):
        for column in range(SIDE):
            red, green, blue, count = 0, 0, 0, 0
            for k in range(parts):
                i = int(np.floor(y + step * (row + (k + 0.5) / parts - 0.5 * SIDE) + 0.5))
                for n in range(parts):
                    j = int(np.floor(x + step * (column + (n + 0.5) / parts - 0.5 * SIDE) + 0.5))
                    if 0 <= i < height and 0 <= j < width:
                        red += frame[i, j, 0]
                        green += frame[i, j, 1]
                        blue += frame[i, j, 2]
                        count += 1
            share = 1.0 / count if count > 0 else np.nan
            patch[row, column, 0] = red * share
            patch[row, column, 1] = green * share
            patch[row, column, 2] = blue * share
            total += (red + green + blue) * share if count > 0 else 0.0
            inside += 3 if count > 0 else 0
    scale = np.float32(1.0 / (total / max(inside, 1) + DARK))
    for row in range(SIDE):
        for column in range(SIDE):
            known = patch[row, column, 0] >= np.float32(0.0)
            for k in range(3):
                value = patch[row, column, k] * scale - np.float32(1.0)
                patch[row, column, k] = value if known else np.float32(0.0)


@bare
def convolve(picture, stride, weights, bias, out):
    """Fills `out` (rows, columns, n): each square of the picture by the weights, above zero.

    Args:
        picture: (rows, columns, m).
        weights: (side, side, m, n).
    """
    side, depth, count = weights.shape[0], weights.shape[2], weights.shape[3]
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            here = out[row, column]
            for n in range(count):
                here[n] = bias[n]
            for i in range(side):
                for j in range(side):
                    for k in range(depth):
                        value = picture[row * stride + i, column * stride + j, k]
                        line = weights[i, j, k]
                        for n in range(count):
                            here[n] += value * line[n]
            for n in range(count):
                here[n] = max(here[n], np.float32(0.0))


@piece
def _layer(values, weights, bias, out):
    for n in range(len(out)):
        out[n] = bias[n]
    for k in range(len(values)):
        value, line = values[k], weights[k]
        for n in range(len(out)):
            out[n] += value * line[n]


@bare
def judge(frame, places, weights, room, told):
    """Fills `told` (n, 4) for places (n, 4: score, x, y, radius): how likely each is a ball, and
    its x, y and radius."""
    first, first_bias, second, second_bias, third, third_bias, last, last_bias = weights
    patch, one, two, three, four = room
    for k in range(len(places)):
        x, y, radius = places[k, 1], places[k, 2], places[k, 3]
        cut_patch(frame, x, y, radius, patch)
        convolve(patch, 2, first, first_bias, one)
        convolve(one, 1, second, second_bias, two)
        _layer(two.reshape(-1), third, third_bias, three)
        for n in range(len(three)):
            three[n] = max(three[n], np.float32(0.0))
        _layer(three, last, last_bias, four)
        told[k, 0] = 1.0 / (1.0 + exp(-four[0]))
        told[k, 1] = x + radius * four[1]
        told[k, 2] = y + radius * four[2]
        told[k, 3] = radius * exp(min(max(four[3], np.float32(-1.0)), np.float32(1.0)))
