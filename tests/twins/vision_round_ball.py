"""Plain twin of where in a picture a ball on the field can be, by how large it looks."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens


def sizes(lens: Lens, T_field_camera: Mat4, radius: float, pixels: Vec) -> Vec:
    """(n,) radius in the picture of a ball whose centre is seen there; NaN where none can lie."""
    rays, drop = lens.rays(pixels), T_field_camera[2, 3] - radius
    fall = -(rays @ T_field_camera[2, :3])
    far = drop / np.where((fall > 0) & (drop > 0), fall, np.nan)
    rims = lens.project(far[:, None] * rays + (radius, 0.0, 0.0), beyond=True)
    return np.hypot(*(rims - pixels).T)


def ball_rows(
    lens: Lens, T_field_camera: Mat4, radius: float, ranges: Sequence[tuple[float, float]]
) -> NDArray[np.int64]:
    """(n, 2) first row, and the one after the last, that a ball of each range of sizes touches."""
    rows, columns = np.arange(0, lens.height, 16), np.linspace(0, lens.width - 1, 3)
    pixels = np.stack(np.meshgrid(columns, rows.astype(float)), axis=-1).reshape(-1, 2)
    expected = sizes(lens, T_field_camera, radius, pixels).reshape(len(rows), 3)
    found = []
    for least, most in ranges:
        fits = ((1.6 * expected > least) & (0.6 * expected < most)).any(axis=1)
        some, reach = rows[fits], 16 + most
        begin, after = (some[0] - reach, some[-1] + reach + 1) if len(some) else (0, 0)
        found.append((max(begin, 0), min(after, lens.height)))
    return np.array(found, dtype=np.int64)
