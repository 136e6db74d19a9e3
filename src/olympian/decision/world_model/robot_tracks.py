"""Other robots: each keeps its number while it walks, is hidden and comes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from olympian.decision.world_model.assignment import assign
from olympian.decision.world_model.drift import Drift
from olympian.decision.world_model.existence import absent, present, probability
from olympian.decision.world_model.ground_sight import GroundSight
from olympian.decision.world_model.model import Allegiance
from olympian.geometry import Vec

__all__ = ["RobotTrack", "RobotTracks"]

GATE = 13.8
"""Squared standard deviations beyond which it is another robot: one in a thousand."""
ALIKE = 0.3
"""Share of a sight that is new: the tilt of a head lasts for some pictures."""
BODY = 0.08
"""Metres by which the part that is seen lies beside the middle of a robot."""
WALKS, KEEPS_S, PUSH = 0.3, 2.0, 0.15
"""m/s of a walking robot, seconds for which it keeps its way, and m²/s² a second in speed."""
SPREAD_M = 0.9
"""Metres of standard deviation beyond which nobody knows where it is any more."""
GONE, SURE = 0.15, 0.75
"""Probabilities below which there is no robot, and from which on one is told of."""
ONE = 0.3
"""Metres within which two tracks are of one robot: two do not fit."""
MARKS = 3.0
"""Logarithm of the odds beyond which marks are believed, and are not contradicted."""


@dataclass(eq=False)
class RobotTrack:
    """One robot, in axes that do not turn with the one who sees it."""

    id: int
    x: Vec
    """(4,) place and speed."""
    P: Vec
    """(4, 4)"""
    t: float
    seen_at: float
    odds: float
    own: float = 0.0
    """Logarithm of the odds that it is of the own team."""

    @property
    def certainty(self) -> float:
        """Probability that it is there, 0 to 1."""
        return probability(self.odds)

    @property
    def allegiance(self) -> Allegiance:
        """Whose it is, by all marks that were seen."""
        if abs(self.own) < 1.0:
            return Allegiance.UNKNOWN
        return Allegiance.OWN if self.own > 0.0 else Allegiance.OPPONENT

    def at(self, t: float) -> tuple[Vec, Vec]:
        """(4,) place and speed, and their (4, 4) covariance: it may stop or turn meanwhile."""
        dt = max(t - self.t, 0.0)
        keeps = exp(-dt / KEEPS_S)
        F = np.eye(4)
        F[[0, 1], [2, 3]] = KEEPS_S * (1.0 - keeps)
        F[[2, 3], [2, 3]] = keeps
        P = F @ self.P @ F.T
        P[[0, 1], [0, 1]] += PUSH * dt**3 / 3.0 + 0.002 * dt
        P[[2, 3], [2, 3]] += PUSH * dt
        return F @ self.x, P


@dataclass(frozen=True, eq=False)
class _Spotted:
    """A sight in the axes of the tracks."""

    xy: Vec
    R: Vec
    sight: GroundSight


class RobotTracks:
    """All robots in sight and out of it; engine with `step` and `reset`.

    Args of `step` are in axes that do not turn with the robot.
    """

    def __init__(self) -> None:
        self._next = 1
        self.reset()

    def reset(self) -> None:
        """Nobody was seen; numbers are not used again."""
        self.tracks: list[RobotTrack] = []

    @property
    def known(self) -> list[RobotTrack]:
        """Those of which it is sure enough to tell."""
        return [track for track in self.tracks if track.certainty >= SURE]

    def carried(self, drift: Drift) -> None:
        """The robot that sees them has moved, and is uncertain how far."""
        for track in self.tracks:
            track.P[:2, :2] += drift.at(track.x[:2])

    def predict(self, t: float) -> None:
        """Go on to the time of a picture."""
        for track in self.tracks:
            track.x, track.P = track.at(t)
            track.t = t

    def step(
        self, t: float, places: Sequence[Vec], covariances: Sequence[Vec],
        sights: Sequence[GroundSight], detected: Sequence[float],
    ) -> None:  # fmt: skip
        """One more picture, after `predict`.

        Args:
            places, covariances: (2,) and (2, 2) of each sight.
            detected: for each track the probability that the picture shows it if it is there.
        """
        spotted = [
            _Spotted(xy, R + np.eye(2) * BODY**2, sight)
            for xy, R, sight in zip(places, covariances, sights, strict=True)
        ]
        costs = np.array([[_cost(track, one) for one in spotted] for track in self.tracks])
        found = assign(costs.reshape(len(self.tracks), len(spotted)), GATE)
        for track, column, chance in zip(self.tracks, found, detected, strict=True):
            if column >= 0:
                _take(track, spotted[column], t)
            else:
                track.odds = absent(track.odds, chance)
        for column, one in enumerate(spotted):
            if column not in found:
                self._begin(one, t)
        self._forget()

    def _begin(self, one: _Spotted, t: float) -> None:
        P = np.zeros((4, 4))
        P[:2, :2], P[2:, 2:] = one.R, np.eye(2) * WALKS**2
        x = np.array([*one.xy, 0.0, 0.0])
        odds = present(0.0, one.sight.certainty) - 1.0  # one sight alone is not told of
        track = RobotTrack(self._next, x, P, t, t, odds)
        _mark(track, one.sight)
        self._next += 1
        self.tracks.append(track)

    def _forget(self) -> None:
        """Those that are not there, that may be anywhere, or that are one with an older one."""
        kept: list[RobotTrack] = []
        for track in sorted(self.tracks, key=lambda one: one.id):
            there = track.certainty > GONE and np.trace(track.P[:2, :2]) < SPREAD_M**2
            if there and not any(_same(track, other) for other in kept):
                kept.append(track)
        self.tracks = kept


def _cost(track: RobotTrack, one: _Spotted) -> float:
    """Squared deviations; without end where marks contradict each other."""
    said = {Allegiance.OWN: 1.0, Allegiance.OPPONENT: -1.0}.get(one.sight.allegiance, 0.0)
    if said * track.own < -MARKS + 1.0:
        return np.inf
    gap = one.xy - track.x[:2]
    return float(gap @ np.linalg.solve(track.P[:2, :2] + one.R, gap))


def _take(track: RobotTrack, one: _Spotted, t: float) -> None:
    S = track.P[:2, :2] + one.R / ALIKE
    K = np.linalg.solve(S, track.P[:2]).T
    track.x = track.x + K @ (one.xy - track.x[:2])
    P = track.P - K @ track.P[:2]
    track.P = (P + P.T) / 2.0
    track.odds = present(track.odds, one.sight.certainty)
    track.seen_at = t
    _mark(track, one.sight)


def _mark(track: RobotTrack, sight: GroundSight) -> None:
    if sight.allegiance is Allegiance.UNKNOWN:
        return
    share = min(max(sight.certainty, 0.55), 0.95)
    gain = log(share / (1.0 - share))
    own = track.own + (gain if sight.allegiance is Allegiance.OWN else -gain)
    track.own = min(max(own, -MARKS), MARKS)


def _same(track: RobotTrack, other: RobotTrack) -> bool:
    if Allegiance.UNKNOWN not in (track.allegiance, other.allegiance) and (
        track.allegiance is not other.allegiance
    ):
        return False
    return bool(np.hypot(*(track.x[:2] - other.x[:2])) < ONE)
