"""Which side of the body is down, or will be."""

from olympian.geometry import Mat3
from olympian.records import FallDirection

__all__ = ["is_lying", "lying_on", "side_down"]

LYING = 0.5
"""Cosine of the tilt beyond which a robot lies (60°): past the 45° from which none comes back by
itself, short of the 75° or so of one that lies on its arms."""


def is_lying(R_world_torso: Mat3) -> bool:
    """Is the torso nearer to level than to upright?"""
    return bool(R_world_torso[2, 2] < LYING)


def side_down(R_world_torso: Mat3) -> FallDirection:
    """Which side of the torso faces the ground, however little it leans."""
    ahead_up, left_up = R_world_torso[2, 0], R_world_torso[2, 1]
    if abs(ahead_up) >= abs(left_up):
        return FallDirection.BACK if ahead_up > 0 else FallDirection.FRONT
    return FallDirection.RIGHT if left_up > 0 else FallDirection.LEFT


def lying_on(R_world_torso: Mat3) -> FallDirection | None:
    """The side on which the robot lies; None if it does not."""
    return side_down(R_world_torso) if is_lying(R_world_torso) else None
