"""What every camera model can do, whatever its glass does to the picture."""

from collections.abc import Callable
from typing import Any, Protocol

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


class Lens(Protocol):
    """From directions to pixels and back; camera axes x right, y down, z ahead.

    Pixel centres have integer coordinates, x right and y down.
    """

    @property
    def width(self) -> int:
        """Columns of the picture."""
        ...

    @property
    def height(self) -> int:
        """Rows of the picture."""
        ...

    @property
    def focal(self) -> tuple[float, float]:
        """Pixels per radian near the centre of the picture, across and down."""
        ...

    def project(self, points_in_camera: ArrayLike, *, beyond: bool = False) -> Vec:
        """Pixels (…, 2) on which points (…, 3) fall; NaN where they are not seen.

        Args:
            beyond: also places outside the picture, as far as the glass has any.
        """
        ...

    def rays(self, pixels: ArrayLike) -> Vec:
        """Unit vectors (…, 3) along which pixels (…, 2) look; NaN where they see nothing."""
        ...


def all_pixels(lens: Lens) -> Vec:
    """(height, width, 2): the centre of every pixel."""
    x, y = np.meshgrid(np.arange(lens.width, dtype=float), np.arange(lens.height, dtype=float))
    return np.stack([x, y], axis=-1)
