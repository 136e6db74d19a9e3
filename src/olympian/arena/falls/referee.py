"""Counts falls and recoveries by the true pose, whatever the robot itself believes."""

from collections import deque
from math import sqrt

from olympian.arena.falls.walk_on import WalkOn, is_upright
from olympian.backend import FallWatch, Simulation
from olympian.geometry import GRAVITY

__all__ = ["FallReferee"]

QUICK = 0.3
"""Times √(g·h), h the torso's height at the start: who goes down with such a speed falls. A body
that topples reaches about one; those that sit down take a second or two for it."""
LATELY = 0.5
"""Seconds before it is down over which the speed is looked at."""
STANDING = 0.8
"""Share of its height at the start from which an upright robot stands."""


class FallReferee:
    """Looks after every tick; sitting down, which is slow, is no fall."""

    def __init__(self, simulation: Simulation) -> None:
        self.falls = 0
        self.recovered = 0
        """Falls after which it stood again and walked on, before the next one."""
        self._simulation = simulation
        self._watch = FallWatch(simulation)
        self._start = self._watch.min_torso_height
        self._speeds: deque[float] = deque(maxlen=round(LATELY / simulation.options.tick_dt))
        self._height = self._torso_height()
        self._owed = False
        self._on: WalkOn | None = None

    @property
    def down(self) -> bool:
        """Is it on the floor, fallen or seated?"""
        return self._watch.fell

    @property
    def descent(self) -> float:
        """Greatest speed downwards lately, over √(g·h)."""
        return max(self._speeds, default=0.0) / sqrt(GRAVITY * self._start)

    def look(self) -> None:
        """Take in one tick."""
        height = self._torso_height()
        self._speeds.append((self._height - height) / self._simulation.options.tick_dt)
        self._height = height
        if self._watch.fell:
            self._see_it_stand()
        elif self._watch.step() and self.descent > QUICK:
            self.falls += 1
            self._owed, self._on = True, None
        self._see_it_walk()

    def _see_it_stand(self) -> None:
        if is_upright(self._simulation) and self._height > STANDING * self._start:
            self._watch = FallWatch(self._simulation)
            self._on = WalkOn(self._simulation) if self._owed else None

    def _see_it_walk(self) -> None:
        if self._on is None:
            return
        self._on.look()
        if self._on.did:
            self.recovered += 1
            self._owed, self._on = False, None

    def _torso_height(self) -> float:
        return float(self._simulation.true_pose(self._simulation.robots[0].torso)[2, 3])
