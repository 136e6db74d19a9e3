"""Who has to be taken out: lying too long, holding the ball, pushing, standing where nobody may."""

from collections.abc import Hashable
from dataclasses import dataclass

from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.arena.match.rules.rules import MatchRules
from olympian.arena.match.rules.sides import Sides
from olympian.team import Penalty

__all__ = ["Foul", "FoulWatch", "Lasting", "illegal_places"]

AWAY = 0.5
"""Metres from the ball within which two robots may fight for it."""
FORCE = 0.02
"""m/s by which the one that pushes is faster towards the other."""
GRACE = 0.4
"""Seconds of interruption that do not count: who holds a ball lets go of it now and then."""


@dataclass(frozen=True)
class Foul:
    """A player and what it is taken out for."""

    who: tuple[int, int]
    penalty: Penalty


class Lasting:
    """For how many seconds conditions have held, by any key; short gaps do not count."""

    def __init__(self, grace: float = 0.0) -> None:
        self._grace = grace
        self._since: dict[Hashable, tuple[float, float]] = {}

    def step(self, key: Hashable, holds: bool, t: float) -> float:
        """Seconds until now."""
        first, last = self._since.get(key, (t, t))
        if holds:
            self._since[key] = (first, t)
            return t - first
        if t - last > self._grace:
            self._since.pop(key, None)
            return 0.0
        return last - first

    def forget(self, key: Hashable) -> None:
        """This one has not held."""
        self._since.pop(key, None)

    def clear(self) -> None:
        """Nothing has held."""
        self._since.clear()


class FoulWatch:
    """Counts how long players do what they may not; engine with `step` and `reset`."""

    def __init__(self, rules: MatchRules) -> None:
        self._rules = rules
        self.reset()

    def reset(self) -> None:
        """A new beginning: nobody has done anything."""
        self._fallen, self._pushing = Lasting(), Lasting(GRACE)
        self._holding = Lasting(GRACE)
        self._stood: dict[tuple[int, int], tuple[float, float]] = {}

    def step(self, truth: PitchTruth, players: tuple[PlayerTruth, ...], ball: bool) -> list[Foul]:
        """Fouls that are complete now.

        Args:
            players: those who play.
            ball: is it in the game?
        """
        t, rules = truth.t, self._rules
        fouls = []
        for one in players:
            if self._fallen.step(one.who, one.fallen, t) > rules.fallen_s:
                fouls.append(Foul(one.who, Penalty.INCAPABLE))
            elif self._holding.step(one.who, ball and one.touches, t) > rules.holding_s:
                fouls.append(Foul(one.who, Penalty.BALL_HOLDING))
            elif self._pushing.step(one.who, ball and _pushes(one, truth), t) > rules.pushing_s:
                fouls.append(Foul(one.who, Penalty.PUSHING))
        return fouls

    def forgive(self, who: tuple[int, int]) -> None:
        """It comes back: what was before does not count any more."""
        for one in (self._fallen, self._holding, self._pushing):
            one.forget(who)

    def stand(self, players: tuple[PlayerTruth, ...]) -> None:
        """From here nobody may move."""
        self._stood = {one.who: (one.x, one.y) for one in players}

    def moved(self, players: tuple[PlayerTruth, ...]) -> list[Foul]:
        """Who has moved since then, falls excepted."""
        return [
            Foul(one.who, Penalty.MOTION_IN_SET)
            for one in players
            if not one.fallen
            and one.who in self._stood
            and one.distance(*self._stood[one.who]) > self._rules.wandered
        ]


def illegal_places(players: tuple[PlayerTruth, ...], sides: Sides, kicks: int | None) -> list[Foul]:
    """Who may not stand where it stands when the ball is kicked off. Args: kicks: the team."""
    return [
        Foul(one.who, Penalty.ILLEGAL_POSITION) for one in players if not sides.legal(one, kicks)
    ]


def _pushes(one: PlayerTruth, truth: PitchTruth) -> bool:
    """Is it the one that walks against a robot of the other team, away from the ball?"""
    if one.fallen or one.distance(*truth.ball) < AWAY:
        return False
    others = {other.who: other for other in truth.players}
    for who in one.pushes:
        other = others[who]
        if other.team == one.team or other.fallen:
            continue
        dx, dy = other.x - one.x, other.y - one.y
        far = max((dx * dx + dy * dy) ** 0.5, 1e-6)
        own = (one.speed[0] * dx + one.speed[1] * dy) / far
        against = -(other.speed[0] * dx + other.speed[1] * dy) / far
        if own > against + FORCE:
            return True
    return False
