"""Lists of points as kernels want them, and back in the shape they came in."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.geometry import Vec


def rows_of(values: ArrayLike, columns: int) -> Vec:
    """(n, columns), contiguous float64; what comes in may have any shape (…, columns)."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != columns:
        raise ValueError(f"expected an array of shape (…, {columns}), got {array.shape}")
    return np.ascontiguousarray(array.reshape(-1, columns))


def shaped(rows: Vec, like: ArrayLike) -> Vec:
    """Rows (n, k) in the leading shape of the array they were computed from."""
    return rows.reshape(*np.shape(like)[:-1], rows.shape[-1])


def mapped(
    kernel: Callable[..., Any], numbers: Any, given: ArrayLike, size: tuple[int, int]
) -> Vec:
    """What a lens's kernel makes of points (…, size[0]): rows (n, size[1])."""
    rows = rows_of(given, size[0])
    out = np.empty((len(rows), size[1]))
    kernel(rows, numbers, out)
    return out


def inside(pixels: Vec, width: int, height: int) -> NDArray[np.bool_]:
    """Which places lie on a pixel of the picture; a pixel reaches half a unit from its centre."""
    x, y = pixels[:, 0], pixels[:, 1]
    return (x >= -0.5) & (x < width - 0.5) & (y >= -0.5) & (y < height - 0.5)
