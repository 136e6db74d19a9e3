"""The ball: round, and orange or white with black patches."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import GRAVITY, Vec

PATCH = 0.335
"""Half angle of a black patch round each corner of an icosahedron, rad: they cover a third."""


CARPET_ROLLS = 0.002
"""Metres: rolling friction that stops a ball kicked at 1 m/s after some 2 m of carpet."""
ROLLING_MASS = 1.4
"""What a full ball that rolls weighs by what it weighs where it slides: its spin has to be stopped
too."""


class BallStyle(Enum):
    """How a ball is painted."""

    ORANGE = "orange"
    PATCHED = "patched"


@dataclass(frozen=True)
class Ball:
    """A ball that rolls: a tennis ball in 2010, FIFA size 1 today."""

    radius: float
    mass: float
    style: BallStyle
    at: tuple[float, float] = (0.0, 0.0)
    """Where it lies at the start, metres."""

    @property
    def deceleration(self) -> float:
        """m/s² by which carpet slows it down while it rolls."""
        return CARPET_ROLLS * GRAVITY / (ROLLING_MASS * self.radius)


def patches(directions_in_ball: Vec) -> NDArray[np.bool_]:
    """Is the ball black in these directions (…, 3)? Only of a patched one."""
    lengths = np.linalg.norm(directions_in_ball, axis=-1, keepdims=True)
    return ((directions_in_ball / lengths) @ _CORNERS.T).max(axis=-1) > np.cos(PATCH)


def _icosahedron() -> Vec:
    """(12, 3) unit vectors to the corners: every even turn of (0, ±1, ±golden ratio)."""
    golden = (1 + 5**0.5) / 2
    flat = [(0.0, one, long) for one in (-1.0, 1.0) for long in (-golden, golden)]
    corners = [np.roll(corner, turn) for corner in flat for turn in range(3)]
    return np.array(corners) / np.hypot(1.0, golden)


_CORNERS = _icosahedron()
