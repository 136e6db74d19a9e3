"""Rotations, transforms and polygons: plain NumPy, no robot in sight."""

from olympian.geometry.level import level_kernel
from olympian.geometry.place import Place
from olympian.geometry.polygon import convex_hull, hull_kernel, margin_kernel, signed_margin
from olympian.geometry.rotation import (
    R_from_axis_angle,
    R_from_quaternion_wxyz,
    R_from_rpy,
    cross,
    quaternion_wxyz_from_R,
    rotation_vector,
    rpy_from_R,
    skew,
)
from olympian.geometry.transform import T_from, inverse, pose_error, transform_points
from olympian.geometry.types import GRAVITY, Mat3, Mat4, Vec, Vec2, Vec3, frozen, sealed

__all__ = [
    "GRAVITY",
    "Mat3",
    "Mat4",
    "Place",
    "R_from_axis_angle",
    "R_from_quaternion_wxyz",
    "R_from_rpy",
    "T_from",
    "Vec",
    "Vec2",
    "Vec3",
    "convex_hull",
    "cross",
    "frozen",
    "hull_kernel",
    "inverse",
    "level_kernel",
    "margin_kernel",
    "pose_error",
    "quaternion_wxyz_from_R",
    "rotation_vector",
    "rpy_from_R",
    "sealed",
    "signed_margin",
    "skew",
    "transform_points",
]
