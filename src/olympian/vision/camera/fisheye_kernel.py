"""Equidistant fish-eye, compiled; the twin is `tests/twins/vision_camera.py`.

A lens travels as one array: focal x and y, centre x and y, k1 … k4, and the greatest angle from
the axis that reaches the picture.
"""

from math import atan2, cos, sin, sqrt

import numpy as np

from olympian.compiled import compiled, inlined

__all__ = ["project_fisheye", "rays_fisheye"]

STEPS = 30
"""Newton needs three to six; more only where there is no solution."""
MET = 1e-13
"""Error of a solved angle, rad: far below a millionth of a pixel."""


@inlined
def _radius(angle, lens):
    """Distance from the centre in focal lengths at which an angle from the axis appears."""
    tt = angle * angle
    return angle * (1.0 + tt * (lens[4] + tt * (lens[5] + tt * (lens[6] + tt * lens[7]))))


@inlined
def _slope(angle, lens):
    tt = angle * angle
    return 1.0 + tt * (3 * lens[4] + tt * (5 * lens[5] + tt * (7 * lens[6] + tt * 9 * lens[7])))


@inlined
def _angle(radius, lens):
    """The angle that appears at a radius; NaN outside the image circle."""
    angle, reach = min(radius, lens[8]), lens[8]
    if not radius <= _radius(reach, lens) * (1.0 + 1e-12):
        return np.nan
    for _ in range(STEPS):
        error = radius - _radius(angle, lens)
        if abs(error) < MET:
            return angle
        angle = min(max(angle + error / _slope(angle, lens), 0.0), reach)
    return angle if abs(radius - _radius(angle, lens)) < 1e-9 else np.nan


@compiled
def project_fisheye(points, lens, pixels):
    """Pixels (n, 2) of points (n, 3) in the camera; NaN outside the image circle."""
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        across = sqrt(x * x + y * y)
        angle = atan2(across, z)
        pixels[i, 0], pixels[i, 1] = np.nan, np.nan
        if angle <= lens[8] and (across > 0.0 or z > 0.0):
            scale = _radius(angle, lens) / across if across > 0.0 else 0.0
            pixels[i, 0] = lens[0] * x * scale + lens[2]
            pixels[i, 1] = lens[1] * y * scale + lens[3]


@compiled
def rays_fisheye(pixels, lens, rays):
    """Unit rays (n, 3) of pixels (n, 2)."""
    for i in range(pixels.shape[0]):
        u, v = (pixels[i, 0] - lens[2]) / lens[0], (pixels[i, 1] - lens[3]) / lens[1]
        radius = sqrt(u * u + v * v)
        angle = _angle(radius, lens)
        across = 1.0 if radius == 0.0 else sin(angle) / radius
        rays[i, 0], rays[i, 1], rays[i, 2] = u * across, v * across, cos(angle)
