"""Pinhole with Brown-Conrady distortion, compiled; the twin is `tests/twins/vision_camera.py`.

A lens travels as one array: focal x and y, centre x and y, k1, k2, p1, p2, k3, and the radius (of
directions before distortion) up to which the glass does not fold the picture over itself.
"""

from math import sqrt

import numpy as np

from olympian.compiled import compiled, inlined

__all__ = ["project_pinhole", "rays_pinhole"]

STEPS = 30
"""Newton needs three to six; more only where there is no solution."""
MET = 1e-13
"""Error of a solved direction, in focal lengths: far below a millionth of a pixel."""


@inlined
def _distorted(x, y, lens):
    k1, k2, p1, p2, k3 = lens[4], lens[5], lens[6], lens[7], lens[8]
    rr = x * x + y * y
    radial = 1.0 + rr * (k1 + rr * (k2 + rr * k3))
    u = x * radial + 2.0 * p1 * x * y + p2 * (rr + 2.0 * x * x)
    v = y * radial + p1 * (rr + 2.0 * y * y) + 2.0 * p2 * x * y
    return u, v


@inlined
def _slopes(x, y, lens):
    """Derivatives of the distorted place: du/dx, du/dy (which is dv/dx), dv/dy."""
    k1, k2, p1, p2, k3 = lens[4], lens[5], lens[6], lens[7], lens[8]
    rr = x * x + y * y
    radial = 1.0 + rr * (k1 + rr * (k2 + rr * k3))
    rise = 2.0 * (k1 + rr * (2.0 * k2 + 3.0 * rr * k3))
    ux = radial + x * x * rise + 2.0 * p1 * y + 6.0 * p2 * x
    uy = x * y * rise + 2.0 * p1 * x + 2.0 * p2 * y
    vy = radial + y * y * rise + 6.0 * p1 * y + 2.0 * p2 * x
    return ux, uy, vy


@inlined
def _undistorted(u, v, lens):
    """The direction whose distorted place is (u, v), by Newton; NaN where there is none."""
    x, y, reach = u, v, lens[9]
    size = sqrt(u * u + v * v)
    if size > reach:
        x, y = u * reach / size, v * reach / size
    for _ in range(STEPS):
        du, dv = _distorted(x, y, lens)
        du, dv = u - du, v - dv
        if abs(du) + abs(dv) < MET * (1.0 + size):
            if sqrt(x * x + y * y) <= reach:
                return x, y
            break
        ux, uy, vy = _slopes(x, y, lens)
        det = ux * vy - uy * uy
        if not det > 0.0:
            break
        x, y = x + (vy * du - uy * dv) / det, y + (ux * dv - uy * du) / det
    return np.nan, np.nan


@compiled
def project_pinhole(points, lens, pixels):
    """Pixels (n, 2) of points (n, 3) in the camera; NaN behind it and where the glass folds."""
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        pixels[i, 0], pixels[i, 1] = np.nan, np.nan
        if z > 0.0:
            x, y = x / z, y / z
            if sqrt(x * x + y * y) <= lens[9]:
                u, v = _distorted(x, y, lens)
                pixels[i, 0], pixels[i, 1] = lens[0] * u + lens[2], lens[1] * v + lens[3]


@compiled
def rays_pinhole(pixels, lens, rays):
    """Unit rays (n, 3) of pixels (n, 2)."""
    for i in range(pixels.shape[0]):
        u, v = (pixels[i, 0] - lens[2]) / lens[0], (pixels[i, 1] - lens[3]) / lens[1]
        x, y = _undistorted(u, v, lens)
        length = sqrt(x * x + y * y + 1.0)
        rays[i, 0], rays[i, 1], rays[i, 2] = x / length, y / length, 1.0 / length
