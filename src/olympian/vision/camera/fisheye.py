"""The camera that sees half the world: angles from its axis become distances from its centre."""

from dataclasses import dataclass
from math import isfinite, pi, radians

import numpy as np
from numpy.typing import ArrayLike

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.vision.camera.array import inside, mapped, shaped
from olympian.vision.camera.fisheye_kernel import project_fisheye, rays_fisheye

__all__ = ["FishEye"]

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
