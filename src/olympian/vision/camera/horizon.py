"""Where the ground ends in the picture: a straight line, or a curve behind a fish-eye."""

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled
from olympian.geometry import Mat3, Vec
from olympian.vision.camera.lens import Lens, all_pixels
from olympian.vision.camera.pinhole import Pinhole

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
