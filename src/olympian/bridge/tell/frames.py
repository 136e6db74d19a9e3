"""Where everything is: transforms from the map to every link, odometry, and the robot's model."""

from collections.abc import Iterator, Sequence
from math import atan2, cos, sin
from typing import Any

import numpy as np

from olympian.bridge.ros import Template, pack
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.geometry import Mat4, Place, quaternion_wxyz_from_R
from olympian.kinematics import ChainKernel
from olympian.records import RobotState
from olympian.robot import Chain, Joint, JointKind, Robot
from olympian.robot.files.write_urdf import write_urdf

__all__ = ["MAP", "FramesTeller", "transform_of"]

MAP, ODOM = "map", "odom"
TF = Topic("/tf", "tf2_msgs/msg/TFMessage")
STATIC = Topic("/tf_static", "tf2_msgs/msg/TFMessage", latched=True)
MODEL = Topic("/robot_description", "std_msgs/msg/String", latched=True)
ODOMETRY = Topic("/odom", "nav_msgs/msg/Odometry")
EVERY = 2
"""Ticks from one set of transforms to the next: 50 Hz are enough for eyes, and for navigation."""
PARTS = [
    f"{part}.{axis}"
    for part, axes in (("translation", "xyz"), ("rotation", "xyzw"))
    for axis in axes
]
LEVEL = np.array([0, 1, 5, 6, 7, 11, 30, 31, 35])
"""Places of x, y and yaw in a covariance of six."""


class FramesTeller:
    """map → odom → torso → links, as REP 105 has it. A link that bears the torso is below it."""

    topics = (TF, STATIC, MODEL, ODOMETRY)

    def __init__(self, robot: Robot) -> None:
        root = robot.tree.root
        self._spine = None if robot.torso == root else ChainKernel(_chain(robot))
        self._spine_rows = robot.indices(
            [] if self._spine is None else list(_chain(robot).joint_names)
        )
        movable = robot.tree.movable
        moved = [(MAP, ODOM), (ODOM, root), *((joint.parent, joint.child) for joint in movable)]
        self._tf = Template(TF.type, {"transforms": [_named(*pair) for pair in moved]})
        paths = [f"transforms.{n}.transform.{part}" for n in range(len(moved)) for part in PARTS]
        self._rows = self._tf.floats(*paths)
        self._poses = np.zeros((len(moved), 7))
        self._poses[2:, :3] = [joint.T_parent_joint[:3, 3] for joint in movable]
        self._still = np.array([quaternion_wxyz_from_R(j.T_parent_joint[:3, :3]) for j in movable])
        self._slide = _sliding(movable)
        self._axes = np.array([joint.axis for joint in movable]).reshape(-1, 3)
        self._odometry = Template(
            ODOMETRY.type, {"header": {"frame_id": ODOM}, "child_frame_id": robot.torso}
        )
        place = [f"pose.pose.position.{axis}" for axis in "xyz"]
        turn = [f"pose.pose.orientation.{axis}" for axis in "xyzw"]
        self._pose = self._odometry.floats(*place, *turn)
        self._covariance = self._odometry.floats("pose.covariance")[LEVEL]
        self._speed = self._odometry.floats(
            "twist.twist.linear.x", "twist.twist.linear.y", "twist.twist.angular.z"
        )
        self._model = write_urdf(robot.tree)
        fixed = [joint for joint in robot.tree.depth_first() if not joint.movable]
        self._fixed = [
            _named(joint.parent, joint.child) | {"transform": transform_of(joint.T_parent_joint)}
            for joint in fixed
        ]
        self._ticks = 0
        self._before: tuple[float, Place] | None = None

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:  # noqa: ARG002
        """What never changes first; transforms every other tick."""
        if self._ticks == 0:
            yield Outgoing(MODEL, pack(MODEL.type, {"data": self._model}))
            yield Outgoing(STATIC, pack(STATIC.type, {"transforms": self._fixed}))
        T_odom_torso = _torso(state)
        x, y, z, w = _xyzw(T_odom_torso)
        numbers = self._odometry.numbers
        numbers[self._pose] = (*T_odom_torso[:3, 3], x, y, z, w)
        numbers[self._covariance] = state.odometry.covariance.ravel()
        numbers[self._speed] = self._velocity(state)
        yield Outgoing(ODOMETRY, self._odometry.stamped(t_ns))
        if self._ticks % EVERY == 0:
            self._pose_links(state, T_odom_torso)
            self._tf.numbers[self._rows] = self._poses.ravel()
            yield Outgoing(TF, self._tf.stamped(t_ns))
        self._ticks += 1

    def _pose_links(self, state: RobotState, T_odom_torso: Mat4) -> None:
        T_odom_root = T_odom_torso
        if self._spine is not None:
            T_root_torso = self._spine.forward(state.q[self._spine_rows])
            T_odom_root = T_odom_torso @ np.linalg.inv(T_root_torso)
        poses = self._poses
        poses[0] = _drift(state.place, state.odometry.place)
        poses[1, :3], poses[1, 3:] = T_odom_root[:3, 3], _xyzw(T_odom_root)
        half = np.where(self._slide[0], 0.0, state.q / 2)
        v, c = self._axes * np.sin(half)[:, None], np.cos(half)[:, None]
        w, u = self._still[:, :1], self._still[:, 1:]
        poses[2:, 3:6] = w * v + c * u + _cross(u, v)
        poses[2:, 6] = (w * c)[:, 0] - (u * v).sum(axis=1)
        moving, starts, ways = self._slide
        if moving.any():
            poses[2:, :3] = starts + ways * state.q[:, None]

    def _velocity(self, state: RobotState) -> tuple[float, float, float]:
        """Ahead, left and turning, in its own frame; what its odometry says of the last tick."""
        now = state.odometry.place
        before, self._before = self._before, (state.t, now)
        if before is None or state.t <= before[0]:
            return 0.0, 0.0, 0.0
        dt = state.t - before[0]
        dx, dy = (now.x - before[1].x) / dt, (now.y - before[1].y) / dt
        c, s = cos(now.yaw), sin(now.yaw)
        turned = atan2(sin(now.yaw - before[1].yaw), cos(now.yaw - before[1].yaw))
        return c * dx + s * dy, c * dy - s * dx, turned / dt


