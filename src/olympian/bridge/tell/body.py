"""Joints, goals, inertial sensor and soles, as ROS 2 has them."""

from collections.abc import Iterator

import numpy as np

from olympian.bridge.ros import Template
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.geometry import quaternion_wxyz_from_R
from olympian.records import RobotState
from olympian.robot import Robot

__all__ = ["BodyTeller"]

JOINTS = Topic("/joint_states", "sensor_msgs/msg/JointState")
GOALS = Topic("/joint_goals", "sensor_msgs/msg/JointState")
IMU = Topic("/imu/data", "sensor_msgs/msg/Imu")
UNKNOWN = -1.0
"""First covariance of something that nobody measures."""


class BodyTeller:
    """Effort is the load: the share of full duty that a servo drives with."""

    def __init__(self, robot: Robot) -> None:
        self._imu = None if "imu" in robot.lacks else _imu(robot)
        nothing = np.zeros(robot.dof)
        values = {"header": {"frame_id": robot.torso}, "name": robot.joint_names}
        full = {**values, "position": nothing, "velocity": nothing, "effort": nothing}
        self._joints = Template(JOINTS.type, full)
        self._rows = self._joints.floats("position", "velocity", "effort")
        self._goals = Template(GOALS.type, {**values, "position": nothing})
        self._goal = self._goals.view("position")
        self._feet = [
            (
                Topic(f"/foot/{foot.limb}/wrench", "geometry_msgs/msg/WrenchStamped"),
                _wrench(foot.link),
            )
            for foot in robot.feet
            if "soles" not in robot.lacks
        ]
        self._cells = [
            (foot.pressure[:, 0].copy(), foot.pressure[:, 1].copy()) for foot in robot.feet
        ]
        self.topics = (JOINTS, GOALS, *(topic for topic, _ in self._feet))
        if self._imu is not None:
            self.topics = (*self.topics, IMU)

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:
        """Every tick."""
        sensors = state.sensors
        self._joints.numbers[self._rows] = np.concatenate((sensors.q, sensors.dq, sensors.load))
        yield Outgoing(JOINTS, self._joints.stamped(t_ns))
        if told.sent is not None:
            self._goal[:] = told.sent.q
            yield Outgoing(GOALS, self._goals.stamped(t_ns))
        if self._imu is not None and sensors.imu is not None:
            template, rows = self._imu
            w, x, y, z = quaternion_wxyz_from_R(state.R_world_torso)
            template.numbers[rows] = (x, y, z, w, *sensors.imu.gyro, *sensors.imu.accelerometer)
            yield Outgoing(IMU, template.stamped(t_ns))
        if sensors.foot_pressure is not None:
            for (topic, (template, rows)), (x, y), cells in zip(
                self._feet, self._cells, sensors.foot_pressure, strict=True
            ):
                template.numbers[rows] = cells.sum(), y @ cells, -(x @ cells)
                yield Outgoing(topic, template.stamped(t_ns))


def _imu(robot: Robot) -> tuple[Template, np.ndarray]:
    template = Template(IMU.type, {"header": {"frame_id": robot.imu.link}})
    quaternion = [f"orientation.{axis}" for axis in "xyzw"]
    rates = [f"angular_velocity.{axis}" for axis in "xyz"]
    pull = [f"linear_acceleration.{axis}" for axis in "xyz"]
    return template, template.floats(*quaternion, *rates, *pull)


def _wrench(link: str) -> tuple[Template, np.ndarray]:
    """What presses from below, at the origin of the sole."""
    template = Template("geometry_msgs/msg/WrenchStamped", {"header": {"frame_id": link}})
    return template, template.floats("wrench.force.z", "wrench.torque.x", "wrench.torque.y")
