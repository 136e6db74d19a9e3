"""Which side of the body is down, or will be."""

from enum import StrEnum

from olympian.geometry import Mat3

__all__ = ["FallDirection", "is_lying", "lying_on", "side_down"]

LYING = 0.5
"""Cosine of the tilt beyond which a robot lies (60°): past the 45° from which none comes back by
itself, short of the 75° or so of one that lies on its arms."""


class FallDirection(StrEnum):
    """The side of the torso that faces the ground; movements are named after it."""

    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"


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
