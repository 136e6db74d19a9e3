"""Directions of a three-joint arm's bones, quickly: this is asked many times a tick."""

from math import cos, sin

import numpy as np

from olympian.geometry import Mat3, Vec, Vec3
from olympian.kinematics import ClosedFormArm

__all__ = ["ArmBones"]

Floats = tuple[float, float, float]
"""Plain numbers: NumPy takes ten times as long for three of them."""


class ArmBones:
    """Upper arm and forearm as unit vectors in the torso frame."""

    def __init__(self, arm: ClosedFormArm, R_torso_base: Mat3) -> None:
        directions, points = arm.chain.screw_axes()
        upper = points[2] - points[1]
        upper = upper - (upper @ directions[1]) * directions[1]
        self._axes = [_floats(R_torso_base @ axis) for axis in directions]
        self._upper = _floats(R_torso_base @ upper / np.linalg.norm(upper))
        self._forearm = _floats(R_torso_base @ arm.forearm(np.zeros(3)))

    def upper_arm(self, q: Vec) -> Vec3:
        """From shoulder to elbow."""
        return self._turned(self._upper, q, 1)

    def upper_arms(self, rows: Vec) -> Vec:
        """(m, 3) from shoulder to elbow, for postures (m, 3)."""
        bones = np.broadcast_to(np.array(self._upper), rows.shape)
        for index in (1, 0):
            axis = np.array(self._axes[index])
            c, s = np.cos(rows[:, index, None]), np.sin(rows[:, index, None])
            along = (bones @ axis)[:, None] * axis
            bones = c * (bones - along) + s * np.cross(axis, bones) + along
        return bones

    def forearm(self, q: Vec) -> Vec3:
        """From elbow to hand."""
        return self._turned(self._forearm, q, 2)

    def axes_at(self, q: Vec) -> list[Vec3]:
        """The axes about which the joints turn the forearm, in the torso frame."""
        return [self._turned(axis, q, index - 1) for index, axis in enumerate(self._axes)]

    def raising(self) -> int:
        """The shoulder joint that raises the arm to its side: its axis points most nearly ahead."""
        return 0 if abs(self._axes[0][0]) > abs(self._axes[1][0]) else 1

    def _turned(self, bone: Floats, q: Vec, last: int) -> Vec3:
        x, y, z = bone
        angles = q.tolist()
        for index in range(last, -1, -1):
            x, y, z = _about(self._axes[index], angles[index], x, y, z)
        return np.array([x, y, z])


def _floats(vector: Vec3) -> Floats:
    x, y, z = vector
    return float(x), float(y), float(z)


def _about(axis: Floats, angle: float, x: float, y: float, z: float) -> Floats:
    """A vector turned by `angle` about a unit vector (Rodrigues)."""
    kx, ky, kz = axis
    c, s = cos(angle), sin(angle)
    along = (1.0 - c) * (kx * x + ky * y + kz * z)
    return (
        c * x + s * (ky * z - kz * y) + along * kx,
        c * y + s * (kz * x - kx * z) + along * ky,
        c * z + s * (kx * y - ky * x) + along * kz,
    )
