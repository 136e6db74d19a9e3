"""One robot as MuJoCo simulates it: motors on its joints, sensors on its links."""

import mujoco
import numpy as np

from olympian.geometry import T_from, quaternion_wxyz_from_R
from olympian.robot import Robot, build_spec
from olympian.servo import ServoBank

__all__ = ["ACCELEROMETER", "CAMERA", "GYRO", "body_spec"]

GYRO, ACCELEROMETER, CAMERA, IMU_SITE = "gyro", "accelerometer", "camera", "imu"
IDLE = 1e-9
"""Motor constant, N m/A, of a motor that is not there."""
R_ROBOT_GL = np.array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""From OpenGL camera axes (x right, y up, z back) to robot axes (x ahead, y left, z up)."""


def body_spec(robot: Robot, servos: ServoBank) -> mujoco.MjSpec:
    """The robot with a DC motor per joint (input: terminal voltage), IMU and camera."""
    spec = build_spec(robot)
    followers = {place for place, *_ in robot.followers}
    for index, name in enumerate(robot.joint_names):
        _add_motor(spec, servos, index, name, idle=index in followers)
    _add_imu(spec, robot)
    if robot.camera is not None:
        mount = robot.camera
        T_link_mount = T_from(mount.xyz, mount.rpy)
        spec.body(mount.link).add_camera(
            name=CAMERA,
            pos=T_link_mount[:3, 3],
            quat=quaternion_wxyz_from_R(T_link_mount[:3, :3] @ R_ROBOT_GL),
            fovy=mount.fov_y_deg,
            resolution=(mount.width, mount.height),
        )
    return spec


def _add_motor(spec: mujoco.MjSpec, servos: ServoBank, index: int, name: str, idle: bool) -> None:
    """The motor of a joint; an idle one gives no torque, because another motor moves its joint."""
    joint = spec.joint(name)
    if idle:
        motor = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        motor.set_to_dcmotor(motorconst=(IDLE, IDLE), resistance=1.0)
        return
    joint.armature = servos.armature[index]
    joint.frictionloss = servos.friction[index]
    constant = float(servos.motor_constant[index])
    motor = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    motor.set_to_dcmotor(
        motorconst=(constant, constant), resistance=float(servos.resistance[index])
    )


def _add_imu(spec: mujoco.MjSpec, robot: Robot) -> None:
    T_link_imu = T_from(robot.imu.xyz, robot.imu.rpy)
    spec.body(robot.imu.link).add_site(
        name=IMU_SITE, pos=T_link_imu[:3, 3], quat=quaternion_wxyz_from_R(T_link_imu[:3, :3])
    )
    kinds = {
        GYRO: mujoco.mjtSensor.mjSENS_GYRO,
        ACCELEROMETER: mujoco.mjtSensor.mjSENS_ACCELEROMETER,
    }
    for name, kind in kinds.items():
        spec.add_sensor(name=name, type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=IMU_SITE)
