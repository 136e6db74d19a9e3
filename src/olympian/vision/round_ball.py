"""A ball on the ground has its size: where to look for it, and which of several circles it is."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens, pixels_of_field, to_field
from olympian.vision.truth import Disc

__all__ = ["fitting_ball", "rows_by_size"]

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
    expected = _sizes(lens, T_field_camera, radius, pixels)
    low, high = SIZES
    for disc, size in zip(circles, expected.tolist(), strict=True):
        if low * size < disc.radius < high * size:  # false where the place is nowhere
            return disc
    return None


def rows_by_size(
    lens: Lens, T_field_camera: Mat4, radius: float, sizes: Sequence[tuple[float, float]]
) -> NDArray[np.int64]:
    """(n, 2) first row, and the one after the last, that a ball on the field can touch.

    Args:
        radius: of the ball, metres.
        sizes: n ranges of radii in the picture, pixels; each gets its rows, none being 0 to 0.
    """
    columns = np.linspace(0, lens.width - 1, COLUMNS)
    rows = np.arange(0, lens.height, EVERY, dtype=np.float64)
    pixels = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    expected = _sizes(lens, T_field_camera, radius, pixels).reshape(len(rows), COLUMNS)
    low, high = SIZES
    spans = np.zeros((len(sizes), 2), dtype=np.int64)
    for k, (least, most) in enumerate(sizes):
        fits = np.flatnonzero(((expected * high > least) & (expected * low < most)).any(axis=1))
        if len(fits):
            first, last = rows[fits[0]] - EVERY - most, rows[fits[-1]] + EVERY + most
            spans[k] = max(int(first), 0), min(int(last) + 1, lens.height)
    return spans


def _sizes(lens: Lens, T_field_camera: Mat4, radius: float, pixels: Vec) -> Vec:
    """(n,) radius in the picture of a ball whose centre is seen there; NaN where none can lie."""
    places = to_field(lens, T_field_camera, pixels, radius)
    centres = np.column_stack([places, np.full(len(places), radius)])
    # a point of the ball's outline: one radius aside, square to the line of sight
    aside = T_field_camera[:3, 0] * radius
    rims = pixels_of_field(lens, T_field_camera, centres + aside, beyond=True)
    return np.hypot(*(rims - pixels).T)
