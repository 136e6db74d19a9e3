"""The kernel of `state/falling_kernel.py` again, in plain NumPy, to check it against."""

import numpy as np

from olympian.geometry import GRAVITY, Mat3, Vec, Vec3
from olympian.geometry.polygon import convex_hull
from olympian.state.falling import LOWEST


def lean_out(
    R_world_torso: Mat3,
    spin: Vec3,
    com: Vec3,
    soles: Vec,
    outline: Vec,
    counts: Vec,
    ready_height: float,
) -> tuple[float, float]:
    """The divergent component beyond the hull of the soles, ahead and left, over the height."""
    yaw = np.arctan2(R_world_torso[1, 0], R_world_torso[0, 0])
    unturn = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    R = unturn @ R_world_torso
    feet = np.repeat(np.arange(len(counts)), counts)
    points = [
        R @ (soles[foot][:, :2] @ corner + soles[foot][:, 3])
        for foot, corner in zip(feet, outline, strict=True)
    ]
    body, turning = R @ com, R @ spin
    height = max(body[2] - min(point[2] for point in points), LOWEST * ready_height)
    velocity = np.cross(turning * [1, 1, 0], [0, 0, height])[:2]
    ahead = body[:2] + velocity * np.sqrt(height / GRAVITY)
    away = ahead - _nearest(convex_hull([point[:2] for point in points]), ahead)
    return float(away[0] / height), float(away[1] / height)


def _nearest(hull: Vec, point: Vec) -> Vec:
    edges = np.roll(hull, -1, axis=0) - hull
    to_point = point - hull
    if np.all(edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0] >= 0):
        return point
    along = np.clip((edges * to_point).sum(axis=1) / (edges**2).sum(axis=1), 0, 1)
    on_edge = hull + along[:, None] * edges
    return on_edge[np.argmin(((on_edge - point) ** 2).sum(axis=1))]
