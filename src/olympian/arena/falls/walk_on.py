"""Recovered means that it walked on: a referee's view, by the true pose alone."""

from collections.abc import Callable
from math import hypot

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.geometry import Vec2

__all__ = ["ON_M", "WalkOn", "is_upright", "walks_on"]

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
