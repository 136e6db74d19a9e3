"""URDF and TOML in, one immutable `Robot` out."""

from olympian.robot.assemble import assemble
from olympian.robot.calibration import Calibration
from olympian.robot.calibration_file import (
    calibration_target,
    limits_deg,
    store_calibration,
    zero_deg,
)
from olympian.robot.chain import Chain
from olympian.robot.config import (
    BusConfig,
    CameraConfig,
    DeviceConfig,
    ImuConfig,
    RobotConfig,
    ServoConfig,
    ServoTypeConfig,
)
from olympian.robot.files.write_toml import write_toml
from olympian.robot.files.xacro_expand import (
    NO_ARGUMENTS,
    NO_PACKAGES,
    expand_xacro,
    with_local_meshes,
)
from olympian.robot.library import is_of_library, load_robot, read_tree, robot_names
from olympian.robot.mujoco_model import BASE_JOINT, build_spec
from olympian.robot.posture import Posture
from olympian.robot.recognise import recognise
from olympian.robot.robot import Foot, Limb, Robot
from olympian.robot.tree import (
    Inertial,
    Joint,
    JointKind,
    Link,
    Mimic,
    Shape,
    ShapeKind,
    Tree,
)

__all__ = [
    "BASE_JOINT",
    "NO_ARGUMENTS",
    "NO_PACKAGES",
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
    "Mimic",
    "Posture",
    "Robot",
    "RobotConfig",
    "ServoConfig",
    "ServoTypeConfig",
    "Shape",
    "ShapeKind",
    "Tree",
    "assemble",
    "build_spec",
    "calibration_target",
    "expand_xacro",
    "is_of_library",
    "limits_deg",
    "load_robot",
    "read_tree",
    "recognise",
    "robot_names",
    "store_calibration",
    "with_local_meshes",
    "write_toml",
    "zero_deg",
]
