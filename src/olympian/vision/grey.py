"""Brightness of a frame: the Y of full-range BT.601, to the bit as OpenCV rounds it."""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare
from olympian.vision.colour import luma_lanes
from olympian.vision.colour.lanes import LANES
from olympian.vision.colour.ycrcb import luma_pixel


def grey_of(frame: NDArray[np.uint8], out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Grey frame (rows, columns) of an RGB one (rows, columns, 3), into `out` where given."""
    height, width, _ = frame.shape
    grey = np.empty((height, width), dtype=np.uint8) if out is None else out
    _grey(np.ascontiguousarray(frame).reshape(-1), grey.reshape(-1))
    return grey


@bare
def _grey(pixels, grey):
    """Sixty-four pixels at once; the last block overlaps the one before."""
    count = grey.shape[0]
    if count < LANES:
        for i in range(count):
            red, green, blue = pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]
            grey[i] = luma_pixel(np.int64(red), np.int64(green), np.int64(blue))
        return
    for block in range((count + LANES - 1) // LANES):
        first = min(block * LANES, count - LANES)
        luma_lanes(pixels, 3 * first, grey, first)
