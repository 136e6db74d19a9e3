"""A ball on the ground has its size: where to look for it, and which of several circles it is."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens
from olympian.vision.truth import Disc

__all__ = ["BallRows", "fitting_ball"]

SIZES = 0.6, 1.6
"""Radius in the picture by that of a ball there: attitude and fit are only so exact."""
EVERY, COLUMNS = 16, 3
"""Steps between rows, and columns, where sizes are computed: a tilted camera's differ by side."""


def fitting_ball(
    circles: Sequence[Disc], lens: Lens, T_field_camera: Mat4, radius: float
) -> Disc | None:
    """The first of `circles` that could be a ball of `radius` metres on the field, or None."""
    if not circles:
        return None
    pixels = np.array([(disc.x, disc.y) for disc in circles])
    expected = _sizes(lens, T_field_camera, radius, pixels, lens.rays(pixels))
    low, high = SIZES
    for disc, size in zip(circles, expected.tolist(), strict=True):
        if low * size < disc.radius < high * size:  # false where the place is nowhere
            return disc
    return None


class BallRows:
    """Where in the picture of one lens a ball on the field can be, by how large it looks."""

    def __init__(self, lens: Lens, radius: float, sizes: Sequence[tuple[float, float]]) -> None:
        """
        Args:
            radius: of the ball, metres.
            sizes: n ranges of radii in the picture, pixels.
        """
        self.lens, self.radius = lens, radius
        columns = np.linspace(0, lens.width - 1, COLUMNS)
        self._rows = np.arange(0, lens.height, EVERY)
        self._pixels = np.stack(np.meshgrid(columns, self._rows.astype(float)), axis=-1)
        self._pixels = self._pixels.reshape(-1, 2)
        self._rays = lens.rays(self._pixels)
        self._least, self._most = np.array(sizes).T[:, :, None]

    def __call__(self, T_field_camera: Mat4) -> NDArray[np.int64]:
        """(n, 2) first row, and the one after the last, that a ball of each of the sizes can touch.

        Sizes that no ball on the field has get rows 0 to 0.
        """
        expected = _sizes(self.lens, T_field_camera, self.radius, self._pixels, self._rays)
        low, high = SIZES
        fits = (expected * high > self._least) & (expected * low < self._most)
        fits = fits.reshape(len(fits), -1, COLUMNS).any(axis=2)
        first, last = fits.argmax(axis=1), fits.shape[1] - 1 - fits[:, ::-1].argmax(axis=1)
        reach = EVERY + self._most[:, 0]
        begin = np.maximum(self._rows[first] - reach, 0).astype(np.int64)
        after = np.minimum(self._rows[last] + reach + 1, self.lens.height).astype(np.int64)
        return np.stack([begin, after], axis=1) * fits.any(axis=1)[:, None]


def _sizes(lens: Lens, T_field_camera: Mat4, radius: float, pixels: Vec, rays: Vec) -> Vec:
    """(n,) radius in the picture of a ball whose centre is seen there; NaN where none can lie.

    Args:
        rays: of those pixels, (n, 3).
    """
    drop = T_field_camera[2, 3] - radius
    fall = -(rays @ T_field_camera[2, :3])
    far = drop / np.where((fall > 0) & (drop > 0), fall, np.nan)
    # a point of the ball's outline: one radius aside, square to the line of sight
    rims = lens.project(far[:, None] * rays + (radius, 0.0, 0.0), beyond=True)
    return np.hypot(*(rims - pixels).T)
