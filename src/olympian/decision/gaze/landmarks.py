"""What looks at the lines of a field tell about the own place."""

from math import ceil, pi

import numpy as np
from numpy.typing import NDArray

from olympian.decision.localise.evidence import ALIKE, BEARING, FLAT, REACH, SWAY
from olympian.decision.localise.pitch_map import crossings_of
from olympian.geometry import Place, Vec, frozen
from olympian.world import Pitch

__all__ = ["Landmarks"]

STEP = 0.4
"""Metres between the points that stand for a line."""
CLEAR, FOUND = 1.2, 0.7
"""Metres up to which lines are found mostly, and how often; beyond it less, down to nothing."""


class Landmarks:
    """Points on lines, each of which tells how far one is from it across the line."""

    def __init__(self, pitch: Pitch) -> None:
        rows = [row for line in pitch.segments for row in _along(*line.tolist())]
        radius = pitch.circle_radius
        for angle in np.linspace(0.0, 2 * pi, 12, endpoint=False):
            out = (np.cos(angle), np.sin(angle))
            rows.append((radius * out[0], radius * out[1], *out))
        for points in crossings_of(pitch).values():
            rows += [(x, y, *way) for x, y in points for way in ((1.0, 0.0), (0.0, 1.0))]
        table = np.array(rows)
        self._at, self._normals = frozen(table[:, :2]), frozen(table[:, 2:])

    def seen_from(self, place: Place, height: float) -> tuple[Vec, Vec]:
        """From the robot: points (n, 2) in reach, and (n, 3, 3) what a sight of each tells.

        Args: height: of the camera over the ground, metres.
        """
        at = (self._at - place.xy) @ place.turn
        far = np.maximum(np.hypot(at[:, 0], at[:, 1]), 0.05)
        near = far < REACH
        at, far = at[near], far[near]
        normals = self._normals[near] @ place.turn
        towards = np.abs((normals * at).sum(axis=1)) / far
        deep = SWAY * (height * height + far * far) / height * towards
        found = FOUND * np.clip((REACH - far) / (REACH - CLEAR), 0.0, 1.0)
        certain = found / (FLAT**2 + deep**2 + (BEARING * far) ** 2)
        # one metre to the left moves all lines a metre to the right; a turn moves them by their arm
        arms = normals[:, 1] * at[:, 0] - normals[:, 0] * at[:, 1]
        ways = np.column_stack([normals, arms])
        return at, certain[:, None, None] * ways[:, :, None] * ways[:, None, :]


def information(sees: NDArray[np.bool_], told: Vec) -> Vec:
    """(n, 3, 3) of n views of which each shows some landmarks.

    Args:
        sees: (n, m) which of them.
        told: (m, 3, 3) what a sight of each tells.
    """
    counts = sees.sum(axis=1)
    alike = np.minimum(1.0, ALIKE / np.maximum(counts, 1e-9))
    return alike[:, None, None] * np.tensordot(sees.astype(float), told, axes=1)


def _along(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float, float, float]]:
    length = float(np.hypot(x1 - x0, y1 - y0))
    u, v, count = (x1 - x0) / length, (y1 - y0) / length, ceil(length / STEP)
    ways = ((k + 0.5) / count * length for k in range(count))
    return [(x0 + way * u, y0 + way * v, -v, u) for way in ways]
