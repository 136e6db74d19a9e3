"""Convex polygons on the ground: the shape a robot stands on.

This runs every tick, so it is compiled; `tests/twins/polygon.py` says the same in plain Python.
"""

from math import hypot, inf

import numpy as np
from numpy.typing import ArrayLike

from olympian.compiled import compiled
from olympian.geometry.types import Vec


def convex_hull(points: ArrayLike) -> Vec:
    """Corners (k, 2) of the hull, counter-clockwise, without repeats."""
    return hull_kernel(np.array(points, dtype=float).reshape(-1, 2))


def signed_margin(hull: ArrayLike, point: ArrayLike) -> float:
    """Distance from `point` to the edge of a counter-clockwise hull; negative outside."""
    x, y = np.asarray(point, dtype=float).tolist()
    return margin_kernel(np.array(hull, dtype=float).reshape(-1, 2), x, y)


@compiled
def hull_kernel(points):
    """`convex_hull` of (n, 2) points (Andrew's chain): along the bottom, and back over the top."""
    ordered = _ordered(points)
    n = len(ordered)
    if n < 3:
        return ordered
    chain = np.empty((n + 1, 2))
    k = 0
    for i in range(n):
        k = _extend(chain, k, 1, ordered[i, 0], ordered[i, 1])
    bottom = k
    for i in range(n - 2, -1, -1):
        k = _extend(chain, k, bottom, ordered[i, 0], ordered[i, 1])
    # The last point is the first one again.
    return chain[: k - 1]


@compiled
def margin_kernel(hull, x, y):
    """`signed_margin` of the point (x, y)."""
    inside, nearest = len(hull) > 2, inf
    for i in range(len(hull)):
        start, end = hull[i], hull[(i + 1) % len(hull)]
        inside = inside and _turn(start[0], start[1], end[0], end[1], x, y) >= 0
        nearest = min(nearest, _distance_to_edge(start, end, x, y))
    return nearest if inside else -nearest


@compiled
def _ordered(points):
    """Points by x, then y, without repeats; by insertion, since soles have few corners."""
    rows = np.empty((len(points), 2))
    count = 0
    for i in range(len(points)):
        x, y = points[i, 0], points[i, 1]
        k = count
        while k > 0 and (x < rows[k - 1, 0] or (x == rows[k - 1, 0] and y < rows[k - 1, 1])):
            k -= 1
        if k > 0 and x == rows[k - 1, 0] and y == rows[k - 1, 1]:
            continue
        for j in range(count, k, -1):
            rows[j, 0], rows[j, 1] = rows[j - 1, 0], rows[j - 1, 1]
        rows[k, 0], rows[k, 1] = x, y
        count += 1
    return rows[:count]


@compiled
def _extend(chain, k, fixed, x, y):
    """Length of the chain after (x, y), having dropped corners that no longer stick out.

    The first `fixed` points stay.
    """
    while k > fixed:
        a, b = chain[k - 2], chain[k - 1]
        if _turn(a[0], a[1], b[0], b[1], x, y) > 0:
            break
        k -= 1
    chain[k, 0], chain[k, 1] = x, y
    return k + 1


@compiled
def _turn(ax, ay, bx, by, cx, cy):
    """Twice the area of the triangle; positive when a, b, c go counter-clockwise."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@compiled
def _distance_to_edge(start, end, x, y):
    across, up = end[0] - start[0], end[1] - start[1]
    length = across * across + up * up
    along = 0.0
    if length > 0:
        along = ((x - start[0]) * across + (y - start[1]) * up) / length
        along = min(max(along, 0.0), 1.0)
    return hypot(start[0] + along * across - x, start[1] + along * up - y)
