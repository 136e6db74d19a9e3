"""The torso in the frame of the odometry."""

from math import atan2

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, R_from_rpy, Vec3, inverse, transform_points
from olympian.records import RobotState

__all__ = ["T_start_torso", "in_torso"]


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
