"""Convex polygons on the ground: the shape a robot stands on."""

import numpy as np
from numpy.typing import ArrayLike

from olympian.geometry.types import Vec, Vec2

__all__ = ["convex_hull", "signed_margin"]


def convex_hull(points: ArrayLike) -> Vec:
    """Corners (k, 2) of the hull, counter-clockwise, without repeats (Andrew's chain)."""
    unique = np.unique(np.asarray(points, dtype=float).reshape(-1, 2), axis=0)
    if len(unique) <= 2:
        return unique
    lower, upper = _half_hull(unique), _half_hull(unique[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half_hull(points: Vec) -> list[Vec2]:
    chain: list[Vec2] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Vec2, b: Vec2, c: Vec2) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def signed_margin(hull: Vec, point: Vec2) -> float:
    """Distance from `point` to the edge of a counter-clockwise hull; negative outside."""
    if len(hull) == 0:
        return -np.inf
    if len(hull) < 3:
        return -float(_distance_to_edges(hull, point))
    following = np.roll(hull, -1, axis=0)
    edges = following - hull
    towards = point - hull
    inside = edges[:, 0] * towards[:, 1] - edges[:, 1] * towards[:, 0]
    distance = float(_distance_to_edges(hull, point))
    return distance if bool(np.all(inside >= 0)) else -distance


def _distance_to_edges(hull: Vec, point: Vec2) -> float:
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.maximum(np.sum(edges**2, axis=1), 1e-30)
    along = np.clip(np.sum((point - hull) * edges, axis=1) / lengths, 0.0, 1.0)
    return float(np.min(np.linalg.norm(hull + along[:, None] * edges - point, axis=1)))
