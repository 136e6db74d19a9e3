"""What every camera model can do, whatever its glass does to the picture."""

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from olympian.geometry import Vec


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
