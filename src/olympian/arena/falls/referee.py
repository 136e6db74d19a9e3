"""Falls and recoveries by the true pose, whatever the robot believes; recovered is who walks on."""

from collections import deque
from collections.abc import Callable
from math import hypot, sqrt

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.geometry import GRAVITY, Vec2

ON_M = 0.2
"""Metres that it must go after it stood."""
STAY, MOST = 2.0, 8.0
"""Seconds for which it must stay up, and within which it must have gone so far."""
UPRIGHT = 0.9
"""Cosine of the torso's tilt, 26°."""


def is_upright(simulation: Simulation) -> bool:
    """Is the torso truly upright?"""
    return bool(simulation.true_pose(simulation.robots[0].torso)[2, 2] > UPRIGHT)


class WalkOn:
    """Watches a robot from the moment at which it stands again."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._watch = FallWatch(simulation)
        self._from = _torso(simulation)
        self._since = simulation.t

    @property
    def fell(self) -> bool:
        """Is it down again?"""
        return self._watch.fell

    @property
    def did(self) -> bool:
        """Has it stayed up, gone far enough, and is it upright?"""
        way = hypot(*(_torso(self._simulation) - self._from))
        stayed = self._simulation.t >= self._since + STAY
        return stayed and way >= ON_M and not self.fell and is_upright(self._simulation)

    def look(self) -> None:
        """Look once, after every tick."""
        self._watch.step()


def walks_on(simulation: Simulation, tick: Callable[[], None]) -> bool:
    """Let a robot that was told to walk do so, and say whether it did."""
    until, watch = simulation.t + MOST, WalkOn(simulation)
    while simulation.t < until and not watch.did and not watch.fell:
        tick()
        watch.look()
    return watch.did


def _torso(simulation: Simulation) -> Vec2:
    return np.array(simulation.true_pose(simulation.robots[0].torso)[:2, 3])


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
