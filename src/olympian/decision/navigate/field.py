"""The way to a goal from everywhere: its cost at each node, and the path that runs downhill."""

from math import cos, hypot, inf, pi, sin, sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.decision.navigate.grid import NavigationGrid, interpolated
from olympian.geometry import Vec, frozen

SHY = 0.2
"""Metres beyond the margin within which an obstacle is still felt."""
TIGHT = 3.0
"""What a metre costs more where there is only just room."""
STEEP = 10.0
"""What a metre costs inside a margin: the nearest way out is the best one."""
SEED = 2.5
"""Cells around the goal where the way is straight, so that the field starts out round."""
RING = 32
"""Directions in which the path looks for the way down."""


class Field:
    """Cost of the way to one goal: metres, each of which counts more where it is tight.

    It solves |∇cost| = slowness (the eikonal equation) over the whole floor, once for each goal.
    Ways then bend around obstacles at any angle and not only by 45°, and a robot that is pushed
    off its path has another one at once.
    """

    def __init__(self, grid: NavigationGrid, x: float, y: float) -> None:
        """Args: x, y: the goal, at least the robot's radius from everything."""
        self.grid, self.goal = grid, (float(x), float(y))
        away = grid.distance_from(x, y)
        # right at the goal the margin is waived: a robot may stand close to a table
        near = (away < 2 * (grid.margin + grid.cell)) & (grid.clearance >= grid.radius)
        seeds = (away < SEED * grid.cell) & (grid.clearance > grid.radius - grid.cell)
        tight = np.clip(1.0 - (grid.clearance - grid.radius - grid.margin) / SHY, 0.0, 1.0)
        slowness = np.where(grid.free | near | seeds, 1.0 + TIGHT * tight**2, inf)
        cost = np.where(seeds, slowness * away, inf)
        sweep_kernel(slowness, cost, grid.cell)
        outside = np.where(grid.way_out < 0, inf, cost.ravel()[grid.way_out])
        outside = outside + STEEP * grid.cell * grid.depth
        self.cost = frozen(np.where(cost < inf, cost, outside))
        """(columns, rows); inf where no way leads to the goal."""

    def at(self, x: float, y: float) -> float:
        """Cost of the way from a place; inf if there is none."""
        return interpolated(self.cost, *self.grid.column_row(x, y))

    def path(self, x: float, y: float) -> Vec:
        """(n, 2) from a place to the goal; empty if no way leads there."""
        if self.at(x, y) == inf:
            return np.empty((0, 2))
        room = self.grid.scene.room
        return trace_kernel(self.cost, room.x0, room.y0, self.grid.cell, x, y, *self.goal)


@compiled
def sweep_kernel(slowness, cost, cell):
    """Lower `cost` until it fits `slowness`, sweeping over the floor from its four corners.

    Args:
        slowness: (columns, rows) cost of a metre, inf where nobody passes.
        cost: the same shape: known at the goal, inf elsewhere; changed in place.
    """
    columns, rows = cost.shape
    falls = True
    while falls:
        falls = False
        for sweep in range(4):
            for a in range(columns):
                i = a if sweep & 1 else columns - 1 - a
                for b in range(rows):
                    j = b if sweep & 2 else rows - 1 - b
                    if slowness[i, j] < inf:
                        found = _from_neighbours(cost, i, j, slowness[i, j] * cell)
                        if found < cost[i, j] - 1e-9:
                            cost[i, j] = found
                            falls = True


@compiled
def _from_neighbours(cost, i, j, rise):
    """Cost that the neighbours imply (Godunov's scheme), `rise` being that of one cell."""
    columns, rows = cost.shape
    a = min(cost[max(i - 1, 0), j], cost[min(i + 1, columns - 1), j])
    b = min(cost[i, max(j - 1, 0)], cost[i, min(j + 1, rows - 1)])
    low, high = min(a, b), max(a, b)
    if low == inf or high >= low + rise:
        return low + rise
    return (a + b + sqrt(2.0 * rise * rise - (a - b) ** 2)) / 2.0


@compiled
def trace_kernel(cost, x0, y0, cell, x, y, goal_x, goal_y):
    """(n, 2) places downhill from (x, y), one cell apart, to the goal or as far as it goes down."""
    most = 8 * (cost.shape[0] + cost.shape[1]) + cost.size // 4
    path = np.empty((most, 2))
    path[0, 0], path[0, 1] = x, y
    count, here = 1, interpolated(cost, (x - x0) / cell, (y - y0) / cell)
    while count < most - 1 and hypot(goal_x - x, goal_y - y) > cell:
        best, best_x, best_y = here, x, y
        for k in range(RING):
            ahead = x + cell * cos(2.0 * pi * k / RING), y + cell * sin(2.0 * pi * k / RING)
            value = interpolated(cost, (ahead[0] - x0) / cell, (ahead[1] - y0) / cell)
            if value < best:
                best, best_x, best_y = value, ahead[0], ahead[1]
        if best >= here:
            break
        here, x, y = best, best_x, best_y
        path[count, 0], path[count, 1] = x, y
        count += 1
    if hypot(goal_x - x, goal_y - y) <= cell:
        path[count, 0], path[count, 1] = goal_x, goal_y
        count += 1
    return path[:count]
