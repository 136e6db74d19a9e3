"""Where the ground ends in the picture, and from pixels to the field and back: it is flat."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.compiled import compiled
from olympian.geometry import Mat3, Mat4, Vec, inverse, transform_points
from olympian.vision.camera.lens import Lens, all_pixels, shaped
from olympian.vision.camera.pinhole import Pinhole


def to_field(lens: Lens, T_field_camera: Mat4, pixels: ArrayLike, height: float = 0.0) -> Vec:
    """Places (…, 2) on the field that pixels (…, 2) show; NaN where they look past it.

    Args:
        height: of the plane that is looked at, metres: a ball's centre lies one radius up.
    """
    rays = lens.rays(pixels).reshape(-1, 3)
    places = np.empty((len(rays), 2))
    _meet(rays, np.ascontiguousarray(T_field_camera, dtype=np.float64), float(height), places)
    return shaped(places, pixels)


def pixels_of_field(
    lens: Lens, T_field_camera: Mat4, places: ArrayLike, *, beyond: bool = False
) -> Vec:
    """Pixels (…, 2) of places on the field, (…, 2) on the ground or (…, 3); NaN if not seen.

    Args:
        beyond: also where they would be outside the picture.
    """
    points = np.asarray(places, dtype=np.float64)
    if points.shape[-1] == 2:
        points = np.concatenate([points, np.zeros_like(points[..., :1])], axis=-1)
    return lens.project(transform_points(inverse(T_field_camera), points), beyond=beyond)


@compiled
def _meet(rays, T, height, places):
    """Where rays (n, 3) from the camera come down to a level plane."""
    drop = T[2, 3] - height
    for i in range(rays.shape[0]):
        x, y, z = rays[i, 0], rays[i, 1], rays[i, 2]
        fall = -(T[2, 0] * x + T[2, 1] * y + T[2, 2] * z)
        places[i, 0], places[i, 1] = np.nan, np.nan
        if fall > 0.0 and drop > 0.0:
            far = drop / fall
            places[i, 0] = T[0, 3] + far * (T[0, 0] * x + T[0, 1] * y + T[0, 2] * z)
            places[i, 1] = T[1, 3] + far * (T[1, 0] * x + T[1, 1] * y + T[1, 2] * z)


STRIDE = 8
"""Rows between the rays that are tried first: a strip of ground thinner than this, with sky below
it, may be missed. Only a fish-eye that looks down shows such strips, beside its horizon."""


class Horizon:
    """The top of the ground in every column, for one lens in any attitude.

    It keeps the ray of each pixel, so that asking costs one look at some rays per column.
    """

    def __init__(self, lens: Lens) -> None:
        self.lens = lens
        self._rays = np.ascontiguousarray(lens.rays(all_pixels(lens)), dtype=np.float32)
        self._rows = np.empty(lens.width, dtype=np.int32)
        lit = np.isfinite(self._rays[..., 0])
        self._first = np.where(lit.any(axis=0), lit.argmax(axis=0), lens.height)
        self._last = np.where(lit.any(axis=0), lens.height - 1 - lit[::-1].argmax(axis=0), -1)
        straight = isinstance(lens, Pinhole) and lens.straight
        step = max(lens.width - 1, 1) if straight else 1
        self._outer = np.ascontiguousarray(self._rays[:, ::step])
        self._outer_lit = self._first[::step].copy(), self._last[::step].copy()
        self._outer_rows = self._rows[: self._outer.shape[1]].copy()

    def rows(self, R_field_camera: Mat3) -> NDArray[np.int32]:
        """(width,): first row of each column that looks down, the height where none does.

        The array is used again by the next call.
        """
        down = -np.asarray(R_field_camera, dtype=np.float64)[2]
        _top_rows(self._rays, self._first, self._last, down[0], down[1], down[2], self._rows)
        return self._rows

    def top(self, R_field_camera: Mat3) -> int:
        """The first row in which any pixel looks down; the height where none does.

        A straight horizon is highest at one of the picture's sides.
        """
        down = -np.asarray(R_field_camera, dtype=np.float64)[2]
        _top_rows(self._outer, *self._outer_lit, down[0], down[1], down[2], self._outer_rows)
        return min(self._outer_rows.tolist())


def horizon_line(lens: Pinhole, R_field_camera: Mat3) -> Vec:
    """(a, b, c) with a·x + b·y + c = 0 on the horizon and > 0 where pixels look down.

    Of the lens without its distortion. NaN where the camera looks straight up or down, and the
    whole picture is on one side of it.
    """
    down = -np.asarray(R_field_camera, dtype=np.float64)[2]
    a, b = down[0] / lens.focal[0], down[1] / lens.focal[1]
    line = np.array([a, b, down[2] - a * lens.centre[0] - b * lens.centre[1]])
    length = np.hypot(a, b)
    return line / length if length > 0 else np.full(3, np.nan)


@compiled
def _looks_down(rays, x, y, down_x, down_y, down_z):
    ray = rays[y, x]
    return ray[0] * down_x + ray[1] * down_y + ray[2] * down_z > 0.0


@compiled
def _top_rows(rays, first, last, down_x, down_y, down_z, rows):
    """Only lit pixels are asked, from the `first` to the `last` of each column."""
    for x in range(rays.shape[1]):
        rows[x] = rays.shape[0]
        above = first[x] - 1
        for step in range(first[x], last[x] + STRIDE, STRIDE):
            y = min(step, last[x])
            if _looks_down(rays, x, y, down_x, down_y, down_z):
                rows[x] = _between(rays, x, above, y, down_x, down_y, down_z)
                break
            above = y


@compiled
def _between(rays, x, above, below, down_x, down_y, down_z):
    """First row after `above` that looks down, given that `below` does."""
    while below - above > 1:
        middle = (above + below) // 2
        if _looks_down(rays, x, middle, down_x, down_y, down_z):
            below = middle
        else:
            above = middle
    return below
