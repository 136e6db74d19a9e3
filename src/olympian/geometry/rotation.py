"""Rotation matrices and the ways people write them down."""

from math import atan2, cos, hypot, sin

import numpy as np

from olympian.geometry.types import Mat3, Vec, Vec3


def cross(a: Vec3, b: Vec3) -> Vec3:
    """Cross product of two vectors; NumPy's, made for many, takes ten times as long for one."""
    ax, ay, az = a.tolist()
    bx, by, bz = b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def skew(v: Vec3) -> Mat3:
    """Matrix of the cross product: `skew(a) @ b == cross(a, b)`."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def R_from_axis_angle(axis: Vec3, angle: float) -> Mat3:  # noqa: N802
    """Rotation by `angle` about the unit vector `axis` (Rodrigues)."""
    K = skew(axis)
    return np.eye(3) + sin(angle) * K + (1.0 - cos(angle)) * (K @ K)


def R_from_rpy(roll: float, pitch: float, yaw: float) -> Mat3:  # noqa: N802
    """Rotation about the fixed axes x, then y, then z, as URDF writes it."""
    cr, sr, cp, sp, cy, sy = cos(roll), sin(roll), cos(pitch), sin(pitch), cos(yaw), sin(yaw)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def rpy_from_R(R: Mat3) -> Vec3:  # noqa: N802
    """Roll, pitch, yaw that give `R` back to rounding, also next to pitch ±90°.

    There roll and yaw are ill defined one by one, not together: roll is measured after yaw has
    been undone, so that it makes up for yaw's error.
    """
    level = hypot(R[0, 0], R[1, 0])
    yaw = atan2(R[1, 0], R[0, 0]) if level > 1e-15 else 0.0  # below: rounding, not a heading
    c, s = cos(yaw), sin(yaw)
    roll = atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return np.array([roll, atan2(-R[2, 0], level), yaw])


def R_from_quaternion_wxyz(quaternion: Vec) -> Mat3:  # noqa: N802
    """Rotation of a quaternion (w, x, y, z) of any non-zero length."""
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_wxyz_from_R(R: Mat3) -> Vec:  # noqa: N802
    """Unit quaternion (w, x, y, z) with w ≥ 0.

    Of the four equivalent formulas the one with the largest pivot is used, so nothing cancels.
    """
    squares = np.array(
        [
            1 + R[0, 0] + R[1, 1] + R[2, 2],
            1 + R[0, 0] - R[1, 1] - R[2, 2],
            1 - R[0, 0] + R[1, 1] - R[2, 2],
            1 - R[0, 0] - R[1, 1] + R[2, 2],
        ]
    )
    x, y, z = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    xy, xz, yz = R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]
    candidates = (
        (squares[0], x, y, z),
        (x, squares[1], xy, xz),
        (y, xy, squares[2], yz),
        (z, xz, yz, squares[3]),
    )
    quaternion = np.array(candidates[int(np.argmax(squares))])
    quaternion /= np.linalg.norm(quaternion)
    return -quaternion if quaternion[0] < 0 else quaternion


def rotation_vector(R: Mat3) -> Vec3:
    """Axis times angle of `R`, the angle in [0, π]."""
    w, *xyz = quaternion_wxyz_from_R(R)
    length = float(np.linalg.norm(xyz))
    if length < 1e-12:
        return 2.0 * np.array(xyz)
    return (2.0 * atan2(length, w) / length) * np.array(xyz)
