"""The way of a swinging leg in joint space: gentler on servos than a straight line of the foot.

A short leg that moves its sole along a straight line turns its joints twice as fast half-way as a
leg whose joints move evenly. Bioloid's servos are the limit of its walk.
"""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec

KNOTS = ((0.25, 0.20, 0.8), (0.5, 0.5, 1.0), (0.75, 0.80, 0.8), (1.0, 1.0, 0.0))
"""Share of the time, of the way ahead and of the lift: up first, then ahead, then down."""


@dataclass(frozen=True, eq=False)
class LegSwing:
    """Joint angles of one leg through evenly spaced postures, at rest at both ends."""

    leg: int
    """0 left, 1 right"""
    knots: Vec
    """(k, joints)"""

    def at(self, share: float) -> Vec:
        """Angles after a share 0…1 of the time."""
        parts = len(self.knots) - 1
        index = min(int(share * parts), parts - 1)
        start, end = self.knots[index], self.knots[index + 1]
        return _hermite(
            start, end, self._slope(index), self._slope(index + 1), share * parts - index
        )

    def _slope(self, index: int) -> Vec:
        """Per knot: that of the line between the neighbours; none at the ends."""
        if index in (0, len(self.knots) - 1):
            return np.zeros(self.knots.shape[1])
        return (self.knots[index + 1] - self.knots[index - 1]) / 2


def _hermite(start: Vec, end: Vec, leaving: Vec, arriving: Vec, s: float) -> Vec:
    """The cubic through two ends with their velocities, for s from 0 to 1."""
    way = end - start
    return start + s * (
        leaving + s * (3 * way - 2 * leaving - arriving + s * (leaving + arriving - 2 * way))
    )
