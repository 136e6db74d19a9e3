"""A seen point on the map: how far it lies from what it should be part of."""

from math import hypot

import numpy as np

from olympian.compiled import compiled
from olympian.decision.navigate.scene import ObstacleMap, clearance_kernel
from olympian.geometry import Vec

TOUCH = 1e-3
"""Metres from a surface at which a line of sight has met it."""
MOST = 40
"""Strides along a line of sight; only one that grazes something needs more."""


def gaps_on(scene: ObstacleMap, eye: Vec, points: Vec) -> Vec:
    """(n,) metres from each point to the surface where its line of sight should have ended.

    Beyond the first thing in the way it is the distance behind its face, and negative; else
    the distance to the nearest thing. The nearest alone would pull a point that has slipped
    through a thin post to its far side.

    Args: eye: (2,). points: (n, 2).
    """
    return gaps_kernel(*scene.packed, float(eye[0]), float(eye[1]), points)


@compiled
def gaps_kernel(discs, corners, begins, room, x, y, points):
    """`gaps_on`."""
    found = np.empty(len(points))
    start = clearance_kernel(discs, corners, begins, room, x, y)[0]
    for i in range(len(points)):
        dx, dy = points[i, 0] - x, points[i, 1] - y
        far = max(hypot(dx, dy), TOUCH)
        dx, dy = dx / far, dy / far
        gone = max(start, 0.0)
        found[i] = clearance_kernel(discs, corners, begins, room, points[i, 0], points[i, 1])[0]
        if start <= TOUCH:
            continue  # it believes to stand in something: no line of sight begins there
        for _ in range(MOST):
            if gone >= far:
                break
            at = clearance_kernel(discs, corners, begins, room, x + gone * dx, y + gone * dy)[0]
            if at < TOUCH:
                found[i] = gone - far
                break
            gone += at
    return found
