"""Pixels to classes, a line at a time, compiled."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types

from olympian.compiled import bare, piece
from olympian.vision.colour.lanes import LANES, look_up_lanes, pack_lanes
from olympian.vision.colour.ycrcb import luma_pixel, pack_pixel

AHEAD = 2
"""Blocks of 64 pixels that are packed before the first is looked up. Packing keeps the arithmetic
busy, looking up the memory; side by side they take a sixth less time."""


@piece
def classify_rgb_line(pixels, at, width, table, packed, codes, to, grey):
    """Classes of `width` RGB pixels from number `at` on into `codes[to:]`; `packed` is scratch.

    Their brightness goes to the same places of `grey` as they have in `pixels`; None for nowhere.
    """
    if width < LANES:
        for x in range(width):
            k = 3 * (at + x)
            red, green, blue = np.int64(pixels[k]), np.int64(pixels[k + 1]), np.int64(pixels[k + 2])
            codes[to + x] = table[pack_pixel(red, green, blue)]
            if grey is not None:
                grey[at + x] = luma_pixel(red, green, blue)
        return
    blocks, last = (width + LANES - 1) // LANES, width - LANES
    for block in range(min(AHEAD, blocks)):
        x = min(block * LANES, last)  # the last block overlaps the one before
        pack_lanes(pixels, 3 * (at + x), packed, x, grey, at + x)
    for block in range(blocks):
        if block + AHEAD < blocks:
            x = min((block + AHEAD) * LANES, last)
            pack_lanes(pixels, 3 * (at + x), packed, x, grey, at + x)
        x = min(block * LANES, last)
        look_up_lanes(packed, x, table, codes, to + x)


@piece
def _chroma_bits(first, second, red):
    """Lower eight bits of a colour: four of Cr, four of Cb."""
    cr, cb = (second, first) if red else (first, second)
    return (cr & 0xF0) | cb >> 4


@piece
def classify_yuv_line(pixels, at, width, red, table, codes, to):
    """The same for 4:2:2 pixels: luma of each, and of every pair one Cr and one Cb.

    A lonely last pixel takes the difference it lacks from the pair before it.

    Args:
        red: 0 where Cr comes first in a pair (the thesis's camera: Y Cr Y Cb), 1 where Cb does.
    """
    # from here on no index can be negative, which saves a test for each
    line, out, second = pixels[at:], codes[to:], np.int64(128)
    for pair in range(width // 2):
        first, second = np.int64(line[4 * pair + 1]), np.int64(line[4 * pair + 3])
        colour = _chroma_bits(first, second, red)
        out[2 * pair] = table[(np.int64(line[4 * pair]) & 0xF0) << 4 | colour]
        out[2 * pair + 1] = table[(np.int64(line[4 * pair + 2]) & 0xF0) << 4 | colour]
    if width & 1:
        colour = _chroma_bits(np.int64(line[2 * width - 1]), second, red)
        out[width - 1] = table[(np.int64(line[2 * width - 2]) & 0xF0) << 4 | colour]


@bare
def classify_rgb(pixels, height, width, table, packed, codes):
    """Classes of a whole frame; all arrays flat."""
    for y in range(height):
        classify_rgb_line(pixels, y * width, width, table, packed, codes, y * width, None)


@bare
def classify_yuv(pixels, height, width, red, table, codes):
    """Classes of a whole 4:2:2 frame; all arrays flat."""
    for y in range(height):
        classify_yuv_line(pixels, 2 * y * width, width, red, table, codes, y * width)


@cache
def entry(kernel: Any) -> Callable[..., None]:
    """The machine code of one of the two; frames and tables may be read-only. Checks nothing."""
    pixels, packed = types.Array(types.uint8, 1, "C"), types.Array(types.uint16, 1, "C")
    arguments = {
        classify_rgb: (pixels, types.int64, types.int64, pixels, packed, pixels),
        classify_yuv: (pixels, types.int64, types.int64, types.int64, pixels, pixels),
    }
    return kernel.compile(arguments[kernel])
