"""URDF and TOML in, one immutable `Robot` out."""

from olympian.robot.calibration import Calibration
from olympian.robot.chain import Chain
from olympian.robot.config import (
    BusConfig,
    CameraConfig,
    DeviceConfig,
    ImuConfig,
    RobotConfig,
    ServoConfig,
)
from olympian.robot.library import load_robot, robot_names
from olympian.robot.mujoco_model import BASE_JOINT, build_spec
from olympian.robot.posture import Posture
from olympian.robot.robot import Foot, Limb, Robot
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Shape, ShapeKind, Tree

__all__ = [
    "BASE_JOINT",
    "BusConfig",
    "Calibration",
    "CameraConfig",
    "Chain",
    "DeviceConfig",
    "Foot",
    "ImuConfig",
    "Inertial",
    "Joint",
    "JointKind",
    "Limb",
    "Link",
    "Posture",
    "Robot",
    "RobotConfig",
    "ServoConfig",
    "Shape",
    "ShapeKind",
    "Tree",
    "build_spec",
    "load_robot",
    "robot_names",
]
