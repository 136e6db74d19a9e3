"""The image circle: which part of each row the glass really lights."""

import numpy as np
from numpy.typing import NDArray

from olympian.vision.camera.fisheye import FishEye
from olympian.vision.camera.lens import Lens

__all__ = ["row_extents"]


def row_extents(lens: Lens) -> NDArray[np.int32]:
    """(height, 2): first column of each row that is lit, and the one after the last.

    Rows without light have both at 0; an ordinary lens lights them all.
    """
    extents = np.zeros((lens.height, 2), dtype=np.int32)
    extents[:, 1] = lens.width
    if not isinstance(lens, FishEye):
        return extents
    across, down = lens.circle_px()
    level = (np.arange(lens.height) - lens.centre[1]) / down
    half = across * np.sqrt(np.maximum(1.0 - level**2, 0.0))
    first = np.clip(np.ceil(lens.centre[0] - half), 0, lens.width)
    last = np.clip(np.floor(lens.centre[0] + half) + 1, 0, lens.width)
    lit = (np.abs(level) <= 1.0) & (last > first)
    extents[:, 0], extents[:, 1] = np.where(lit, first, 0), np.where(lit, last, 0)
    return extents
