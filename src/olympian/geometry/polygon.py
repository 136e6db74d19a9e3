"""Convex polygons on the ground: the shape a robot stands on.

A sole has four corners and this runs every tick: plain floats are faster than arrays here.
"""

from math import hypot, inf

import numpy as np
from numpy.typing import ArrayLike

from olympian.geometry.types import Vec

__all__ = ["convex_hull", "signed_margin"]

Point = tuple[float, float]


def convex_hull(points: ArrayLike) -> Vec:
    """Corners (k, 2) of the hull, counter-clockwise, without repeats (Andrew's chain)."""
    rows = np.asarray(points, dtype=float).reshape(-1, 2).tolist()
    unique = sorted({(x, y) for x, y in rows})
    if len(unique) > 2:
        unique = _half_hull(unique)[:-1] + _half_hull(unique[::-1])[:-1]
    return np.array(unique, dtype=float).reshape(-1, 2)


def _half_hull(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle; positive when a, b, c go counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def signed_margin(hull: ArrayLike, point: ArrayLike) -> float:
    """Distance from `point` to the edge of a counter-clockwise hull; negative outside."""
    corners = [(x, y) for x, y in np.asarray(hull, dtype=float).tolist()]
    x, y = np.asarray(point, dtype=float).tolist()
    inside, nearest = len(corners) > 2, inf
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        inside = inside and _turn(start, end, (x, y)) >= 0
        nearest = min(nearest, _distance_to_edge(start, end, (x, y)))
    return nearest if inside else -nearest


def _distance_to_edge(start: Point, end: Point, point: Point) -> float:
    across, up = end[0] - start[0], end[1] - start[1]
    length = across * across + up * up
    along = 0.0
    if length > 0:
        along = ((point[0] - start[0]) * across + (point[1] - start[1]) * up) / length
        along = min(max(along, 0.0), 1.0)
    return hypot(start[0] + along * across - point[0], start[1] + along * up - point[1])
