"""How a ball rolls: straight on, slower by the same every second, until it lies."""

from math import hypot

import numpy as np

from olympian.geometry import Vec

__all__ = ["roll", "way_to_rest"]

LIES = 1e-6
"""m/s below which a direction of rolling is rounding."""


def way_to_rest(speed: float, deceleration: float) -> float:
    """Metres that a ball of this speed still rolls."""
    return speed * speed / (2.0 * deceleration)


def roll(state: Vec, dt: float, deceleration: float) -> tuple[Vec, Vec]:
    """x, y, vx and vy after a while, and (4, 4) how they change with what they were.

    Args:
        state: (4,) m and m/s.
        deceleration: m/s² of the carpet.
    """
    x, y, vx, vy = state.tolist()
    speed = hypot(vx, vy)
    F = np.eye(4)
    if speed < LIES:
        return state.copy(), F
    rolls = min(dt, speed / deceleration)  # seconds until it lies
    u, v = vx / speed, vy / speed
    way = speed * rolls - 0.5 * deceleration * rolls * rolls
    left = speed - deceleration * rolls
    # along the way: d way/d speed; across it a turn of the direction by dv/speed
    along, aside = (dt if rolls == dt else speed / deceleration), way / speed
    F[:2, 2:] = _mixed(along, aside, u, v)
    F[2:, 2:] = _mixed(1.0 if left > 0.0 else 0.0, left / speed, u, v)
    return np.array([x + way * u, y + way * v, left * u, left * v]), F


def _mixed(along: float, aside: float, u: float, v: float) -> Vec:
    """(2, 2) that stretches by one factor along (u, v) and by another one across."""
    gap = along - aside
    return np.array([[aside + gap * u * u, gap * u * v], [gap * u * v, aside + gap * v * v]])
