"""The floor in squares: how much room there is around every one, and where it is enough."""

from math import ceil, inf

import numpy as np

from olympian.compiled import compiled
from olympian.decision.navigate.scene import WALL_NAME, ObstacleMap
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen

CELL = 0.05
"""Metres between nodes: half of what a goal may be missed by."""
MOST = 1_000_000
"""Nodes of the largest floor: 50 × 50 m."""


class NavigationGrid:
    """Nodes over a room; a robot is a disc, so the obstacles grow by its radius and a margin."""

    def __init__(
        self, scene: ObstacleMap, radius: float, margin: float, cell: float = CELL
    ) -> None:
        room = scene.room
        columns, rows = (ceil((b - a) / cell) + 1 for a, b in (room[::2], room[1::2]))
        if columns * rows > MOST:
            raise OlympianError(f"room {tuple(room)} has {columns * rows} nodes, at most {MOST}")
        self.scene = scene
        self.radius, self.margin, self.cell = radius, margin, cell
        self.xs = frozen(room.x0 + cell * np.arange(columns))
        self.ys = frozen(room.y0 + cell * np.arange(rows))
        self.clearance = frozen(scene.clearances(self.xs, self.ys))
        """(columns, rows) metres to the nearest obstacle or wall."""
        self.free = self.clearance >= radius + margin
        """Where the robot fits with its margin."""
        self.way_out, self.depth = _ways_out(self.free)
        """Nearest free node of each as an index, and the cells between them (inf: none)."""

    def column_row(self, x: float, y: float) -> tuple[float, float]:
        """A place in cells from the first node."""
        return (x - self.scene.room.x0) / self.cell, (y - self.scene.room.y0) / self.cell

    def refusal(self, x: float, y: float) -> str:
        """Why the robot cannot stand at a place; empty if it can."""
        clearance, nearest = self.scene.clearance(x, y), self.scene.nearest(x, y)
        if clearance >= self.radius:
            return ""
        named = f"goal ({x:.2f}, {y:.2f})"
        if clearance >= 0.0:
            needs = f"the robot needs {self.radius:.2f} m"
            return f"{named} is {clearance:.2f} m from {nearest}: {needs}"
        if nearest == WALL_NAME:
            return f"{named} lies outside the room {tuple(self.scene.room)}"
        return f"{named} lies inside {nearest}"

    def distance_from(self, x: float, y: float) -> Vec:
        """(columns, rows) metres from each node to a place."""
        return np.hypot(self.xs[:, None] - x, self.ys[None, :] - y)


@compiled
def interpolated(values, u, v):
    """Value at (u, v), in cells, from the four nodes around it; nodes with inf do not count."""
    u = min(max(u, 0.0), values.shape[0] - 1.000001)
    v = min(max(v, 0.0), values.shape[1] - 1.000001)
    i, j = int(u), int(v)
    a, b = u - i, v - j
    total = weights = 0.0
    for k in range(4):
        di, dj = k & 1, k >> 1
        weight = (a if di else 1.0 - a) * (b if dj else 1.0 - b)
        value = values[i + di, j + dj]
        if value < inf:
            total += weight * value
            weights += weight
    return total / weights if weights > 1e-9 else inf


@compiled
def _ways_out(free):
    """For each node the nearest free one and the cells between, by handing it on from node to node.

    A free node is its own way out. Handing on may miss the very nearest by a cell, which is enough
    to leave a margin again.
    """
    columns, rows = free.shape
    way = np.full(free.shape, -1)
    depth = np.full(free.shape, inf)
    for i in range(columns):
        for j in range(rows):
            if free[i, j]:
                way[i, j], depth[i, j] = i * rows + j, 0.0
    for sweep in range(8):
        for a in range(columns):
            i = a if sweep & 1 else columns - 1 - a
            for b in range(rows):
                j = b if sweep & 2 else rows - 1 - b
                if not free[i, j]:
                    _hand_on(way, depth, i, j)
    return way, depth


@compiled
def _hand_on(way, depth, i, j):
    """Take the way out of a neighbour, if it is shorter."""
    columns, rows = way.shape
    for m in range(max(i - 1, 0), min(i + 2, columns)):
        for n in range(max(j - 1, 0), min(j + 2, rows)):
            if way[m, n] < 0:
                continue
            p, q = way[m, n] // rows, way[m, n] % rows
            far = np.sqrt((p - i) ** 2.0 + (q - j) ** 2.0)
            if far < depth[i, j]:
                depth[i, j], way[i, j] = far, way[m, n]
