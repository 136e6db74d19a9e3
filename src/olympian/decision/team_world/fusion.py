"""What a team knows together: nobody's word counts twice, though all have heard each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from olympian.decision.localise import Certainty
from olympian.decision.team_world.shared_world import SharedBall, SharedRobot, SharedWorld
from olympian.decision.world_model import Allegiance
from olympian.decision.world_model.rolling import roll
from olympian.geometry import Place, Vec, sealed

__all__ = ["TeamMate", "TeamWorld", "fuse", "intersect"]

STALE_S = 2.5
"""Seconds after which a player's word is not counted any more: it may have been switched off."""
GATE = 9.2
"""Squared standard deviations beyond which two balls are not one: one in a hundred."""
FADES_S = 3.0
"""Seconds after which a sight of the ball counts a third."""
STIRS = 0.06
"""m²/s³ by which a ball that nobody watches becomes less certain."""
TRUST = {Certainty.SURE: 1.0, Certainty.UNSURE: 0.4, Certainty.LOST: 0.0}
"""What a ball of a player counts that knows its own place so well: one that is lost knows where its
ball lies from itself, but not on the field."""
ONE = 0.6
"""Metres within which two sights are of one robot, besides what they are uncertain by."""


@dataclass(frozen=True, eq=False)
class TeamMate:
    """A player of the own team, by its own word."""

    player: int
    place: Place
    covariance: Vec
    certainty: Certainty
    heard_at: float


@dataclass(frozen=True, eq=False)
class TeamWorld:
    """What all players together know."""

    t: float
    ball: SharedBall | None
    mates: tuple[TeamMate, ...]
    """All who were heard of lately, by their numbers."""
    opponents: tuple[SharedRobot, ...]
    """Robots that are none of the team, the surest first."""


def fuse(worlds: Sequence[SharedWorld], t: float, deceleration: float = 0.2) -> TeamWorld:
    """One world of several players'.

    Their errors are related in ways that nobody knows: they see the same ball and pass on what
    they heard. Covariance intersection is never surer than what it is made of.

    Args:
        worlds: with `t` by the clock of this robot; the last of a player counts.
        t: now, by the same clock.
        deceleration: m/s² of the carpet.
    """
    heard = _last(worlds, t)
    mates = tuple(
        TeamMate(one.player, one.place, one.covariance, one.certainty, one.t) for one in heard
    )
    balls = [_now(one, one.ball, t, deceleration) for one in heard if one.ball is not None]
    return TeamWorld(t, _ball(balls), mates, _opponents(heard, mates))


def intersect(
    means: Sequence[Vec], covariances: Sequence[Vec], trust: Sequence[float] | None = None
) -> tuple[Vec, Vec]:
    """Mean and covariance by covariance intersection: weights are as the traces say.

    Fast covariance intersection (Niehsen 2002): weights 1 / trace need no search, and the result
    is consistent whatever the correlations and the weights are.

    Args: trust: what else each of them counts, above 0; None: all the same.
    """
    weights = np.array([1.0 / np.trace(P) for P in covariances])
    weights *= 1.0 if trust is None else np.array(trust)
    weights /= weights.sum()
    inverses = [np.linalg.inv(P) for P in covariances]
    P = np.linalg.inv(sum(w * inverse for w, inverse in zip(weights, inverses, strict=True)))
    total = sum(
        w * (inverse @ mean) for w, inverse, mean in zip(weights, inverses, means, strict=True)
    )
    return P @ total, (P + P.T) / 2.0


def _last(worlds: Sequence[SharedWorld], t: float) -> list[SharedWorld]:
    """The last word of each player, by their numbers."""
    last: dict[int, SharedWorld] = {}
    for one in worlds:
        if t - one.t <= STALE_S and (one.player not in last or last[one.player].t <= one.t):
            last[one.player] = one
    return [last[player] for player in sorted(last)]


