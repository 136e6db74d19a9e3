"""The camera that sees half the world: angles from its axis become distances from its centre.

For kernels a lens is one array: focal x and y, centre x and y, k1 … k4, and the greatest angle from
the axis that reaches the picture.
"""

from dataclasses import dataclass
from math import atan2, cos, isfinite, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.compiled import compiled, inlined
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.vision.camera.lens import Lens, inside, mapped, shaped

ANGLES = np.linspace(0.0, pi, 721)
"""Quarter degrees, at which the lens is checked for folding the picture over itself."""


@dataclass(frozen=True)
class FishEye:
    """r = f·θ·(1 + k1·θ² + k2·θ⁴ + k3·θ⁶ + k4·θ⁸), as OpenCV writes it, up to θ = `reach`."""

    width: int
    height: int
    focal: tuple[float, float]
    """Pixels per radian near the centre."""
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    reach: float = pi / 2
    """Greatest angle from the axis that the glass lets through, rad; the image circle's edge."""

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or not min(self.focal) > 0:
            raise OlympianError(f"a camera needs pixels and a positive focal length, not {self}")
        if not all(map(isfinite, (*self.focal, *self.centre, *self.distortion))):
            raise OlympianError(f"a camera needs finite numbers, not {self}")
        if not 0 < self.reach < pi:
            raise OlympianError(f"a fish-eye reaches more than 0 and less than pi rad, not {self}")
        turn = _turning_angle(self.distortion)
        if turn < self.reach:
            raise OlympianError(
                f"fish-eye with distortion {self.distortion} folds its picture at {turn:.3f} rad; "
                f"lower its reach of {self.reach:.3f} rad"
            )
        numbers = np.array([*self.focal, *self.centre, *self.distortion, self.reach])
        object.__setattr__(self, "_numbers", numbers)

    @staticmethod
    def of_circle(width: int, height: int, fov_deg: float, radius_px: float) -> "FishEye":
        """A perfect one in the middle of the picture whose circle of `fov_deg` has this radius."""
        focal, reach = radius_px / radians(fov_deg / 2), radians(fov_deg / 2)
        centre = ((width - 1) / 2, (height - 1) / 2)
        return FishEye(width, height, (focal, focal), centre, reach=reach)

    def circle_px(self) -> tuple[float, float]:
        """Half axes of the image circle, across and down, in pixels (equal if focals are)."""
        powers = self.reach ** np.array([2, 4, 6, 8])
        radius = self.reach * (1.0 + float(np.dot(self.distortion, powers)))
        return self.focal[0] * radius, self.focal[1] * radius

    def project(self, points_in_camera: ArrayLike, *, beyond: bool = False) -> Vec:
        """Pixels (…, 2); NaN outside the image circle and out of the picture."""
        pixels = mapped(project_fisheye, vars(self)["_numbers"], points_in_camera, (3, 2))
        if not beyond:
            pixels[~inside(pixels, self.width, self.height)] = np.nan
        return shaped(pixels, points_in_camera)

    def rays(self, pixels: ArrayLike) -> Vec:
        """Unit rays (…, 3); NaN outside the image circle."""
        return shaped(mapped(rays_fisheye, vars(self)["_numbers"], pixels, (2, 3)), pixels)


def _turning_angle(distortion: tuple[float, float, float, float]) -> float:
    """Angle from which on a greater angle would no longer appear further out."""
    k1, k2, k3, k4 = distortion
    squares = ANGLES**2
    slope = 1 + squares * (3 * k1 + squares * (5 * k2 + squares * (7 * k3 + squares * 9 * k4)))
    falling = np.flatnonzero(slope <= 0)
    return float(ANGLES[falling[0]]) if len(falling) else pi


def row_extents(lens: Lens) -> NDArray[np.int32]:
    """(height, 2): first column of each row that is lit, and the one after the last.

    Rows without light have both at 0; an ordinary lens lights them all.
    """
    extents = np.zeros((lens.height, 2), dtype=np.int32)
    extents[:, 1] = lens.width
    if not isinstance(lens, FishEye):
        return extents
    across, down = lens.circle_px()
    level = (np.arange(lens.height) - lens.centre[1]) / down
    half = across * np.sqrt(np.maximum(1.0 - level**2, 0.0))
    first = np.clip(np.ceil(lens.centre[0] - half), 0, lens.width)
    last = np.clip(np.floor(lens.centre[0] + half) + 1, 0, lens.width)
    lit = (np.abs(level) <= 1.0) & (last > first)
    extents[:, 0], extents[:, 1] = np.where(lit, first, 0), np.where(lit, last, 0)
    return extents


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
