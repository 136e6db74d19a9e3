"""From pixels to the field and back: the ground is flat, so one camera knows how far things are."""

import numpy as np
from numpy.typing import ArrayLike

from olympian.compiled import compiled
from olympian.geometry import Mat4, Vec, inverse, transform_points
from olympian.vision.camera.array import shaped
from olympian.vision.camera.lens import Lens


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
