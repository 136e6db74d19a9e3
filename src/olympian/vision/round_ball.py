"""A ball on the ground has its size: where to look for it, and which of several circles it is."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare
from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens
from olympian.vision.colour.table.samples import OUTSIDE, class_at
from olympian.vision.truth import BallDisc

SIZES = 0.6, 1.6
"""Radius in the picture by that of a ball there: attitude and fit are only so exact."""
EVERY, COLUMNS = 16, 3
"""Steps between rows, and columns, where sizes are computed: a tilted camera's differ by side."""
RIM = np.array([(cos(k * pi / 8), sin(k * pi / 8)) for k in range(16)])
AROUND, CARPET = 1.35, 0.6
"""Radii at which to look around a ball, and the least share of carpet there: shadows are dark."""


def fitting_ball(
    circles: Sequence[BallDisc], lens: Lens, T_field_camera: Mat4, radius: float
) -> BallDisc | None:
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
        self._sizes = np.array(sizes)

    def __call__(self, T_field_camera: Mat4) -> NDArray[np.int64]:
        """(n, 2) first row, and the one after the last, that a ball of each of the sizes can touch.

        Sizes that no ball on the field has get rows 0 to 0.
        """
        expected = _sizes(self.lens, T_field_camera, self.radius, self._pixels, self._rays)
        rows = np.empty((len(self._sizes), 2), dtype=np.int64)
        _touched(expected, self._rows, self._sizes, self.lens.height, rows)
        return rows


def _sizes(lens: Lens, T_field_camera: Mat4, radius: float, pixels: Vec, rays: Vec) -> Vec:
    """(n,) radius in the picture of a ball whose centre is seen there; NaN where none can lie.

    Args:
        rays: of those pixels, (n, 3).
    """
    outline = np.empty_like(rays)
    _outline(rays, np.ascontiguousarray(T_field_camera[2], dtype=np.float64), radius, outline)
    sizes = np.empty(len(pixels))
    _apart(lens.project(outline, beyond=True), pixels, sizes)
    return sizes


@bare
def _outline(rays, up, radius, outline):
    """A point of each ball's outline: one radius aside, square to the line of sight; or NaN.

    Args:
        up: height of the camera's axes and place, (4,).
    """
    drop = up[3] - radius
    for i in range(len(rays)):
        fall = -(rays[i, 0] * up[0] + rays[i, 1] * up[1] + rays[i, 2] * up[2])
        far = drop / fall if fall > 0.0 and drop > 0.0 else np.nan
        outline[i, 0] = far * rays[i, 0] + radius
        outline[i, 1], outline[i, 2] = far * rays[i, 1], far * rays[i, 2]


@bare
def _apart(ones, others, far):
    for i in range(len(far)):
        far[i] = hypot(ones[i, 0] - others[i, 0], ones[i, 1] - others[i, 1])


@bare
def _touched(expected, at, sizes, height, rows):
    """Fills the first row, and the one after the last, where sizes are as expected of a ball."""
    low, high = SIZES
    for k in range(len(sizes)):
        least, most = sizes[k, 0], sizes[k, 1]
        first, last = -1, -1
        for i in range(len(expected)):
            if expected[i] * high > least and expected[i] * low < most:
                first, last = i // COLUMNS if first < 0 else first, i // COLUMNS
        rows[k, 0], rows[k, 1] = 0, 0
        if first >= 0:
            reach = EVERY + most
            rows[k, 0] = int(max(at[first] - reach, 0.0))
            rows[k, 1] = int(min(at[last] + reach + 1, height))


@bare
def on_carpet(frame, codes, circles, carpet, enough):
    """Fills which circles are surrounded by carpet, or a line on it, for the most part.

    Args:
        circles: (n, 3) x, y and radius.
        carpet: classes of carpet and lines.
    """
    for i in range(len(circles)):
        on, inside = 0, 0
        for k in range(len(RIM)):
            x = circles[i, 0] + AROUND * circles[i, 2] * RIM[k, 0]
            y = circles[i, 1] + AROUND * circles[i, 2] * RIM[k, 1]
            found = class_at(frame, codes, x, y)
            inside += 1 if found != OUTSIDE else 0
            for code in carpet:
                on += 1 if found == code else 0
        enough[i] = on >= CARPET * max(inside, 1)
