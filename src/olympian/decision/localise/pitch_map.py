"""A football field as a localiser looks it up: how far any point is from what may be seen there."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, frozen
from olympian.vision.shape import CrossingKind
from olympian.world import Pitch

__all__ = ["Layer", "PitchMap", "crossings_of"]

CELL = 0.05
"""Metres between the points whose distances are kept; between them they are interpolated."""
AROUND = 1.0
"""Metres beyond the carpet that the map covers."""
FAR = 1.0
"""Metres: whatever is further away is somewhere else."""


class Layer(IntEnum):
    """What a point that was seen may lie on."""

    ALONG_X = 0
    """Lines along x; pieces of the circle are not looked up."""
    ALONG_Y = 1
    L = 2
    T = 3
    X = 4
    CENTRE = 5
    """Of the circle."""
    OWN_GOAL = 6
    """Feet of its posts: the goal at negative x."""
    OPPONENT_GOAL = 7
    EITHER_GOAL = 8
    """Feet of the posts of both goals, which look alike."""


@dataclass(frozen=True, eq=False)
class PitchMap:
    """Distances to what can be seen, one grid for each layer."""

    pitch: Pitch
    distance: NDArray[np.float32]
    """(layers, columns, rows) metres to the nearest of its kind, up to `FAR`."""
    corner: tuple[float, float]
    """x and y of the first entry of a grid."""
    half: tuple[float, float]
    """Half length and width of the carpet."""
    features: tuple[Vec, ...]
    """For each layer (n, 2): points, and for lines their middles; for who guesses a place."""

    @staticmethod
    @cache
    def of(pitch: Pitch) -> "PitchMap":
        """The map of a field."""
        half = (pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border)
        corner = (-half[0] - AROUND, -half[1] - AROUND)
        xs, ys = (np.arange(first, -first + CELL / 2, CELL) for first in corner)
        x, y = np.meshgrid(xs, ys, indexing="ij")
        features = _features(pitch)
        layers = [_to_lines(pitch, x, y, along) for along in (0, 1)]
        layers += [_to_points(points, x, y) for points in features[2:]]
        grids = np.array(np.minimum(layers, FAR), dtype=np.float32)
        grids.flags.writeable = False
        return PitchMap(pitch, grids, corner, half, features)


def crossings_of(pitch: Pitch) -> dict[CrossingKind, list[tuple[float, float]]]:
    """Where lines meet, by the shape of the crossing."""
    x, y = pitch.length / 2, pitch.width / 2
    found: dict[CrossingKind, list[tuple[float, float]]] = {kind: [] for kind in CrossingKind}
    found[CrossingKind.L] += product((-x, x), (-y, y))
    found[CrossingKind.T] += [(0.0, -y), (0.0, y)]
    for (depth, width), side, half in product(pitch.areas, (-1, 1), (-0.5, 0.5)):
        found[CrossingKind.T].append((side * x, half * width))
        found[CrossingKind.L].append((side * (x - depth), half * width))
    found[CrossingKind.X] += [(0.0, -pitch.circle_radius), (0.0, pitch.circle_radius)]
    return found


def _features(pitch: Pitch) -> tuple[Vec, ...]:
    middles = (pitch.segments[:, :2] + pitch.segments[:, 2:]) / 2
    level = pitch.segments[:, 1] == pitch.segments[:, 3]
    crossings = crossings_of(pitch)
    kinds = [crossings[kind] for kind in (CrossingKind.L, CrossingKind.T, CrossingKind.X)]
    points = [middles[level], middles[~level], *kinds, [(0.0, 0.0)]]
    points += [pitch.posts[:2], pitch.posts[2:], pitch.posts]
    return tuple(frozen(some) for some in points)


def _to_points(points: Vec, x: Vec, y: Vec) -> Vec:
    return np.min([np.hypot(x - a, y - b) for a, b in points], axis=0)


def _to_lines(pitch: Pitch, x: Vec, y: Vec, axis: int) -> Vec:
    """Metres to the nearest line along an axis."""
    nearest = np.full_like(x, FAR)
    for x0, y0, x1, y1 in pitch.segments:
        if (y0 == y1) == (axis == 0):
            beside_x = np.maximum(0.0, np.abs(x - (x0 + x1) / 2) - abs(x1 - x0) / 2)
            beside_y = np.maximum(0.0, np.abs(y - (y0 + y1) / 2) - abs(y1 - y0) / 2)
            nearest = np.minimum(nearest, np.hypot(beside_x, beside_y))
    return nearest
