"""The odometry of the last moments: the way between two times, and how far it may be off."""

from collections import deque
from typing import NamedTuple

import numpy as np

from olympian.geometry import Place, Vec
from olympian.records import Odometry

__all__ = ["Moved", "PastOdometry"]

KEPT = 0.5
"""Seconds that are remembered: pictures come later than they were taken."""
SOON = 1e-6
"""Seconds of rounding."""
STEPS = 1.5
"""Times the odometry's own standard deviation: it does not know of blows."""
DRIFT = (0.01, 0.01, 0.006)
"""m, m and rad after a second, which are added."""


class _Tick(NamedTuple):
    t: float
    place: Place
    growth: Vec
    """(3, 3) covariance that all steps so far have added, in the axes of the odometry."""


class Moved(NamedTuple):
    """A way, in the axes of where it began."""

    way: Place
    covariance: Vec
    dt: float


class PastOdometry:
    """Remembers places, and what each step has added to the covariance.

    The odometry's covariance is that of the whole way from the start. It grows when a foot lands;
    what it was before then turns with the way since the last landing.
    """

    def __init__(self) -> None:
        self._ticks: deque[_Tick] = deque()
        self._landed: Odometry | None = None
        self._at: _Tick | None = None

    def step(self, t: float, odometry: Odometry) -> None:
        """One more tick."""
        growth = self._ticks[-1].growth if self._ticks else np.zeros((3, 3))
        if self._landed is None:
            self._landed = odometry
        elif odometry.covariance is not self._landed.covariance:
            growth = growth + _grown(self._landed, odometry)
            self._landed = odometry
        self._ticks.append(_Tick(t, odometry.place, growth))
        self._at = self._at or self._ticks[0]
        while self._ticks[0].t < t - KEPT:
            self._ticks.popleft()

    @property
    def waits(self) -> float:
        """Seconds since the way that was asked for last ended."""
        return 0.0 if self._at is None else self._ticks[-1].t - self._at.t

    def _tick(self, t: float) -> _Tick:
        """The first tick at this time or later; the last one if there is none."""
        found = self._ticks[-1]
        for tick in reversed(self._ticks):
            if tick.t < t - SOON:
                break
            found = tick
        return found

    @property
    def at(self) -> Place:
        """Where the way that was asked for last ended, by the odometry."""
        return Place() if self._at is None else self._at.place

    @property
    def since(self) -> Place:
        """The way since then."""
        return Place() if self._at is None else _way(self._at.place, self._ticks[-1].place)

    def until(self, t: float) -> Moved | None:
        """The way from where the last one ended to a later time; None if that is earlier."""
        if self._at is None:
            return None
        start, end = self._at, self._tick(t)
        if end.t <= start.t:
            return None
        self._at = end
        turn = np.eye(3)
        turn[:2, :2] = start.place.turn
        covariance = STEPS**2 * turn.T @ (end.growth - start.growth) @ turn
        dt = end.t - start.t
        return Moved(_way(start.place, end.place), covariance + np.diag(np.square(DRIFT)) * dt, dt)


def _way(start: Place, end: Place) -> Place:
    return start.inverse().then(end)


def _grown(before: Odometry, after: Odometry) -> Vec:
    """What a step has added."""
    dx, dy = after.place.x - before.place.x, after.place.y - before.place.y
    F = np.array([[1.0, 0.0, -dy], [0.0, 1.0, dx], [0.0, 0.0, 1.0]])
    grown = after.covariance - F @ before.covariance @ F.T
    values, axes = np.linalg.eigh((grown + grown.T) / 2)
    return (axes * np.maximum(values, 0.0)) @ axes.T
