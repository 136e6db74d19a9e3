"""The ordinary camera: straight lines stay straight but for what its glass bends."""

from dataclasses import dataclass
from math import inf, isfinite, radians, sqrt, tan

import numpy as np
from numpy.typing import ArrayLike

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.robot import CameraConfig
from olympian.vision.camera.array import inside, mapped, shaped
from olympian.vision.camera.pinhole_kernel import project_pinhole, rays_pinhole

__all__ = ["Pinhole"]


@dataclass(frozen=True)
class Pinhole:
    """Focal length and centre in pixels, distortion as OpenCV writes it: k1, k2, p1, p2, k3."""

    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or not min(self.focal) > 0:
            raise OlympianError(f"a camera needs pixels and a positive focal length, not {self}")
        if not all(map(isfinite, (*self.focal, *self.centre, *self.distortion))):
            raise OlympianError(f"a camera needs finite numbers, not {self}")
        numbers = np.array([*self.focal, *self.centre, *self.distortion, _reach(self.distortion)])
        object.__setattr__(self, "_numbers", numbers)

    @staticmethod
    def of_view(width: int, height: int, fov_y_deg: float) -> "Pinhole":
        """A perfect one with square pixels that sees `fov_y_deg` from top to bottom edge."""
        focal = height / 2 / tan(radians(fov_y_deg) / 2)
        return Pinhole(width, height, (focal, focal), ((width - 1) / 2, (height - 1) / 2))

    @staticmethod
    def of_robot(mount: CameraConfig) -> "Pinhole":
        """The camera that a robot's TOML describes."""
        return Pinhole.of_view(mount.width, mount.height, mount.fov_y_deg)

    @property
    def straight(self) -> bool:
        """Does it leave straight lines straight?"""
        return not any(self.distortion)

    def project(self, points_in_camera: ArrayLike, *, beyond: bool = False) -> Vec:
        """Pixels (…, 2); NaN behind the camera, where the glass folds, and out of the picture."""
        pixels = mapped(project_pinhole, vars(self)["_numbers"], points_in_camera, (3, 2))
        if not beyond:
            pixels[~inside(pixels, self.width, self.height)] = np.nan
        return shaped(pixels, points_in_camera)

    def rays(self, pixels: ArrayLike) -> Vec:
        """Unit rays (…, 3), also for places outside the picture; NaN beyond the fold."""
        return shaped(mapped(rays_pinhole, vars(self)["_numbers"], pixels, (2, 3)), pixels)


def _reach(distortion: tuple[float, float, float, float, float]) -> float:
    """Radius at which the radial distortion stops growing: beyond, places would be seen twice."""
    k1, k2, _, _, k3 = distortion
    roots = np.roots([7 * k3, 5 * k2, 3 * k1, 1.0])
    turning = [root.real for root in roots if abs(root.imag) < 1e-12 and root.real > 0]
    return sqrt(min(turning, default=inf))
