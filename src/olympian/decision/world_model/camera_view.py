"""What a picture could have shown: whatever lies in it and is hidden by nothing."""

from dataclasses import dataclass
from math import atan2, hypot

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Vec
from olympian.vision.camera import Lens

__all__ = ["CameraView", "spread_points"]

EDGE_PX = 12.0
"""Pixels from the edge of a picture within which a thing may be cut off."""
BEHIND = 0.15
"""Metres by which a thing has to be further away than what hides it."""


@dataclass(frozen=True, eq=False)
class CameraView:
    """One picture: where its camera was over the ground, in the robot's axes at that time."""

    T_place_camera: Mat4
    lens: Lens

    @property
    def eye(self) -> Vec:
        """(3,) the camera."""
        return self.T_place_camera[:3, 3]

    def holds(self, points: Vec, height: float) -> NDArray[np.bool_]:
        """(n,) which points (n, 2) at a height over the ground lie well inside the picture."""
        R, eye = self.T_place_camera[:3, :3], self.eye
        spots = np.column_stack([points - eye[:2], np.full(len(points), height - eye[2])])
        pixels = self.lens.project(spots @ R)
        with np.errstate(invalid="ignore"):
            x, y = pixels[:, 0], pixels[:, 1]
            across = (x > EDGE_PX) & (x < self.lens.width - EDGE_PX)
            return across & (y > EDGE_PX) & (y < self.lens.height - EDGE_PX)

    def away(self, points: Vec) -> Vec:
        """(n,) metres over the ground from the camera."""
        return np.hypot(points[:, 0] - self.eye[0], points[:, 1] - self.eye[1])

    def hides(self, screen: Vec, radius: float, point: Vec) -> bool:
        """Does an upright thing at (2,) of that radius stand before a point (2,)?"""
        eye = self.eye
        ax, ay = float(screen[0] - eye[0]), float(screen[1] - eye[1])
        bx, by = float(point[0] - eye[0]), float(point[1] - eye[1])
        near, far = hypot(ax, ay), hypot(bx, by)
        if far < near + BEHIND:
            return False
        apart = abs(atan2(ax * by - ay * bx, ax * bx + ay * by))
        return apart < atan2(radius, near)


def spread_points(mean: Vec, covariance: Vec) -> Vec:
    """(5, 2) the middle of a place and its ends along both axes, at 1.4 standard deviations."""
    values, axes = np.linalg.eigh(covariance)
    reach = (axes * np.sqrt(np.maximum(values, 0.0))).T * 1.4
    return np.vstack([mean, mean + reach, mean - reach])