def _torso(state: RobotState) -> Mat4:
    """Over the middle between its soles, its lowest sole on the ground."""
    R, place, soles = state.R_world_torso, state.odometry.place, state.soles
    turn = place.yaw - atan2(R[1, 0], R[0, 0])
    T = np.eye(4)
    c, s = cos(turn), sin(turn)
    T[0, :3], T[1, :3], T[2, :3] = c * R[0] - s * R[1], s * R[0] + c * R[1], R[2]
    T[:2, 3] = place.x, place.y
    if soles is not None and len(soles):
        from_soles = T[:3, :3] @ soles[:, :3, 3].T
        T[:2, 3] -= from_soles[:2].mean(axis=1)
        T[2, 3] = -from_soles[2].min()
    return T


def _drift(place: Place, odometry: Place) -> tuple[float, ...]:
    """map → odom: what the map knows better than the odometry."""
    turn = place.yaw - odometry.yaw
    c, s = cos(turn), sin(turn)
    x = place.x - c * odometry.x + s * odometry.y
    y = place.y - s * odometry.x - c * odometry.y
    return x, y, 0.0, 0.0, 0.0, sin(turn / 2), cos(turn / 2)


def transform_of(T: Mat4) -> dict[str, Any]:
    """A transform as messages have it."""
    x, y, z, w = _xyzw(T)
    return {
        "translation": dict(zip("xyz", map(float, T[:3, 3]), strict=True)),
        "rotation": {"x": x, "y": y, "z": z, "w": w},
    }


def _xyzw(T: Mat4) -> tuple[float, float, float, float]:
    w, x, y, z = quaternion_wxyz_from_R(T[:3, :3])
    return float(x), float(y), float(z), float(w)


def _named(parent: str, child: str) -> dict[str, Any]:
    return {"header": {"frame_id": parent}, "child_frame_id": child}


def _chain(robot: Robot) -> Chain:
    return Chain.between(robot.tree, robot.tree.root, robot.torso)


def _sliding(joints: Sequence[Joint]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which joints slide, from where, and which way per metre."""
    slides = np.array([joint.kind is JointKind.PRISMATIC for joint in joints], dtype=np.bool_)
    starts = np.array([joint.T_parent_joint[:3, 3] for joint in joints]).reshape(-1, 3)
    ways = np.array([joint.T_parent_joint[:3, :3] @ joint.axis for joint in joints]).reshape(-1, 3)
    return slides, starts, ways * slides[:, None]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Row by row; NumPy's own takes ten times as long for so few."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]
