"""How a simulated robot begins a run, and how it differs from its description."""

from dataclasses import dataclass
from enum import Enum
from math import pi

import numpy as np

from olympian.geometry import Mat3, Mat4, R_from_rpy, T_from, Vec, Vec3, inverse
from olympian.robot import Posture, Robot

__all__ = ["Lie", "Specimen", "Start", "start_pose"]


class Lie(Enum):
    """Which side of the robot is down; the value turns it there, as roll, pitch and yaw."""

    UPRIGHT = (0.0, 0.0, 0.0)
    FRONT = (0.0, pi / 2, 0.0)
    BACK = (0.0, -pi / 2, 0.0)
    LEFT = (-pi / 2, 0.0, 0.0)
    RIGHT = (pi / 2, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Start:
    """Where and how a robot begins: an initial condition, never a change during a run."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    """Metres and radians in the world's ground frame for this robot."""
    q: Vec | None = None
    """Joint angles; the ready pose if None."""
    lie: Lie = Lie.UPRIGHT


@dataclass(frozen=True, eq=False)
class Specimen:
    """One robot of a kind: none is quite as its description says."""

    mass: float | Vec = 1.0
    """Factor on masses and inertias: of all links, or (links,) in the order of the tree's."""
    strength: float | Vec = 1.0
    """Factor on the torque of servos: of all, or (n,) joint by joint."""
    zero_offset: Vec | None = None
    """(n,) rad by which each servo believes its joint to be further than it is; none if None."""
    imu_rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """How the inertial sensor is turned against its place in the description, rad."""


def start_pose(robot: Robot, start: Start, T_world_ground: Mat4) -> tuple[Mat4, Vec]:
    """`T_world_root` and the joint angles with which a robot begins, touching the ground."""
    q = np.array(robot.ready if start.q is None else start.q, dtype=float)
    posture = Posture(robot.tree, q)
    T_world_place = T_world_ground @ T_from((start.x, start.y, 0.0), (0.0, 0.0, start.yaw))
    if start.q is None and start.lie is Lie.UPRIGHT and robot.feet:
        return T_world_place @ inverse(_between_soles(robot, posture)), q
    R_place_root: Mat3 = R_from_rpy(*start.lie.value)
    up_in_root: Vec3 = R_place_root[2]
    lowest, _ = posture.span(up_in_root) or (0.0, 0.0)
    return T_world_place @ T_from((0.0, 0.0, -lowest), R=R_place_root), q


def _between_soles(robot: Robot, posture: Posture) -> Mat4:
    """`T_root_ground`: the plane of the soles, midway between the feet."""
    soles = [posture.T_root_link[foot.link] for foot in robot.feet]
    T = soles[0].copy()
    T[:3, 3] = np.mean([sole[:3, 3] for sole in soles], axis=0)
    return T
