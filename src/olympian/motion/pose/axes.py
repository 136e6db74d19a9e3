"""Which way the axes of a pose file point."""

from enum import Enum

from olympian.motion.pose.limb_pose import LimbPose

__all__ = ["Axes"]


class Axes(Enum):
    """Meaning of the six columns.

    Team HOly's x points to the robot's right and y ahead. Values are traded one by one, so that
    changes still add up. Turns about one axis stay exactly what they were; of roll and pitch in
    one row HOly does the other first, which differs by about their product (10° and 5°: 0.9°).
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
        return LimbPose(pose.pitch, turned.roll, pose.yaw, pose.y, turned.x, pose.z)

    def from_ours(self, pose: LimbPose) -> LimbPose:
        """A pose of ours as the file writes it."""
        if self is Axes.OURS:
            return pose
        turned = -pose
        return LimbPose(turned.pitch, pose.roll, pose.yaw, turned.y, pose.x, pose.z)
