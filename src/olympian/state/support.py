"""What the robot stands on, and how far its centre of mass is from the edge of that."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Vec, Vec2, Vec3, sealed
from olympian.kinematics import Configuration
from olympian.robot import Robot
from olympian.state.support_kernel import find_support

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
        points = [np.vstack([foot.pressure, foot.outline]) for foot in robot.feet]
        self._points = np.vstack([np.zeros((0, 2)), *points])
        self._counts = np.array([len(rows) for rows in points], dtype=np.intp)

    def find(
        self,
        configuration: Configuration,
        R_world_torso: Mat3,
        contacts: NDArray[np.bool_],
        foot_pressure: Vec,
    ) -> Support:
        """The support at this instant."""
        com_in_torso, hull, margin, moment, total = find_support(
            configuration.places,
            configuration.rotations,
            configuration.kinematics.stance,
            configuration.com,
            R_world_torso,
            contacts,
            foot_pressure,
            self._points,
            self._counts,
        )
        return Support(sealed(com_in_torso), hull, margin, moment / total if total > 1e-9 else None)
