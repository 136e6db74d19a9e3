"""What counts as a frame: bytes in rows, columns and channels."""

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError


def rgb_of(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """An RGB frame (rows, columns, 3) whose bytes lie in one piece, or an error."""
    return _check(frame, 3, "an RGB frame")


def yuv_of(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A 4:2:2 frame (rows, columns, 2), luma beside Cr and Cb in turn, or an error."""
    return _check(frame, 2, "a 4:2:2 frame")


def codes_of(lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Classes (rows, columns) in one piece; a single line is one row."""
    return _check(np.atleast_2d(lines)[..., None], 1, "an image of classes")[..., 0]


def _check(frame: NDArray[np.uint8], channels: int, kind: str) -> NDArray[np.uint8]:
    if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != channels:
        raise OlympianError(
            f"{kind} is bytes (rows, columns, {channels}), not {frame.dtype} {frame.shape}"
        )
    return np.ascontiguousarray(frame)
