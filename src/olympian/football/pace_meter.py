"""How fast the robot really goes, without the sway of its steps, and what it falls short by."""

from collections import deque

from olympian.geometry import Place
from olympian.records import Twist

__all__ = ["PaceMeter"]

OVER_S = 0.44
"""Seconds over which it is measured: about two steps, in which the sway cancels."""
LEARNS_S = 1.0
"""Seconds in which it learns what it falls short by."""
SLOW = 0.02, 0.13
"""m/s ahead between which a command counts as slow. Legs that give way a little, and a body that
leans back a little, hardly move then."""
MOST = 0.05
"""m/s that it adds at most."""


class PaceMeter:
    """Watches the odometry."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, Place, float]] = deque()
        self.short = 0.0
        """m/s by which it is slower ahead than it is told to be, when that is slow."""

    def step(self, t: float, stepped: Place, told: Twist) -> Twist:
        """Mean velocity of the last steps, in the robot's axes. Args: told: the last command."""
        past = self._past
        past.append((t, stepped, told.forward))
        while t - past[0][0] > OVER_S:
            past.popleft()
        before, place, _ = past[0]
        if t - before < OVER_S / 4:
            return Twist()
        moved, dt = place.inverse().then(stepped), t - before
        speed = Twist(moved.x / dt, moved.y / dt, moved.yaw / dt)
        self._learn(speed.forward, t - past[-2][0])
        return speed

    def _learn(self, forward: float, dt: float) -> None:
        """Compare what it was told with what came of it, while that was slow all the time."""
        told = [one for _, _, one in self._past]
        low, high = SLOW
        if low < min(told) and max(told) < high:
            gap = sum(told) / len(told) - forward
            self.short += dt / LEARNS_S * (gap - self.short)
            self.short = min(max(self.short, 0.0), MOST)
