"""What the robot stands on, and how far its centre of mass is from the edge of that."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import (
    Mat3,
    Vec,
    Vec2,
    Vec3,
    convex_hull,
    inverse,
    signed_margin,
    transform_points,
)
from olympian.kinematics.configuration import Configuration
from olympian.robot import Robot

__all__ = ["Support", "com_in_torso", "support_of"]


@dataclass(frozen=True)
class Support:
    """Support in the level frame below the torso: torso origin and heading, z vertical."""

    hull: Vec
    """(k, 2) corners, counter-clockwise; empty in the air"""
    com: Vec2
    margin: float
    """Metres inside the hull; negative outside, −inf in the air"""
    centre_of_pressure: Vec2 | None


def com_in_torso(robot: Robot, configuration: Configuration) -> Vec3:
    """Centre of mass seen from the torso."""
    return transform_points(inverse(configuration.pose(robot.torso)), configuration.com)


def support_of(
    robot: Robot,
    configuration: Configuration,
    R_world_torso: Mat3,
    contacts: NDArray[np.bool_],
    foot_pressure: Vec,
) -> Support:
    """Hull of the soles in contact, projected centre of mass and centre of pressure."""
    corners: list[Vec] = []
    pressed: list[tuple[Vec3, float]] = []
    for foot, down, forces in zip(robot.feet, contacts, foot_pressure, strict=True):
        T_torso_sole = configuration.relative(robot.torso, foot.link)
        if down:
            corners.append(
                _level(R_world_torso, transform_points(T_torso_sole, _flat(foot.outline)))
            )
        cells = _level(R_world_torso, transform_points(T_torso_sole, _flat(foot.pressure)))
        pressed += list(zip(cells, forces, strict=True))
    hull = convex_hull(np.concatenate(corners)[:, :2]) if corners else np.zeros((0, 2))
    com = _level(R_world_torso, com_in_torso(robot, configuration)[None])[0, :2]
    return Support(hull, com, signed_margin(hull, com), _pressure_centre(pressed))


def _flat(points: Vec) -> Vec:
    return np.column_stack([points, np.zeros(len(points))])


def _level(R_world_torso: Mat3, points_in_torso: Vec) -> Vec:
    """Points in the level frame: tilt applied, heading left out."""
    heading = np.arctan2(R_world_torso[1, 0], R_world_torso[0, 0])
    c, s = np.cos(heading), np.sin(heading)
    R_level_torso = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ R_world_torso
    return points_in_torso @ R_level_torso.T


def _pressure_centre(pressed: list[tuple[Vec3, float]]) -> Vec2 | None:
    total = sum(force for _, force in pressed)
    if total <= 1e-9:
        return None
    return np.sum([point[:2] * force for point, force in pressed], axis=0) / total
