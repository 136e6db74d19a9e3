"""Plain Python twins of the compiled lenses, of the ground, the horizon and YUYV."""

from math import atan2, cos, nan, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Mat4, Vec
from olympian.vision.camera import FishEye, Lens, Pinhole, all_pixels
from olympian.vision.camera.pinhole import MET, STEPS


def project_pinhole(lens: Pinhole, points: Vec, reach: float) -> Vec:
    """Brown-Conrady as it is written in books."""
    return np.array([_pinhole(lens, *map(float, point), reach) for point in points]).reshape(-1, 2)


def _pinhole(lens: Pinhole, x: float, y: float, z: float, reach: float) -> tuple[float, float]:
    if z <= 0:
        return nan, nan
    x, y = x / z, y / z
    if sqrt(x * x + y * y) > reach:
        return nan, nan
    k1, k2, p1, p2, k3 = lens.distortion
    rr = x * x + y * y
    radial = 1.0 + rr * (k1 + rr * (k2 + rr * k3))
    u = x * radial + 2.0 * p1 * x * y + p2 * (rr + 2.0 * x * x)
    v = y * radial + p1 * (rr + 2.0 * y * y) + 2.0 * p2 * x * y
    return lens.focal[0] * u + lens.centre[0], lens.focal[1] * v + lens.centre[1]


def rays_pinhole(lens: Pinhole, pixels: Vec, reach: float) -> Vec:
    """Newton's method, as in the kernel and in the same order."""
    rays = []
    for px, py in pixels:
        u, v = (px - lens.centre[0]) / lens.focal[0], (py - lens.centre[1]) / lens.focal[1]
        x, y = _undistorted(lens, float(u), float(v), reach)
        length = sqrt(x * x + y * y + 1.0)
        rays.append((x / length, y / length, 1.0 / length))
    return np.array(rays).reshape(-1, 3)


def _undistorted(lens: Pinhole, u: float, v: float, reach: float) -> tuple[float, float]:
    k1, k2, p1, p2, k3 = lens.distortion
    size = sqrt(u * u + v * v)
    x, y = (u * reach / size, v * reach / size) if size > reach else (u, v)
    for _ in range(STEPS):
        rr = x * x + y * y
        radial = 1.0 + rr * (k1 + rr * (k2 + rr * k3))
        rise = 2.0 * (k1 + rr * (2.0 * k2 + 3.0 * rr * k3))
        du = u - (x * radial + 2.0 * p1 * x * y + p2 * (rr + 2.0 * x * x))
        dv = v - (y * radial + p1 * (rr + 2.0 * y * y) + 2.0 * p2 * x * y)
        if abs(du) + abs(dv) < MET * (1.0 + size):
            return (x, y) if sqrt(x * x + y * y) <= reach else (nan, nan)
        ux = radial + x * x * rise + 2.0 * p1 * y + 6.0 * p2 * x
        uy = x * y * rise + 2.0 * p1 * x + 2.0 * p2 * y
        vy = radial + y * y * rise + 6.0 * p1 * y + 2.0 * p2 * x
        det = ux * vy - uy * uy
        if not det > 0.0:
            break
        x, y = x + (vy * du - uy * dv) / det, y + (ux * dv - uy * du) / det
    return nan, nan


def project_fisheye(lens: FishEye, points: Vec) -> Vec:
    """The equidistant law with four more terms."""
    return np.array([_fisheye(lens, *map(float, point)) for point in points]).reshape(-1, 2)


def _fisheye(lens: FishEye, x: float, y: float, z: float) -> tuple[float, float]:
    across = sqrt(x * x + y * y)
    angle = atan2(across, z)
    if angle > lens.reach or (across == 0 and z <= 0):
        return nan, nan
    scale = _radius(lens, angle) / across if across > 0 else 0.0
    return lens.focal[0] * x * scale + lens.centre[0], lens.focal[1] * y * scale + lens.centre[1]


def rays_fisheye(lens: FishEye, pixels: Vec) -> Vec:
    """The angle by bisection, which needs no derivative."""
    rays = []
    for px, py in pixels:
        u, v = (px - lens.centre[0]) / lens.focal[0], (py - lens.centre[1]) / lens.focal[1]
        radius = sqrt(u * u + v * v)
        angle = _angle(lens, radius)
        across = 1.0 if radius == 0 else sin(angle) / radius
        rays.append((u * across, v * across, cos(angle)))
    return np.array(rays).reshape(-1, 3)


def _angle(lens: FishEye, radius: float) -> float:
    low, high = 0.0, lens.reach
    if radius > _radius(lens, high) * (1 + 1e-12):
        return nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _radius(lens, middle) < radius else (low, middle)
    return (low + high) / 2


def _radius(lens: FishEye, angle: float) -> float:
    k1, k2, k3, k4 = lens.distortion
    tt = angle * angle
    return angle * (1.0 + tt * (k1 + tt * (k2 + tt * (k3 + tt * k4))))


def to_field(rays: Vec, T_field_camera: Mat4, height: float) -> Vec:
    """Where each ray meets a level plane, one at a time."""
    places, T = np.full((len(rays), 2), nan), T_field_camera
    for index, (x, y, z) in enumerate(rays):
        fall = -(T[2, 0] * x + T[2, 1] * y + T[2, 2] * z)
        drop = T[2, 3] - height
        if fall > 0 and drop > 0:
            far = drop / fall
            places[index, 0] = T[0, 3] + far * (T[0, 0] * x + T[0, 1] * y + T[0, 2] * z)
            places[index, 1] = T[1, 3] + far * (T[1, 0] * x + T[1, 1] * y + T[1, 2] * z)
    return places


def horizon_rows(lens: Lens, R_field_camera: Mat3) -> NDArray[np.int64]:
    """First row of each column that looks down, by looking at every pixel."""
    return np.vstack([looks_down(lens, R_field_camera), np.ones((1, lens.width))]).argmax(axis=0)


def looks_down(lens: Lens, R_field_camera: Mat3) -> NDArray[np.bool_]:
    """(height, width): which pixels look below the horizon."""
    return np.nan_to_num(lens.rays(all_pixels(lens)) @ R_field_camera[2], nan=1.0) < 0


def rgb_from_yuyv(packed: bytes, width: int, height: int, stride: int) -> NDArray[np.uint8]:
    """BT.601 for video range in the same whole numbers, as arrays."""
    rows = np.frombuffer(packed, dtype=np.uint8)[: stride * height].reshape(height, stride)
    values = rows[:, : 2 * width].astype(np.int64)
    y = 76309 * (values[:, 0::2] - 16) + 32768
    u = np.repeat(values[:, 1::4] - 128, 2, axis=1)
    v = np.repeat(values[:, 3::4] - 128, 2, axis=1)
    planes = (y + 104597 * v, y - 25675 * u - 53279 * v, y + 132201 * u)
    return np.clip(np.stack(planes, axis=-1) >> 16, 0, 255).astype(np.uint8)
