"""A ball that rolls, is kicked, is hidden and found again: a Kalman filter with a second guess."""

from math import hypot
from typing import NamedTuple

import numpy as np

from olympian.decision.world_model.drift import Drift
from olympian.decision.world_model.existence import absent, present, probability
from olympian.decision.world_model.rolling import roll
from olympian.geometry import Vec

__all__ = ["BallSight", "RollingBallFilter"]

ALIKE = 0.3
"""Share of a sight that is new: the tilt of a head lasts for some pictures."""
GATE = 13.8
"""Squared standard deviations beyond which a sight is of something else: one in a thousand."""
SURPRISE, SURPRISES = 6.0, 3
"""Squared deviations that one sight in twenty has; so many in a row, and somebody touched it."""
TOUCHED, FASTEST = 1.0, 6.0
"""m/s by which a touch changes the speed, and m/s beyond which nobody here can kick."""
AGREE_S = 0.4
"""Seconds within which a second sight has to confirm what the first one contradicts."""
JOLTS = (0.004, 0.06)
"""m² and m²/s² by which place and speed become less certain every second: carpets are uneven, and
robots touch balls."""
FRESH = 1.5
"""m/s: standard deviation of the speed of a ball that was seen once."""
SPREAD_M = 1.5
"""Metres of standard deviation beyond which nobody knows where it is any more."""
GONE = 0.1
"""Probability below which there is no ball where it was."""
MOVES = 6.0
"""Squared deviations of its speed from zero beyond which it rolls: one in twenty by chance."""


class BallSight(NamedTuple):
    """Where a ball was seen, in axes that do not turn with the robot."""

    t: float
    xy: Vec
    covariance: Vec
    certainty: float


class RollingBallFilter:
    """Place and speed of one ball on a level floor; engine with `step` and `reset`.

    A sight that does not fit is either wrong or a kick. It is kept aside, and once those that agree
    with it count more than what is believed, the filter goes on from there.
    """

    def __init__(self, deceleration: float) -> None:
        """Args: deceleration: m/s² of the carpet."""
        self.deceleration = deceleration
        self.reset()

    def reset(self) -> None:
        """Nothing was ever seen."""
        self.x, self.P = np.zeros(4), np.eye(4)
        self.t = self.seen_at = float("nan")
        self._odds, self._sights, self._surprises = 0.0, 0, 0
        self._aside: BallSight | None = None
        self._against = 0.0
        """Logarithm of the odds for what is kept aside."""

    @property
    def known(self) -> bool:
        """Is there a ball that two sights agree on?"""
        return self._sights > 1

    @property
    def certainty(self) -> float:
        """Probability that it is there, 0 to 1."""
        return probability(self._odds) if self._sights else 0.0

    @property
    def rolls(self) -> bool:
        """Is its speed more than what sights err by?"""
        v = self.x[2:]
        return bool(v @ np.linalg.solve(self.P[2:, 2:], v) > MOVES)

    def at(self, t: float) -> tuple[Vec, Vec]:
        """(4,) x, y, vx, vy and their (4, 4) covariance at a time not before the last one."""
        dt = max(t - self.t, 0.0)
        x, F = roll(self.x, dt, self.deceleration)
        P = F @ self.P @ F.T
        place, speed = JOLTS
        P[[0, 1], [0, 1]] += place * dt + speed * dt**3 / 3.0
        P[[2, 3], [2, 3]] += speed * dt
        return x, P

    def carried(self, drift: Drift) -> None:
        """The robot has moved, and is uncertain how far."""
        self.P[:2, :2] += drift.at(self.x[:2])

    def step(self, t: float, sight: BallSight | None, detected: float) -> None:
        """One more picture.

        Args:
            sight: what it showed.
            detected: the probability that it shows a ball that is where it is believed, 0 to 1.
        """
        if self._sights:
            self.x, self.P = self.at(t)
            self.t = t
        if sight is None:
            self._miss(detected)
        elif not self._sights or not self._take(sight):
            self._miss(detected)
            self._doubt(sight)

    def _take(self, sight: BallSight) -> bool:
        """Believe a sight, if it fits."""
        gap = sight.xy - self.x[:2]
        off = float(gap @ np.linalg.solve(self.P[:2, :2] + sight.covariance, gap))
        if off > GATE:
            return False
        self._surprises = self._surprises + 1 if off > SURPRISE else 0
        if self._surprises >= SURPRISES:
            self.P[[2, 3], [2, 3]] += TOUCHED**2
            self._surprises = 0
        S = self.P[:2, :2] + sight.covariance / ALIKE
        K = np.linalg.solve(S, self.P[:2]).T
        self.x = self.x + K @ gap
        P = self.P - K @ self.P[:2]
        self.P = (P + P.T) / 2.0
        self._slow_down()
        self._odds = present(self._odds, sight.certainty)
        self._sights, self.seen_at = self._sights + 1, sight.t
        return True

    def _slow_down(self) -> None:
        """Nobody here kicks faster."""
        speed = hypot(self.x[2], self.x[3])
        if speed > FASTEST:
            self.x[2:] *= FASTEST / speed

    def _doubt(self, sight: BallSight) -> None:
        """A sight that contradicts what is believed: keep it, or follow some that agree.

        What is believed firmly, and is not missed because nobody looks there, takes more of them.
        """
        first, self._aside = self._aside, sight
        counts = ALIKE * present(0.0, sight.certainty)
        if first is None or not _agree(first, sight):
            self._against = counts
            return
        self._against += counts
        if self._sights and self._against < self._odds:
            return
        dt = sight.t - first.t
        both = first.covariance + sight.covariance
        self._begin(first, sight, (sight.xy - first.xy) / dt, both / dt**2)

    def _begin(self, first: BallSight, sight: BallSight, speed: Vec, both: Vec) -> None:
        """From two sights that agree: at the second, with as much of the speed as it tells."""
        prior = np.eye(2) * FRESH**2
        K = np.linalg.solve(prior + both, prior).T
        self.x = np.concatenate([sight.xy, K @ speed])
        self.P = np.zeros((4, 4))
        self.P[:2, :2] = sight.covariance
        self.P[2:, 2:] = prior - K @ prior
        self._slow_down()
        self._odds = present(present(0.0, first.certainty), sight.certainty)
        self._sights, self._surprises = 2, 0
        self._aside = None
        self.t = self.seen_at = sight.t

    def _miss(self, detected: float) -> None:
        if not self._sights:
            return
        self._odds = absent(self._odds, detected)
        if self.certainty < GONE or np.trace(self.P[:2, :2]) > SPREAD_M**2:
            kept = self._aside
            self.reset()
            self._aside = kept


def _agree(first: BallSight, sight: BallSight) -> bool:
    """May both be of one ball that rolls?"""
    dt = sight.t - first.t
    if not 0.0 < dt <= AGREE_S:
        return False
    err = 3.0 * float(np.sqrt(np.trace(first.covariance + sight.covariance)))
    return bool(np.hypot(*(sight.xy - first.xy)) <= FASTEST * dt + err)
