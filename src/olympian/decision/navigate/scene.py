"""A room and what stands in it, packed so that distances are quick to ask for."""

from collections.abc import Sequence
from math import hypot, isfinite
from typing import NamedTuple

import numpy as np

from olympian.compiled import compiled
from olympian.decision.navigate.obstacle import Disc, Obstacle, Polygon
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen, margin_kernel

WALL, WALL_NAME = -1, "the wall"
"""What is nearest when no obstacle is."""


class FloorBounds(NamedTuple):
    """The floor that may be used; its edges are walls."""

    x0: float
    y0: float
    x1: float
    y1: float


class ObstacleMap:
    """Obstacles within walls, all of them standing still."""

    def __init__(self, obstacles: Sequence[Obstacle], room: tuple[float, float, float, float]):
        self.room = FloorBounds(*room)
        if not all(map(isfinite, room)) or self.room.x0 >= room[2] or self.room.y0 >= room[3]:
            raise OlympianError(f"room {room} has no floor: give x0 < x1 and y0 < y1")
        discs = [thing for thing in obstacles if isinstance(thing, Disc)]
        polygons = [thing for thing in obstacles if isinstance(thing, Polygon)]
        self.obstacles: tuple[Obstacle, ...] = (*discs, *polygons)
        hulls = [polygon.hull for polygon in polygons]
        self.packed = (
            frozen(np.array([(d.x, d.y, d.radius) for d in discs], dtype=float).reshape(-1, 3)),
            frozen(np.vstack([np.empty((0, 2)), *hulls])),
            np.cumsum([0, *map(len, hulls)]),
            frozen(self.room),
        )
        """Discs (n, 3), corners of all polygons (k, 2), where each begins, and the room."""

    def clearance(self, x: float, y: float) -> float:
        """Metres to the nearest obstacle or wall; negative inside one."""
        return clearance_kernel(*self.packed, float(x), float(y))[0]

    def nearest(self, x: float, y: float) -> str:
        """What is nearest, in words."""
        which = clearance_kernel(*self.packed, float(x), float(y))[1]
        return WALL_NAME if which == WALL else str(self.obstacles[which])

    def clearances(self, xs: Vec, ys: Vec) -> Vec:
        """(len(xs), len(ys)): `clearance` at every crossing of these lines."""
        return clearances_kernel(*self.packed, xs, ys)


@compiled
def clearance_kernel(discs, corners, begins, room, x, y):
    """Metres to the nearest thing, and which one it is: discs first, then polygons."""
    nearest = min(min(x - room[0], room[2] - x), min(y - room[1], room[3] - y))
    which = WALL
    for i in range(len(discs)):
        gap = hypot(discs[i, 0] - x, discs[i, 1] - y) - discs[i, 2]
        if gap < nearest:
            nearest, which = gap, i
    for i in range(len(begins) - 1):
        gap = -margin_kernel(corners[begins[i] : begins[i + 1]], x, y)
        if gap < nearest:
            nearest, which = gap, len(discs) + i
    return nearest, which


@compiled
def clearances_kernel(discs, corners, begins, room, xs, ys):
    """`clearance_kernel` at every crossing."""
    found = np.empty((len(xs), len(ys)))
    for i in range(len(xs)):
        for j in range(len(ys)):
            found[i, j] = clearance_kernel(discs, corners, begins, room, xs[i], ys[j])[0]
    return found
