"""Things that stand on the floor, seen from above: discs and convex polygons in the world."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, isfinite, sin

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, convex_hull, frozen, signed_margin

FLUSH = 1e-6
"""Metres that a corner may lie inside the hull of its polygon."""


@dataclass(frozen=True)
class Disc:
    """A round thing: a post, a ball, a leg of a table."""

    x: float
    y: float
    radius: float

    def __post_init__(self) -> None:
        if not all(map(isfinite, (self.x, self.y, self.radius))) or self.radius <= 0.0:
            raise OlympianError(
                f"{self}, radius {self.radius} m, is not an obstacle: its radius should be above 0"
            )

    def __str__(self) -> str:
        return f"disc at ({self.x:.2f}, {self.y:.2f})"


@dataclass(frozen=True)
class Polygon:
    """A thing with straight sides and no dents; a dented one is several of these."""

    corners: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not np.isfinite(np.array(self.corners, dtype=float)).all() or len(self.hull) < 3:
            raise OlympianError(f"{self} is not an obstacle: it needs three finite corners")
        for place, corner in enumerate(self.corners, start=1):
            if signed_margin(self.hull, corner) > FLUSH:
                raise OlympianError(f"{self} is not convex at corner {place}: divide it there")

    @cached_property
    def hull(self) -> Vec:
        """(k, 2) corners, counter-clockwise."""
        return frozen(convex_hull(self.corners))

    def __str__(self) -> str:
        x, y = np.mean(np.array(self.corners, dtype=float).reshape(-1, 2), axis=0)
        return f"polygon at ({x:.2f}, {y:.2f})"


Obstacle = Disc | Polygon


def box(x: float, y: float, length: float, width: float, yaw: float = 0.0) -> Polygon:
    """A rectangle about (x, y); `length` lies along `yaw`."""
    c, s = cos(yaw), sin(yaw)
    halves = [(a * length / 2, b * width / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return Polygon(tuple((x + c * u - s * v, y + s * u + c * v) for u, v in halves))
