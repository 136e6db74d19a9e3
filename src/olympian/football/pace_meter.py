"""How fast the robot really goes, without the sway of its steps."""

from collections import deque

from olympian.geometry import Place
from olympian.records import Twist

__all__ = ["PaceMeter"]

OVER_S = 0.44
"""Seconds over which it is measured: about two steps, in which the sway cancels."""


class PaceMeter:
    """Watches the odometry."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, Place]] = deque()

    def step(self, t: float, stepped: Place) -> Twist:
        """Mean velocity of the last steps, in the robot's axes."""
        past = self._past
        past.append((t, stepped))
        while t - past[0][0] > OVER_S:
            past.popleft()
        before, place = past[0]
        if t - before < OVER_S / 4:
            return Twist()
        moved, dt = place.inverse().then(stepped), t - before
        return Twist(moved.x / dt, moved.y / dt, moved.yaw / dt)
