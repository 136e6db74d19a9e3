"""The plain Python twin of `olympian.geometry.polygon`: lists of points, no compiler."""

from math import hypot, inf

import numpy as np

from olympian.geometry import Vec

Point = tuple[float, float]


def convex_hull(points: Vec) -> Vec:
    """Corners (k, 2), counter-clockwise, without repeats."""
    unique = sorted({(x, y) for x, y in points.tolist()})
    if len(unique) > 2:
        unique = half_hull(unique)[:-1] + half_hull(unique[::-1])[:-1]
    return np.array(unique, dtype=float).reshape(-1, 2)


def half_hull(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def signed_margin(hull: Vec, point: Vec) -> float:
    """Distance to the edge; negative outside."""
    corners = [(x, y) for x, y in hull.tolist()]
    inside, nearest = len(corners) > 2, inf
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        inside = inside and turn(start, end, (point[0], point[1])) >= 0
        nearest = min(nearest, distance_to_edge(start, end, (point[0], point[1])))
    return nearest if inside else -nearest


def distance_to_edge(start: Point, end: Point, point: Point) -> float:
    across, up = end[0] - start[0], end[1] - start[1]
    length = across * across + up * up
    along = 0.0
    if length > 0:
        along = ((point[0] - start[0]) * across + (point[1] - start[1]) * up) / length
        along = min(max(along, 0.0), 1.0)
    return hypot(start[0] + along * across - point[0], start[1] + along * up - point[1])
