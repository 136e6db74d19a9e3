"""A referee for servos: how often they are at full duty, cut short, and how warm they get."""

from dataclasses import dataclass

import numpy as np

from olympian.goal import GoalLimiter
from olympian.robot import Robot
from olympian.servo import AMBIENT_C, ServoBank


@dataclass(frozen=True)
class Strain:
    """What one trial cost."""

    saturated: float
    """Share of time at full duty, of the mean leg servo."""
    clamped: float
    """Share of its goals that the limiter cut."""
    hottest_c: float
    """Of the warmest leg servo."""


UNSTRAINED = Strain(0.0, 0.0, AMBIENT_C)


class StrainGauge:
    """Counts ticks of leg servos; it looks and does not touch."""

    def __init__(self, robot: Robot, servos: ServoBank, limiter: GoalLimiter) -> None:
        names = [name for leg in robot.legs for name in leg.chain.joint_names]
        self._legs, self._names = robot.indices(names), frozenset(names)
        self._servos, self._limiter = servos, limiter
        self._ticks = self._saturated = self._clamped = 0
        self._hottest = 0.0

    def step(self) -> None:
        """Look at one tick."""
        warmth = self._servos.table["temperature_c"][self._legs]
        self._ticks += 1
        self._saturated += int(np.count_nonzero(self._servos.saturated[self._legs]))
        self._clamped += sum(name in self._names for name in self._limiter.clamped)
        self._hottest = max(self._hottest, float(warmth.max()))

    @property
    def strain(self) -> Strain:
        """So far."""
        every = max(self._ticks * len(self._legs), 1)
        return Strain(self._saturated / every, self._clamped / every, round(self._hottest, 1))
