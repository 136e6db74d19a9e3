"""Classes of single pixels, for those who look at a few places only."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.kinematics.compiled import bare
from olympian.vision.colour.table import ColourTable
from olympian.vision.colour.ycrcb import pack_pixel

__all__ = ["OUTSIDE", "classes_at"]

OUTSIDE = -1


def classes_at(table: ColourTable, frame: NDArray[np.uint8], pixels: Vec) -> NDArray[np.int16]:
    """(…) classes of the pixels (…, 2) of an RGB frame; `OUTSIDE` of it, or for NaN, that."""
    places = np.ascontiguousarray(pixels, dtype=np.float64)
    found = np.empty(places.shape[:-1], dtype=np.int16)
    _look_up(frame, table.codes, places.reshape(-1, 2), found.reshape(-1))
    return found


@bare
def _look_up(frame, codes, places, found):
    height, width = frame.shape[0], frame.shape[1]
    for i in range(len(places)):
        x, y = np.rint(places[i, 0]), np.rint(places[i, 1])
        found[i] = OUTSIDE
        if x >= 0.0 and x < width and y >= 0.0 and y < height:
            pixel = frame[int(y), int(x)]
            found[i] = codes[pack_pixel(pixel[0], pixel[1], pixel[2])]
