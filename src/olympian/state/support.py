"""What the robot stands on, and how far its centre of mass is from the edge of that."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Vec, Vec2, Vec3, convex_hull, signed_margin
from olympian.kinematics import Configuration
from olympian.robot import Robot

__all__ = ["Support", "SupportFinder"]


@dataclass(frozen=True)
class Support:
    """Support in the level frame of the torso: its origin and heading, z vertical."""

    com_in_torso: Vec3
    hull: Vec
    """(k, 2) corners, counter-clockwise; empty in the air"""
    margin: float
    """Metres from the projected centre of mass to the hull's edge; negative outside."""
    centre_of_pressure: Vec2 | None


class SupportFinder:
    """Hull of the soles that carry weight, from joint angles, attitude and foot pressure."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._points_in_sole = [
            np.column_stack([rows, np.zeros(len(rows))])
            for rows in (np.vstack([foot.pressure, foot.outline]) for foot in robot.feet)
        ]

    def find(
        self,
        configuration: Configuration,
        R_world_torso: Mat3,
        contacts: NDArray[np.bool_],
        foot_pressure: Vec,
    ) -> Support:
        """The support at this instant."""
        T_base_torso = configuration.pose(self._robot.torso)
        R_torso_base, origin = T_base_torso[:3, :3].T, T_base_torso[:3, 3]
        R_level_torso = _without_heading(R_world_torso)
        R_level_base = R_level_torso @ R_torso_base
        corners, moment, total = [], np.zeros(2), 0.0
        for index, foot in enumerate(self._robot.feet):
            T_base_sole = configuration.pose(foot.link)
            points_in_base = self._points_in_sole[index] @ T_base_sole[:3, :3].T
            level = (points_in_base + (T_base_sole[:3, 3] - origin)) @ R_level_base.T
            moment += foot_pressure[index] @ level[:4, :2]
            total += float(foot_pressure[index].sum())
            if contacts[index]:
                corners.append(level[4:, :2])
        com_in_torso = R_torso_base @ (configuration.com - origin)
        hull = convex_hull(np.concatenate(corners)) if corners else np.zeros((0, 2))
        margin = signed_margin(hull, (R_level_torso @ com_in_torso)[:2])
        return Support(com_in_torso, hull, margin, moment / total if total > 1e-9 else None)


def _without_heading(R_world_torso: Mat3) -> Mat3:
    """`R_level_torso`: tilt kept, heading left out."""
    cosine, sine = R_world_torso[0, 0], R_world_torso[1, 0]
    length = np.hypot(cosine, sine)
    if length < 1e-9:
        return R_world_torso
    c, s = cosine / length, sine / length
    return np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ R_world_torso
