"""Plain twins of what is asked of single pixels: brightness, classes, colours beside things."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from twins import vision_colour as vision_colour_twin

Frame = NDArray[np.uint8]
WEIGHTS = (4899, 9617, 1868)
"""Of red, green and blue in luma, in 16384ths, as OpenCV has them."""


def grey(frame: Frame) -> Frame:
    """Luma of an RGB frame, rounded."""
    return ((frame.astype(int) @ WEIGHTS + 8192) >> 14).astype(np.uint8)


def classes_at(codes: Frame, frame: Frame, places: Vec) -> NDArray[np.int_]:
    """Classes of the pixels nearest to places (…, 2); −1 outside the frame."""
    height, width = frame.shape[:2]
    labels = np.full((height + 2, width + 2), -1)  # a rim that is no pixel
    labels[1:-1, 1:-1] = codes[vision_colour_twin.pack(frame)]
    near = np.rint(np.nan_to_num(places, nan=-9.0)).clip(-1, (width, height)).astype(int) + 1
    return labels[near[..., 1], near[..., 0]]


def line_edges(
    codes: Frame, frame: Frame, chains: NDArray[np.int64], white: int, green: int
) -> NDArray[np.bool_]:
    """Which representers have white one or two pixels to one side, green farther to the other."""
    at, along = chains[:, :2] / 16, chains[:, 2:4].astype(float)
    bright = along[:, ::-1] * (1, -1) / np.hypot(*along.T)[:, None]
    ups = [classes_at(codes, frame, at + px * bright) == white for px in (1.0, 2.0)]
    downs = [classes_at(codes, frame, at - px * bright) == green for px in (2.0, 3.5)]
    return (ups[0] | ups[1]) & (downs[0] | downs[1])