@dataclass(frozen=True, eq=False)
class _Candidate:
    ball: SharedBall
    score: float

    @property
    def xy(self) -> Vec:
        return np.array([self.ball.x, self.ball.y])


def _now(world: SharedWorld, ball: SharedBall, t: float, deceleration: float) -> _Candidate:
    """A ball as it has rolled on since it was told of."""
    dt = max(t - world.t, 0.0)
    x, F = roll(np.array([ball.x, ball.y, ball.vx, ball.vy]), dt, deceleration)
    P = np.zeros((4, 4))
    P[:2, :2], P[2:, 2:] = ball.covariance, np.eye(2) * ball.v_spread**2
    P = F @ P @ F.T
    P[[0, 1], [0, 1]] += STIRS * dt**3 / 3.0
    age = ball.age + dt
    score = ball.certainty * TRUST[world.certainty] * float(np.exp(-age / FADES_S))
    x, y, vx, vy = x.tolist()
    moved = replace(ball, x=x, y=y, vx=vx, vy=vy, covariance=sealed(P[:2, :2].copy()), age=age)
    return _Candidate(moved, score)


def _ball(found: list[_Candidate]) -> SharedBall | None:
    """The one that most is said for: of all groups that agree, the weightiest."""
    found = [one for one in found if one.score > 0.0]
    if not found:
        return None
    groups = [[other for other in found if _agree(one, other)] for one in found]
    group = max(groups, key=lambda some: (sum(one.score for one in some), -some[0].ball.seen_by))
    mean, P = intersect(
        [one.xy for one in group],
        [one.ball.covariance for one in group],
        [one.score for one in group],
    )
    best = max(group, key=lambda one: (one.score, -one.ball.seen_by)).ball
    x, y = mean.tolist()
    certainty = 1.0 - float(np.prod([1.0 - one.ball.certainty for one in group]))
    return replace(best, x=x, y=y, covariance=sealed(P), certainty=certainty)


def _agree(one: _Candidate, other: _Candidate) -> bool:
    gap = one.xy - other.xy
    both = one.ball.covariance + other.ball.covariance
    return float(gap @ np.linalg.solve(both, gap)) <= GATE


def _opponents(heard: Sequence[SharedWorld], mates: Sequence[TeamMate]) -> tuple[SharedRobot, ...]:
    """Whoever was seen and is no mate; two sights that are near each other are of one."""
    seen = [one for world in heard if TRUST[world.certainty] for one in world.robots]
    others = [one for one in seen if not _is_mate(one, mates)]
    others.sort(key=lambda one: (one.spread, -one.certainty, one.x, one.y))
    groups: list[list[SharedRobot]] = []
    for one in others:
        near = [group for group in groups if _near(group[0].x, group[0].y, one)]
        (near[0] if near else groups.append([]) or groups[-1]).append(one)
    found = [_merged(group) for group in groups]
    return tuple(sorted(found, key=lambda one: (-one.certainty, one.x, one.y)))


def _is_mate(one: SharedRobot, mates: Sequence[TeamMate]) -> bool:
    if one.allegiance is not Allegiance.UNKNOWN:
        return one.allegiance is Allegiance.OWN
    known = [mate.place for mate in mates if TRUST[mate.certainty]]
    return any(_near(place.x, place.y, one) for place in known)


def _near(x: float, y: float, one: SharedRobot) -> bool:
    return float(np.hypot(one.x - x, one.y - y)) < ONE + one.spread


def _merged(group: Sequence[SharedRobot]) -> SharedRobot:
    mean, P = intersect(
        [np.array([one.x, one.y]) for one in group],
        [np.eye(2) * one.spread**2 for one in group],
    )
    known = [one.allegiance for one in group if one.allegiance is not Allegiance.UNKNOWN]
    x, y = mean.tolist()
    certainty = max(one.certainty for one in group)
    return SharedRobot(
        x, y, float(np.sqrt(P[0, 0])), known[0] if known else Allegiance.UNKNOWN, certainty
    )
