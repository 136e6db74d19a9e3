"""From stands on one leg to what is wrong with the robot: zeros of joints and a skewed sensor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import radians

import numpy as np

from olympian.geometry import R_from_rpy, Vec, Vec2, Vec3, frozen
from olympian.kinematics import Kinematics
from olympian.robot import Calibration, Robot

ZERO = radians(1.0)
"""How far zeros and the inertial sensor usually are off (standard deviation)."""
MASS = 0.0015
"""Metres by which the centre of mass usually is elsewhere in the torso than described."""
TILT, PRESSURE = radians(0.25), 0.002
"""What a stand on one leg leaves uncertain: encoders count in 0.3°, and bodies sway."""
ROUNDS, STEP = 4, 1e-5


@dataclass(frozen=True, eq=False)
class OneLeg:
    """What the robot felt while it stood still on one foot, averaged."""

    foot: int
    """In the order of `robot.feet`."""
    q: Vec
    """(n,) joint angles as the servos report them."""
    up: Vec3
    """Direction of the accelerometer's reading, in the sensor's own axes."""
    centre: Vec2
    """Middle of pressure in the sole, metres."""


def fit(robot: Robot, stands: Sequence[OneLeg]) -> Calibration:
    """The most likely errors: the sole is flat on the floor, and the weight over its pressure.

    Fewer stands than unknowns are no problem, since small errors are likelier than large ones. What
    no stand shows, such as a leg that is turned about its own length, is left as described.
    """
    kinematics = Kinematics(robot)
    legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
    likely = np.array([ZERO] * (len(legs) + 2) + [MASS] * 2)

    def misfit(errors: Vec) -> Vec:
        zeros, skew, mass = np.zeros(robot.dof), errors[-4:-2], errors[-2:]
        zeros[legs] = errors[:-4]
        parts = [_misfit(kinematics, stand, zeros, skew, mass) for stand in stands]
        return np.concatenate([*parts, errors / likely])

    errors = np.zeros(len(likely))
    for _ in range(ROUNDS):
        errors = errors - np.linalg.lstsq(_slope(misfit, errors), misfit(errors))[0]
    zeros = np.zeros(robot.dof)
    zeros[legs] = errors[:-4]
    return Calibration(frozen(zeros), frozen([*errors[-4:-2], 0.0]))


def _misfit(kinematics: Kinematics, stand: OneLeg, zeros: Vec, skew: Vec, mass: Vec) -> Vec:
    """(4,) roll and pitch of the torso and the two ways of the weight, in standard deviations."""
    robot = kinematics.robot
    pose = kinematics.at(stand.q - zeros)
    T_sole_torso = pose.relative(robot.feet[stand.foot].link, robot.torso)
    R_torso_place = pose.relative(robot.torso, robot.imu.link)[:3, :3] @ R_from_rpy(*robot.imu.rpy)
    up = R_torso_place @ R_from_rpy(skew[0], skew[1], 0.0) @ stand.up
    R_world_torso = pose.pose(robot.torso)[:3, :3]
    com = R_world_torso.T @ (pose.com - pose.pose(robot.torso)[:3, 3]) + np.array([*mass, 0.0])
    com_in_sole = T_sole_torso[:3, :3] @ com + T_sole_torso[:3, 3]
    tilt = (T_sole_torso[:3, :3] @ up)[:2] / TILT
    return np.concatenate([tilt, (com_in_sole[:2] - stand.centre) / PRESSURE])


def _slope(of: Callable[[Vec], Vec], at: Vec) -> Vec:
    """Jacobian by differences."""
    moves = STEP * np.eye(len(at))
    return np.array([(of(at + move) - of(at - move)) / (2 * STEP) for move in moves]).T
