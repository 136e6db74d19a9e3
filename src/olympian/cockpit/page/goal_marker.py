"""The goal in the scene, and the place on the floor that a click means."""

import numpy as np
import viser

from olympian.decision.navigate import Goal
from olympian.geometry import (
    Mat4,
    T_from,
    Vec,
    Vec3,
    inverse,
    quaternion_wxyz_from_R,
    transform_points,
)

ROOM = "/fixed_bodies"
"""Node of the scene that all things of the world hang on; it moves so that the robot stays put."""
EVERY = 15
"""Pictures between two drawings of the line: it changes slowly."""
COLOUR = (34, 139, 230)
LIFT = 0.005
"""Metres above the floor, so that lines do not flicker in it."""


class GoalMarker:
    """Axes at the goal, x the way it will face, and the path as it is planned now."""

    def __init__(self, server: viser.ViserServer, T_world_drive: Mat4) -> None:
        self._scene, self._T_world_drive = server.scene, T_world_drive
        self._axes = server.scene.add_frame(
            f"{ROOM}/goal", axes_length=0.15, axes_radius=0.008, visible=False
        )
        self._line: viser.LineSegmentsHandle | None = None
        self._goal: Goal | None = None
        self._pictures = 0

    def show(self, goal: Goal | None, path: Vec) -> None:
        """Draw a goal and the way there, or wipe them off."""
        if goal != self._goal:
            self._goal, self._pictures = goal, 0
            self._axes.visible = goal is not None
            if goal is not None:
                self._put_axes(goal)
        if self._pictures % EVERY == 0:
            self._draw(path)
        self._pictures += 1

    def _put_axes(self, goal: Goal) -> None:
        T = self._T_world_drive @ T_from((goal.x, goal.y, LIFT), (0.0, 0.0, goal.yaw))
        self._axes.position = tuple(T[:3, 3])
        self._axes.wxyz = quaternion_wxyz_from_R(T[:3, :3])

    def _draw(self, path: Vec) -> None:
        if self._line is not None:
            self._line.remove()
            self._line = None
        if len(path) > 1:
            level = np.column_stack([path, np.full(len(path), LIFT)])
            points = transform_points(self._T_world_drive, level)
            pairs = np.stack([points[:-1], points[1:]], axis=1)
            self._line = self._scene.add_line_segments(
                f"{ROOM}/path", points=pairs, colors=COLOUR, thickness=0.012
            )


def floor_point(origin: Vec3, along: Vec3, T_view_drive: Mat4) -> tuple[float, float] | None:
    """Where a ray meets the floor, in the frame the robot drives in; None if it does not.

    Args:
        origin: of the ray; `along` is its direction, both in the axes of the view.
        T_view_drive: the ground where the robot started, in the view.
    """
    T_drive_view = inverse(T_view_drive)
    start = transform_points(T_drive_view, origin)
    way = T_drive_view[:3, :3] @ along
    if start[2] * way[2] >= 0.0:
        return None  # level, or away from the floor
    x, y, _ = start - way * (start[2] / way[2])
    return float(x), float(y)
