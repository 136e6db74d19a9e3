"""Which way the axes of a pose file point, and what keeps a limb from a pose."""

from enum import Enum

import numpy as np

from olympian.geometry import Mat3, R_from_rpy, Vec, rpy_from_R
from olympian.motion.pose.limb_pose import LimbPose
from olympian.robot import Chain

R_OURS_HOLY = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""Team HOly's x points to the robot's right and y ahead."""


class Axes(Enum):
    """Meaning of the six columns.

    A turn about one axis trades its value. Of roll and pitch together HOly does the other first,
    so that their values change; the rotation that they mean stays the same. Sums are therefore
    made in the axes of the file, and their results converted.
    """

    OURS = "ours"
    """x ahead, y left"""
    HOLY = "holy"
    """x right, y ahead"""

    def to_ours(self, pose: LimbPose) -> LimbPose:
        """A pose of the file in our axes."""
        if self is Axes.OURS:
            return pose
        turned = -pose
        angles = pose.pitch, turned.roll, pose.yaw
        if pose.roll and pose.pitch:
            angles = _angles(pose, R_OURS_HOLY)
        return LimbPose(*angles, pose.y, turned.x, pose.z)

    def from_ours(self, pose: LimbPose) -> LimbPose:
        """A pose of ours as the file writes it."""
        if self is Axes.OURS:
            return pose
        turned = -pose
        angles = turned.pitch, pose.roll, pose.yaw
        if pose.roll and pose.pitch:
            angles = _angles(pose, R_OURS_HOLY.T)
        return LimbPose(*angles, turned.y, pose.x, pose.z)


def _angles(pose: LimbPose, R_new_old: Mat3) -> tuple[float, float, float]:
    """Roll, pitch and yaw of the same rotation about the new axes."""
    R = R_from_rpy(pose.roll or 0.0, pose.pitch or 0.0, pose.yaw or 0.0)
    roll, pitch, yaw = rpy_from_R(R_new_old @ R @ R_new_old.T)
    return float(roll), float(pitch), float(yaw)


_TURN = 2.0 * np.pi


def joints_beyond(chain: Chain, rows: Vec) -> str:
    """The joints that would leave their limits, in the solution that leaves them least.

    Args:
        rows: (k, n) solutions without limits, k ≥ 1.
    """
    rows = _nearest_turn(rows, chain.lower, chain.upper)
    excess = np.maximum(np.maximum(chain.lower - rows, rows - chain.upper), 0.0)
    least = int(np.argmin(excess.sum(axis=1)))
    return ", ".join(
        f"{name} at {angle:.1f}° (limits {lower:.1f}…{upper:.1f}°)"
        for name, angle, lower, upper, beyond in zip(
            chain.joint_names,
            np.degrees(rows[least]),
            np.degrees(chain.lower),
            np.degrees(chain.upper),
            excess[least],
            strict=True,
        )
        if beyond > 0.0
    )


def _nearest_turn(rows: Vec, lower: Vec, upper: Vec) -> Vec:
    """The same postures, each angle written as close to the middle of its limits as turns allow."""
    middle = np.where(np.isfinite(lower + upper), 0.5 * (lower + upper), 0.0)
    return rows - _TURN * np.round((rows - middle) / _TURN)
