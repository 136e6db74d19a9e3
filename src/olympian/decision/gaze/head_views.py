"""The gazes that a head may choose from, and what the camera has in its picture in each."""

from math import radians

import numpy as np
from numpy.typing import NDArray

from olympian.decision.head import Head
from olympian.decision.world_model.camera_view import EDGE_PX
from olympian.geometry import Mat4, T_from, Vec
from olympian.vision.camera import Lens
from olympian.vision.camera.pose import R_MOUNT_CAMERA

__all__ = ["HeadViews"]

APART = radians(18.0)
"""rad between neighbours: a third of a picture, so that none has a thing at its edge only."""


class HeadViews:
    """A grid over all angles of a head."""

    def __init__(self, head: Head, lens: Lens) -> None:
        self._head, self._lens = head, lens
        limits = zip(head.neck.lower.tolist(), head.neck.upper.tolist(), strict=True)
        rows = [np.linspace(low, high, 1 + round((high - low) / APART)) for low, high in limits]
        self.angles: Vec = np.stack(np.meshgrid(*rows, indexing="ij"), axis=-1).reshape(
            -1, len(rows)
        )
        """(n, joints) of each gaze."""
        self._T_base_camera = self._cameras(self.angles)

    def with_more(self, angles: Vec) -> tuple[Vec, Vec]:
        """Some more gazes after those of the grid: all angles, and (n, 4, 4) `T_base_camera`."""
        more = self._cameras(angles)
        return np.vstack([self.angles, angles]), np.concatenate([self._T_base_camera, more])

    def sees(self, T_place_camera: Vec, points: Vec) -> NDArray[np.bool_]:
        """(n, m) which points (m, 3) are well inside the picture of which camera (n, 4, 4)."""
        R, eye = T_place_camera[:, :3, :3], T_place_camera[:, :3, 3]
        spots = (points[None] - eye[:, None]) @ R
        pixels, lens = self._lens.project(spots), self._lens
        with np.errstate(invalid="ignore"):
            x, y = pixels[..., 0], pixels[..., 1]
            across = (x > EDGE_PX) & (x < lens.width - EDGE_PX)
            return across & (y > EDGE_PX) & (y < lens.height - EDGE_PX)

    def _cameras(self, angles: Vec) -> Vec:
        mount: Mat4 = T_from(R=R_MOUNT_CAMERA)
        cameras = [self._head.T_base_camera(row) @ mount for row in angles]
        return np.array(cameras).reshape(-1, 4, 4)
