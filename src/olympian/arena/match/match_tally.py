"""Counts what happens in a match: contacts, falls, possession, and who stands for how long."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot

from olympian.arena.match.match_result import PlayerResult
from olympian.arena.match.rules.calls import GoalCall, PenaltyCall, RefereeCall
from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.team import TeamRole

__all__ = ["MatchTally"]

APART_S = 0.5
"""Seconds without a touch after which the next one counts anew."""
SPOT = 0.15
"""Metres round a place within which a robot stands."""
TURN = 0.4
"""rad by which it turns at most then."""
STEP = 0.05
"""Metres from which a way is measured: sway is none."""


@dataclass
class _Count:
    contacts: int = 0
    touched_at: float = -1e9
    falls: int = 0
    recoveries: int = 0
    down: bool = False
    carried: bool = False
    penalties: int = 0
    walked: float = 0.0
    at: tuple[float, float] | None = None
    spot: tuple[float, float, float] | None = None
    since: float = 0.0
    stood: float = 0.0
    stood_for: str = ""
    idle_since: float = 0.0
    stuck: float = 0.0


class MatchTally:
    """Engine with `step`."""

    def __init__(self, who: tuple[tuple[int, int], ...]) -> None:
        self._counts = {one: _Count() for one in who}
        self.goals, self.own_goals = [0, 0], [0, 0]
        self._held = [0.0, 0.0]
        self._last: int | None = None
        self._now = 0.0
        self.played = 0.0
        self._touched = 0.0
        """Seconds of play at the last touch."""
        self.untouched = 0.0

    def step(
        self,
        truth: PitchTruth,
        calls: list[RefereeCall],
        playing: bool,
        out: Callable[[tuple[int, int]], bool],
        what: list[tuple[str, str]],
    ) -> None:
        """One tick.

        Args:
            playing: is the ball in the game?
            out: is this player taken out?
            what: role and doing of each player; empty where it does not say.
        """
        dt, self._now = truth.t - self._now, truth.t
        self._hear(calls)
        if playing:
            self._play(truth, dt)
        for one, (role, why) in zip(truth.players, what, strict=True):
            count = self._counts[one.who]
            self._fall(count, one, out(one.who))
            self._walk(count, one)
            able = playing and not one.fallen and not out(one.who) and not one.held
            self._stand(count, one, able, why, role == TeamRole.ATTACKER)

    @property
    def possession(self) -> tuple[float, float]:
        """Shares of both teams."""
        both = sum(self._held)
        return (self._held[0] / both, self._held[1] / both) if both else (0.0, 0.0)

    @property
    def players(self) -> tuple[PlayerResult, ...]:
        """All of them."""
        return tuple(
            PlayerResult(
                *who, one.contacts, one.falls, one.recoveries, one.penalties,
                round(one.walked, 2), round(one.stood, 2), one.stood_for, round(one.stuck, 2),
            )
            for who, one in self._counts.items()
        )  # fmt: skip

    def _hear(self, calls: list[RefereeCall]) -> None:
        for call in calls:
            if isinstance(call, GoalCall):
                self.goals[call.team - 1] += 1
                self.own_goals[call.team - 1] += call.own
                self._last = None
            elif isinstance(call, PenaltyCall):
                self._counts[call.team, call.number].penalties += 1

    def _play(self, truth: PitchTruth, dt: float) -> None:
        self.played += dt
        if self._last is not None:
            self._held[self._last - 1] += dt
        for one in truth.touching:
            count = self._counts[one.who]
            count.contacts += truth.t - count.touched_at > APART_S
            count.touched_at = truth.t
            self._last, self._touched = one.team, self.played
        self.untouched = max(self.untouched, self.played - self._touched)

    def _fall(self, count: _Count, one: PlayerTruth, out: bool) -> None:
        count.carried |= one.held or out
        if one.fallen and not count.down and not one.held:
            count.falls += 1
            count.carried = out
        if count.down and not one.fallen and not count.carried:
            count.recoveries += 1
        count.down = one.fallen

    def _walk(self, count: _Count, one: PlayerTruth) -> None:
        if count.at is None or one.held:
            count.at = (one.x, one.y)
        elif (way := one.distance(*count.at)) > STEP:
            count.walked, count.at = count.walked + way, (one.x, one.y)

    def _stand(self, count: _Count, one: PlayerTruth, able: bool, why: str, goes: bool) -> None:
        spot = count.spot
        turned = 0.0 if spot is None else abs((one.yaw - spot[2] + 3.1416) % 6.2832 - 3.1416)
        if (
            spot is None
            or not able
            or hypot(one.x - spot[0], one.y - spot[1]) > SPOT
            or turned > TURN
        ):
            count.spot, count.since = (one.x, one.y, one.yaw), self._now
        if (why and not goes) or count.since == self._now:
            count.idle_since = self._now
        if self._now - count.since > count.stood:
            count.stood, count.stood_for = self._now - count.since, why
        count.stuck = max(count.stuck, self._now - count.idle_since)
