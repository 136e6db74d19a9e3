"""The ordinary camera: straight lines stay straight but for what its glass bends (Brown-Conrady).

For kernels a lens is one array: focal x and y, centre x and y, k1, k2, p1, p2, k3, and the radius
(of directions before distortion) up to which the glass does not fold the picture over itself.
"""

from dataclasses import dataclass
from math import inf, isfinite, radians, sqrt, tan

import numpy as np
from numpy.typing import ArrayLike

from olympian.compiled import compiled, inlined
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.robot import CameraConfig
from olympian.vision.camera.lens import inside, mapped, shaped


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
