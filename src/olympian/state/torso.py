"""The torso: in the frame of the odometry, and which side of it is down or will be."""

from math import atan2

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat3, Mat4, R_from_rpy, Vec3, inverse, transform_points
from olympian.records import FallDirection, RobotState

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


def T_start_torso(state: RobotState) -> Mat4:  # noqa: N802
    """The torso where the robot believes it is; zero is the floor under its soles at the start."""
    place, legs = state.place, state.legs
    if legs is None:
        raise OlympianError("a robot without two legs does not know where it is")
    (ax, ay, _), (bx, by, _) = legs.soles
    heading = atan2(state.R_world_torso[1, 0], state.R_world_torso[0, 0])
    T = np.eye(4)
    T[:3, :3] = R_from_rpy(0.0, 0.0, place.yaw - heading) @ state.R_world_torso
    T[:2, 3] = place.xy - place.turn @ np.array([(ax + bx) / 2, (ay + by) / 2])
    T[2, 3] = max(legs.lift) - legs.com[2]
    return T


def in_torso(state: RobotState, point_in_start: Vec3) -> Vec3:
    """A point of the frame of the odometry, as the torso sees it now."""
    return transform_points(inverse(T_start_torso(state)), np.asarray(point_in_start))
