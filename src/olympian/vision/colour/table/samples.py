"""Classes of single pixels, for those who look at a few places only."""

import numpy as np

from olympian.compiled import bare, piece
from olympian.vision.colour.ycrcb import pack_pixel

OUTSIDE = -1


@piece
def class_at(frame, codes, x, y):
    """Class of the pixel nearest to a place; `OUTSIDE` of the frame, or for NaN, that."""
    height, width = frame.shape[0], frame.shape[1]
    column, row = np.rint(x), np.rint(y)
    if column >= 0.0 and column < width and row >= 0.0 and row < height:
        pixel = frame[int(row), int(column)]
        return np.int64(codes[pack_pixel(pixel[0], pixel[1], pixel[2])])
    return OUTSIDE


@bare
def share_of(frame, codes, code, pixels):
    """Part of some pixels that has a class."""
    hits = 0
    for i in range(len(pixels)):
        hits += 1 if class_at(frame, codes, pixels[i, 0], pixels[i, 1]) == code else 0
    return hits / max(len(pixels), 1)
