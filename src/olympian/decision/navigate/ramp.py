"""Commands that change no faster than a robot can follow."""

from math import isfinite

from olympian.errors import OlympianError
from olympian.records import Twist

Acceleration = tuple[float, float, float]
"""Change of a command per second: ahead and sideways in m/s², turning in rad/s²."""


def checked(acceleration: Acceleration) -> Acceleration:
    """The same, or an error that says what is wrong with it."""
    if len(acceleration) != 3 or not all(isfinite(a) and a > 0.0 for a in acceleration):
        raise OlympianError(
            f"acceleration {tuple(acceleration)} must be three numbers above 0: ahead, left, turn"
        )
    ahead, left, turn = map(float, acceleration)
    return ahead, left, turn


def ramped(now: Twist, wish: Twist, acceleration: Acceleration, dt: float) -> Twist:
    """`wish`, or as near to it as `dt` seconds lead from `now`."""
    ahead, left, turn = acceleration
    return Twist(
        _nearer(now.forward, wish.forward, ahead * dt),
        _nearer(now.left, wish.left, left * dt),
        _nearer(now.turn, wish.turn, turn * dt),
    )


def _nearer(now: float, wish: float, most: float) -> float:
    return now + min(max(wish - now, -most), most)
