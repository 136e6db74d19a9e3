"""URDF and TOML in, one immutable `Robot` out."""

from olympian.robot.chain import Chain
from olympian.robot.config import CameraConfig, ImuConfig, RobotConfig, ServoConfig
from olympian.robot.library import load_robot, robot_names
from olympian.robot.robot import Foot, Limb, Robot
from olympian.robot.tree import Joint, JointKind, Link, Tree

__all__ = [
    "CameraConfig",
    "Chain",
    "Foot",
    "ImuConfig",
    "Joint",
    "JointKind",
    "Limb",
    "Link",
    "Robot",
    "RobotConfig",
    "ServoConfig",
    "Tree",
    "load_robot",
    "robot_names",
]
