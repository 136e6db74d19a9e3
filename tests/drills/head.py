"""A head on a robot whose joints do what they are told, and what its camera sees."""

from functools import cache
from math import atan2, radians, tan

import numpy as np

from olympian.geometry import T_from, inverse, transform_points
from olympian.motion import Skill
from olympian.records import Imu, JointGoal, RobotState, Sensors
from olympian.robot import Robot, load_robot

HEADS = ("fumanoid", "wolfgang", "atlas")
TURNING = ("fumanoid", "wolfgang")
"""Heads with pan and tilt; that of atlas only nods, and bioloid's does not move."""
DT = 0.02


@cache
def robot_called(name: str) -> Robot:
    return load_robot(name)


def standing(robot: Robot, q: np.ndarray) -> RobotState:
    """A state in which only the joints matter."""
    still = np.zeros(robot.dof)
    on = np.ones(robot.dof, dtype=np.bool_)
    imu = Imu(np.zeros(3), np.array([0.0, 0.0, 9.81]))
    fault = np.zeros(robot.dof, dtype=np.uint8)
    pressure = np.zeros((len(robot.feet), 4))
    sensors = Sensors(0.0, q, still, still, still, still, on, fault, imu, pressure)
    contacts = np.ones(len(robot.feet), dtype=np.bool_)
    return RobotState(
        0.0, q, still, np.eye(3), np.zeros(3), contacts, np.zeros(3), 0.1, None, sensors
    )


def camera_in_torso(robot: Robot, q: np.ndarray) -> np.ndarray:
    """`T_torso_camera` (x ahead) by plain forward kinematics of the whole robot."""
    assert robot.camera is not None
    mount = T_from(robot.camera.xyz, robot.camera.rpy)
    return robot.forward(robot.camera.link, q) @ mount


def off_axis(robot: Robot, q: np.ndarray, point_in_torso: np.ndarray) -> float:
    """rad between the optical axis and a point."""
    x, y, z = transform_points(inverse(camera_in_torso(robot, q)), point_in_torso)
    return atan2(np.hypot(y, z), x)


def in_picture(robot: Robot, q: np.ndarray, point_in_torso: np.ndarray) -> bool:
    assert robot.camera is not None
    x, y, z = transform_points(inverse(camera_in_torso(robot, q)), point_in_torso)
    up = tan(radians(robot.camera.fov_y_deg) / 2)
    across = up * robot.camera.width / robot.camera.height
    return x > 0.0 and abs(z) < up * x and abs(y) < across * x


def followed(skill: Skill, state: RobotState, robot: Robot) -> tuple[JointGoal, RobotState]:
    """One tick of a robot whose joints do what they are told."""
    goal = skill.step(state, DT)
    assert goal is not None
    q = np.where(goal.mask, goal.q, state.q)
    return goal, standing(robot, q)
