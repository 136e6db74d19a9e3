"""Denavit–Hartenberg parameters derived from joint axes."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Mat4, T_from, Vec, Vec3, inverse
from olympian.kinematics.axis_lines import AxisLines

_PARALLEL = 1e-12
"""Sine below which axes count as parallel; callers align nearly parallel ones beforehand."""


@dataclass(frozen=True, eq=False)
class DhFrames:
    """The start-to-end transform as Πᵢ Rz(θᵢ)·Tz(dᵢ)·Tx(rᵢ)·Rx(αᵢ), between two fixed frames.

    θᵢ = signᵢ·qᵢ + offsetᵢ. The first frame sits on the first axis, the last one on the last axis.
    """

    d: Vec
    r: Vec
    alpha: Vec
    """(n − 1,) each: from every axis to the next"""
    sign: Vec
    offset: Vec
    """(n,)"""
    T_start_first: Mat4
    T_start_last: Mat4
    """At q = 0."""


def dh_frames(lines: AxisLines) -> DhFrames:
    """Parameters with d = 0 wherever the geometry leaves a choice (first axis, parallel axes)."""
    n = len(lines.directions)
    sign = _common_signs(lines)
    z = sign[:, None] * lines.directions
    normals = [
        _common_normal(z[i], lines.points[i], z[i + 1], lines.points[i + 1]) for i in range(n - 1)
    ]
    d, r, alpha, offset = np.zeros(n - 1), np.zeros(n - 1), np.zeros(n - 1), np.zeros(n)
    x, origin = _any_normal(z[0]) if n == 1 else normals[0][0], lines.points[0]
    if n > 1 and normals[0][1] is not None:
        origin = normals[0][1]
    T_start_first = _frame(x, z[0], origin)
    for i, (x_next, foot, _) in enumerate(normals):
        start = origin if foot is None else foot
        end = _nearest_on(z[i + 1], lines.points[i + 1], start)
        if foot is None:
            gap = float(np.linalg.norm(end - start))
            x_next = (end - start) / gap if gap > 0.0 else x
            if i == 0:
                x, T_start_first = x_next, _frame(x_next, z[0], origin)
        offset[i] = np.arctan2(np.cross(x, x_next) @ z[i], x @ x_next)
        d[i] = (start - origin) @ z[i]
        r[i] = (end - start) @ x_next
        alpha[i] = np.arctan2(np.cross(z[i], z[i + 1]) @ x_next, z[i] @ z[i + 1])
        x, origin = x_next, end
    return DhFrames(d, r, alpha, sign, offset, T_start_first, _frame(x, z[-1], origin))


def _common_signs(lines: AxisLines) -> Vec:
    """±1 per axis so that neighbours that are opposite become parallel."""
    sign = np.ones(len(lines.directions))
    for i in range(1, len(sign)):
        if lines.sine(i - 1, i) < _PARALLEL and lines.directions[i] @ lines.directions[i - 1] < 0:
            sign[i] = -sign[i - 1]
        elif lines.sine(i - 1, i) < _PARALLEL:
            sign[i] = sign[i - 1]
    return sign


def _common_normal(z1: Vec3, p1: Vec3, z2: Vec3, p2: Vec3) -> tuple[Vec3, Vec3 | None, float]:
    """Direction and foot (on the first axis) of the common normal; no foot for parallel axes."""
    across = np.cross(z1, z2)
    sine = float(np.linalg.norm(across))
    if sine < _PARALLEL:
        return _any_normal(z1), None, sine
    along = np.cross(p2 - p1, z2) @ across / sine**2
    return across / sine, p1 + along * z1, sine


def _any_normal(z: Vec3) -> Vec3:
    least = np.eye(3)[int(np.argmin(np.abs(z)))]
    across = least - (least @ z) * z
    return across / np.linalg.norm(across)


def _nearest_on(z: Vec3, p: Vec3, point: Vec3) -> Vec3:
    return p + ((point - p) @ z) * z


def _frame(x: Vec3, z: Vec3, origin: Vec3) -> Mat4:
    return T_from(origin, R=np.column_stack([x, np.cross(z, x), z]))


def dh_goal_frames(frames: DhFrames, T_start_end: Mat4) -> tuple[Mat4, Mat4]:
    """Constants with Πᵢ(…) = left · T_start_end(q) · right."""
    return inverse(frames.T_start_first), inverse(T_start_end) @ frames.T_start_last
