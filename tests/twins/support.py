"""The plain NumPy twin of `olympian.state.support`."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Vec, Vec2, Vec3
from twins import polygon as polygon_twin


def find(
    places: Vec,
    rotations: Vec,
    bodies: NDArray[np.intp],
    com: Vec3,
    R_world_torso: Mat3,
    contacts: NDArray[np.bool_],
    pressure: Vec,
    points: Vec,
    counts: NDArray[np.intp],
) -> tuple[Vec3, Vec, float, Vec2, float]:
    """Centre of mass in the torso, hull, margin, and moment and sum of the pressure."""
    R_torso_base, origin = rotations[bodies[0]].reshape(3, 3).T, places[bodies[0]]
    R_level_torso = without_heading(R_world_torso)
    corners, moment, total = [np.zeros((0, 2))], np.zeros(2), 0.0
    for foot, rows in enumerate(np.split(points, np.cumsum(counts)[:-1])):
        in_sole = np.column_stack([rows, np.zeros(len(rows))])
        sole = bodies[foot + 1]
        in_base = in_sole @ rotations[sole].reshape(3, 3).T + (places[sole] - origin)
        level = in_base @ (R_level_torso @ R_torso_base).T
        moment += pressure[foot] @ level[:4, :2]
        total += float(pressure[foot].sum())
        if contacts[foot]:
            corners.append(level[4:, :2])
    com_in_torso = R_torso_base @ (com - origin)
    hull = polygon_twin.convex_hull(np.concatenate(corners))
    margin = polygon_twin.signed_margin(hull, (R_level_torso @ com_in_torso)[:2])
    return com_in_torso, hull, margin, moment, total


def without_heading(R_world_torso: Mat3) -> Mat3:
    cosine, sine = R_world_torso[0, 0], R_world_torso[1, 0]
    length = np.hypot(cosine, sine)
    if length < 1e-9:
        return R_world_torso
    c, s = cosine / length, sine / length
    return np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ R_world_torso
