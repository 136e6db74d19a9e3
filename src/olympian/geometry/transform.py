"""Homogeneous transforms: `T_a_b` maps coordinates in b to coordinates in a."""

import numpy as np
from numpy.typing import ArrayLike

from olympian.geometry.rotation import R_from_rpy, rotation_vector
from olympian.geometry.types import Mat3, Mat4, Vec

_IDENTITY = np.eye(4)
"""Copied where one is needed: making it anew takes ten times as long."""


def T_from(  # noqa: N802
    xyz: ArrayLike = (0.0, 0.0, 0.0), rpy: ArrayLike = (0.0, 0.0, 0.0), *, R: Mat3 | None = None
) -> Mat4:
    """Transform from a position and either roll-pitch-yaw or a rotation matrix."""
    T = _IDENTITY.copy()
    T[:3, :3] = R_from_rpy(*np.asarray(rpy, dtype=float)) if R is None else R
    T[:3, 3] = np.asarray(xyz, dtype=float)
    return T


def inverse(T_a_b: Mat4) -> Mat4:
    """`T_b_a`, by transposing the rotation rather than inverting a matrix."""
    T_b_a = _IDENTITY.copy()
    T_b_a[:3, :3] = T_a_b[:3, :3].T
    T_b_a[:3, 3] = -T_a_b[:3, :3].T @ T_a_b[:3, 3]
    return T_b_a


def transform_points(T_a_b: Mat4, points_in_b: ArrayLike) -> Vec:
    """Points (…, 3) given in b, expressed in a."""
    return np.asarray(points_in_b) @ T_a_b[:3, :3].T + T_a_b[:3, 3]


def pose_error(T_goal: Mat4, T_actual: Mat4) -> tuple[float, float]:
    """Distance in metres and angle in radians between two poses."""
    angle = np.linalg.norm(rotation_vector(T_actual[:3, :3].T @ T_goal[:3, :3]))
    return float(np.linalg.norm(T_goal[:3, 3] - T_actual[:3, 3])), float(angle)
