"""A ball on the ground has its size: where to look for it, and which of several circles it is."""

from collections.abc import Sequence
from math import asin, hypot, pi, radians, sqrt, tan

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare
from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens
from olympian.vision.truth import BallDisc

SIZES = 0.6, 1.6
"""Radius in the picture by that of a ball there: attitude and fit are only so exact."""
EVERY, COLUMNS = 16, 3
"""Steps between rows, and columns, where sizes are computed: a tilted camera's differ by side."""
TILT, SIZE = radians(2.0), 0.04
"""Standard deviations of the camera's tilt as a walking robot knows it, and of the radius in the
picture as a part of it: a ball far away tells its distance by its size, one before the feet by its
place in the picture."""
DOUBT = 5.0
"""Standard deviations by which the two may differ; what differs more is no ball on the ground."""
LOW = 0.01
"""Radians below level at which a ball is too far away to have a place."""


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


def size_error(drop: float, radius: float, size: float, focal: float) -> float:
    """By which part of it a ball may be larger or smaller in the picture than expected, (3 σ).

    Args:
        drop: metres from the camera down to the ball's centre.
        radius: metres; size: pixels of that radius; focal: pixels per radian.
    """
    sine = min(max(drop * size / (radius * focal), 1e-3), 0.999)
    return min(3.0 * hypot(SIZE, TILT * sqrt(1.0 - sine * sine) / sine), SIZES[1] - 1.0)


def ball_on_ground(
    lens: Lens, T_ground_camera: Mat4, disc: BallDisc, radius: float
) -> tuple[float, float] | None:
    """Where a ball of `radius` metres lies, by its place and its size in the picture; or None.

    Both say how far below level it is seen: the place by the camera's tilt, the size by the sine of
    that angle. They are weighted by how far off each may be.
    """
    x, y, r = disc.x, disc.y, disc.radius
    rays = lens.rays(np.array([(x, y), (x - r, y), (x + r, y), (x, y - r), (x, y + r)]))
    ahead, left, up = (T_ground_camera[:3, :3] @ rays[0]).tolist()
    drop = float(T_ground_camera[2, 3]) - radius
    across, along = float(rays[1] @ rays[2]), float(rays[3] @ rays[4])
    # sines of half the angles between opposite points of its outline
    sine = sqrt(sqrt(max(1.0 - across, 0.0) * max(1.0 - along, 0.0)) / 2.0)
    if not (drop > 0.0 and sine > 0.0):
        return None
    by_size, by_tilt = asin(min(drop * sine / radius, 1.0)), asin(max(-up, -1.0))
    slope = tan(min(max(by_size, LOW), pi / 2 - LOW))
    weight = (TILT / (SIZE * slope)) ** 2
    below = (weight * by_size + by_tilt) / (weight + 1.0)
    if below < LOW or abs(by_size - by_tilt) > DOUBT * hypot(TILT, SIZE * slope):
        return None
    far, level = drop / tan(below), hypot(ahead, left)
    if level < 1e-9:
        return float(T_ground_camera[0, 3]), float(T_ground_camera[1, 3])
    return (
        float(T_ground_camera[0, 3]) + far * ahead / level,
        float(T_ground_camera[1, 3]) + far * left / level,
    )


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
        expected = self.sizes(T_field_camera).reshape(-1)
        rows = np.empty((len(self._sizes), 2), dtype=np.int64)
        _touched(expected, self._rows, self._sizes, self.lens.height, rows)
        return rows

    def sizes(self, T_field_camera: Mat4) -> Vec:
        """(n, `COLUMNS`) radius in the picture of a ball there, every `EVERY` rows; or NaN."""
        sizes = _sizes(self.lens, T_field_camera, self.radius, self._pixels, self._rays)
        return sizes.reshape(-1, COLUMNS)


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
