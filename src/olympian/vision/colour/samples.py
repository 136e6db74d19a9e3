"""Classes of single pixels, for those who look at a few places only."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.kinematics.compiled import bare, piece
from olympian.vision.colour.table import ColourTable
from olympian.vision.colour.ycrcb import pack_pixel

__all__ = ["OUTSIDE", "class_at", "classes_at"]

OUTSIDE = -1


def classes_at(table: ColourTable, frame: NDArray[np.uint8], pixels: Vec) -> NDArray[np.int16]:
    """(…) classes of the pixels (…, 2) of an RGB frame; `OUTSIDE` of it, or for NaN, that."""
    places = np.ascontiguousarray(pixels, dtype=np.float64)
    found = np.empty(places.shape[:-1], dtype=np.int16)
    _look_up(frame, table.codes, places.reshape(-1, 2), found.reshape(-1))
    return found


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
def _look_up(frame, codes, places, found):
    for i in range(len(places)):
        found[i] = class_at(frame, codes, places[i, 0], places[i, 1])
