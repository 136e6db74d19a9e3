"""Where the robot's camera is over the ground, from joints, attitude and one foot, and was."""

from collections import deque
from math import isnan

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat3, Mat4, T_from, Vec, transform_points
from olympian.kinematics import ChainKernel
from olympian.records import RobotState
from olympian.robot import Chain, Robot

R_MOUNT_CAMERA = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""Camera axes (x right, y down, z ahead) in those of its mount (x ahead, y left, z up)."""


class CameraPose:
    """The way from each sole over the torso to the camera, ready to be asked every frame."""

    def __init__(self, robot: Robot) -> None:
        if robot.camera is None:
            raise OlympianError(f"robot '{robot.name}' has no camera: add [camera] to its TOML")
        self.robot = robot
        self._feet = robot.require_feet()
        neck = Chain.between(robot.tree, robot.torso, robot.camera.link)
        self._neck, self._neck_rows = ChainKernel(neck), robot.indices(neck.joint_names)
        legs = [Chain.between(robot.tree, robot.torso, foot.link) for foot in self._feet]
        self._legs = [(ChainKernel(leg), robot.indices(leg.joint_names)) for leg in legs]
        self._outlines = [np.pad(foot.outline, ((0, 0), (0, 1))) for foot in self._feet]
        self._T_link_camera = T_from(robot.camera.xyz, robot.camera.rpy) @ T_from(R=R_MOUNT_CAMERA)

    def T_torso_camera(self, q: Vec) -> Mat4:  # noqa: N802
        """The camera in the torso. Args: q: all joints of the robot."""
        return self._neck.forward(np.asarray(q)[self._neck_rows]) @ self._T_link_camera

    def T_ground_camera(self, q: Vec, R_world_torso: Mat3, support: int) -> Mat4:  # noqa: N802
        """The camera over the ground under a foot.

        The ground frame has its origin under the origin of that foot's sole, z against gravity and
        x where the torso faces: the heading of the attitude, which drifts, is not used. A tilted
        sole stands on its lowest corner.

        Args:
            q: all joints of the robot.
            R_world_torso: attitude of the torso; any heading.
            support: index of the foot that carries, in the order of `robot.feet`.
        """
        leg, rows = self._legs[support]
        T_torso_sole = leg.forward(np.asarray(q)[rows])
        R_ground_torso = _without_heading(np.asarray(R_world_torso, dtype=float))
        corners = transform_points(T_torso_sole, self._outlines[support]) @ R_ground_torso.T
        sole = R_ground_torso @ T_torso_sole[:3, 3]
        T_torso_camera = self.T_torso_camera(q)
        origin = np.array([sole[0], sole[1], corners[:, 2].min()])
        return T_from(
            R_ground_torso @ T_torso_camera[:3, 3] - origin,
            R=R_ground_torso @ T_torso_camera[:3, :3],
        )

    def T_place_camera(self, q: Vec, R_world_torso: Mat3, support: int) -> Mat4:  # noqa: N802
        """The same in the frame of `RobotState.place`: zero is the middle between all soles."""
        T = self.T_ground_camera(q, R_world_torso, support)
        soles = [leg.forward(np.asarray(q)[rows])[:3, 3] for leg, rows in self._legs]
        R_ground_torso = _without_heading(np.asarray(R_world_torso, dtype=float))
        T[:2, 3] += (R_ground_torso @ (soles[support] - np.mean(soles, axis=0)))[:2]
        return T


def supporting_foot(state: RobotState) -> int | None:
    """The foot that carries most; None while none does, or nobody knows which way is down."""
    if not state.attitude_known or not state.contacts.any():
        return None
    weights = np.where(state.contacts, state.loads, -1.0)
    return int(weights.argmax())


def _without_heading(R_world_torso: Mat3) -> Mat3:
    """The same attitude, turned about the vertical until the torso's x points along x or up."""
    ahead = R_world_torso[:2, 0]
    length = float(np.hypot(*ahead))
    c, s = (ahead / length) if length > 1e-12 else (1.0, 0.0)
    return np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ R_world_torso


KEPT = 0.5
"""Seconds: cameras are faster than that."""


class PastStates:
    """Remembers what was estimated; engine with `step`."""

    def __init__(self) -> None:
        self._states: deque[RobotState] = deque()

    def step(self, state: RobotState) -> None:
        """One more tick."""
        self._states.append(state)
        while self._states[0].t < state.t - KEPT:
            self._states.popleft()

    def at(self, t: float) -> RobotState:
        """What was estimated nearest to this time; the last state if it is not a number."""
        if isnan(t):
            return self._states[-1]
        return min(self._states, key=lambda state: abs(state.t - t))
