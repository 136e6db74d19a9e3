"""Random paths over a field: where the robot is driven next, by a referee who sees it."""

from math import atan2, hypot, pi

import numpy as np

from olympian.geometry import Place
from olympian.motion import TopSpeed
from olympian.records import Twist
from olympian.world import Pitch

__all__ = ["Wander"]

INSIDE = 0.5
"""Metres from the lines within which it is driven: goal posts stand on them."""
NEAR = 0.3
"""Metres from a goal at which the next one is drawn."""
ASIDE = 0.8
"""rad that the goal may be beside the nose while it walks ahead."""
PACE = (0.4, 0.8)
"""Shares of the top speed."""
STANDS, STAND_S = 0.2, (1.0, 3.0)
"""How often it stands after it has arrived, and for how many seconds."""
SIDEWAYS = 0.2
"""How often it walks sideways or back instead of turning."""
GIVEN_UP = 30.0
"""Seconds after which another goal is drawn."""


class Wander:
    """Walks from one random place to the next."""

    def __init__(self, pitch: Pitch, top: TopSpeed, seed: int) -> None:
        self._half = (pitch.length / 2 - INSIDE, pitch.width / 2 - INSIDE)
        self._top, self._chance = top, np.random.default_rng([seed, 71])
        self._stands_until = self._draws_at = 0.0
        self._draw(0.0)

    def place(self) -> Place:
        """Any place on the field, facing any way."""
        x, y = (float(self._chance.uniform(-half, half)) for half in self._half)
        return Place(x, y, float(self._chance.uniform(-pi, pi)))

    def twist(self, t: float, true: Place) -> Twist:
        """The command of this tick."""
        ahead, left = true.seen(self._goal.x, self._goal.y)
        if hypot(ahead, left) < NEAR or t > self._draws_at:
            self._draw(t)
        if t < self._stands_until:
            return Twist()
        way = atan2(left, ahead)
        if self._crab:
            size = self._pace / max(hypot(ahead, left), 1e-9)
            return self._top.at(0.8 * size * ahead, 0.8 * size * left, 0.0)
        turn = min(max(1.2 * way, -0.8), 0.8)
        if abs(way) > ASIDE:
            return self._top.at(0.0, 0.0, self._pace * turn)
        return self._top.at(self._pace, 0.0, self._pace * turn)

    def _draw(self, t: float) -> None:
        self._goal = self.place()
        self._pace = float(self._chance.uniform(*PACE))
        self._crab = self._chance.random() < SIDEWAYS
        self._draws_at = t + GIVEN_UP
        if self._chance.random() < STANDS:
            self._stands_until = t + float(self._chance.uniform(*STAND_S))
