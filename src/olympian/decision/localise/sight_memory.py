"""What was seen in the last seconds, from where the odometry says that it was seen."""

from collections import deque
from typing import NamedTuple

import numpy as np

from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.particle_filter import HIGHEST, ParticleFilter
from olympian.geometry import Place, Vec

__all__ = ["SightMemory", "back_along"]

APART, LASTS, MOST = 0.2, 8.0, 12
"""Seconds from one picture that is kept to the next, for which each is kept, and how many."""
LEAST = 1.5
"""Points that a picture has to have to be kept."""


class _Sight(NamedTuple):
    evidence: Evidence
    place: Place
    """By the odometry."""


class SightMemory:
    """One picture shows little, and much of a field looks alike: a guess has to explain several."""

    def __init__(self) -> None:
        self._kept: deque[_Sight] = deque()

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        """The odometry has no way from there to here."""
        self._kept.clear()

    def step(self, evidence: Evidence, place: Place) -> None:
        """One more picture. Args: place: by the odometry, when it was taken."""
        while self._kept and self._kept[0].evidence.t < evidence.t - LASTS:
            self._kept.popleft()
        if self._kept and evidence.t < self._kept[-1].evidence.t + APART:
            return
        if evidence.points[:, 3].sum() > LEAST:
            self._kept.append(_Sight(evidence, place))
            if len(self._kept) > MOST:
                self._kept.popleft()

    def costs(self, filter: ParticleFilter, particles: Vec, now: Place) -> Vec:
        """(n,) how badly all of it fits particles (n, 5) that are there now; 1: not at all.

        Args: now: by the odometry.
        """
        total, most = np.zeros(len(particles)), 1e-9
        for evidence, then in self._kept:
            total += filter.costs(evidence, back_along(particles, now.inverse().then(then)))
            most += HIGHEST * float(evidence.points[:, 3].sum())
        return total / most


def back_along(particles: Vec, moved: Place) -> Vec:
    """The same particles at another place, which lies so from each."""
    there = particles.copy()
    c, s = np.cos(particles[:, 2]), np.sin(particles[:, 2])
    there[:, 0] += c * moved.x - s * moved.y
    there[:, 1] += s * moved.x + c * moved.y
    there[:, 2] += moved.yaw
    return there
