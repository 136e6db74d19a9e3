"""Where the robot believes its camera to be: by joints and inertial sensor, both a little off."""

from collections.abc import Iterator
from math import radians

import numpy as np

from olympian.arena.football.frames import draw_frame
from olympian.arena.football.lineup import LineupPlayer
from olympian.geometry import Mat4, R_from_rpy
from olympian.robot import Posture, Robot
from olympian.vision.camera import CameraPose

__all__ = ["own_pose", "own_poses"]

ZERO = radians(1.0)
"""Standard deviation of servo zeros and of the inertial sensor's mount, as where walks are judged:
what a robot that was put together with care is off by."""


def own_poses(robot: Robot, field_name: str, count: int, seed: int) -> Iterator[Mat4]:
    """Of the frames that `football_frames` gives for the same arguments, each by a new specimen."""
    for index in range(count):
        lineup = draw_frame(robot, field_name, seed, index).lineup
        yield own_pose(robot, lineup.eye, np.random.default_rng((seed, index, 1)))


def own_pose(
    robot: Robot, player: LineupPlayer, chance: np.random.Generator, zero: float = ZERO
) -> Mat4:
    """The camera over the ground under the foot that carries, z up, x where the torso faces.

    Args: zero: rad, standard deviation of all zeros.
    """
    pose = CameraPose(robot)
    R_field_torso = (player.T_field_root @ Posture(robot.tree, player.q).T_root_link[robot.torso])[
        :3, :3
    ]
    roll, pitch = chance.normal(0.0, zero, 2)
    attitude = R_field_torso @ R_from_rpy(float(roll), float(pitch), 0.0)
    q = player.q + chance.normal(0.0, zero, robot.dof)
    feet = range(len(robot.require_feet()))
    # the foot that reaches lowest carries: from it the camera is highest
    return max((pose.T_ground_camera(q, attitude, foot) for foot in feet), key=lambda T: T[2, 3])
