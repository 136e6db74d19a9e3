"""The rules of a challenge as an engine: when it begins, and what is a success."""

from dataclasses import dataclass

from olympian.arena.match.rules.calls import AwardCall, GoalCall, RefereeCall, StateCall
from olympian.arena.match.rules.out import ball_out
from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.arena.match.rules.sides import Sides
from olympian.team import PlayState, SetPlay
from olympian.world import Ball, Pitch

__all__ = ["ChallengeAim", "ChallengeUmpire"]

INITIAL_S, SET_S = 1.0, 3.0
PLAYER = 1
"""The team that is tried."""


@dataclass(frozen=True)
class ChallengeAim:
    """What has to be reached."""

    kind: str
    """penalty, dribble, keeper or pass."""
    seconds: float
    gates: tuple[float, ...] = ()
    """x of each, in their order."""
    gate_half: float = 0.0
    players: int = 1


class ChallengeUmpire:
    """Set, play, and an end; engine with `step`."""

    def __init__(
        self, pitch: Pitch, ball: Ball, aim: ChallengeAim, shot: tuple[float, float] | None = None
    ) -> None:
        """Args: shot: m/s that the ball gets when play begins; it is for who looks to give it."""
        self.sides, self._radius, self._aim = Sides(pitch), ball.radius, aim
        self.shot, self.state, self.over = shot, PlayState.INITIAL, False
        self.out: frozenset[tuple[int, int]] = frozenset()
        self.success, self.why, self.seconds = False, "", 0.0
        self._began, self._passed = 0.0, 0
        self._touched: list[tuple[int, int]] = []
        self._before = ball.at

    def step(self, truth: PitchTruth) -> list[RefereeCall]:
        """What is called at this tick."""
        calls: list[RefereeCall] = []
        if self.state is PlayState.INITIAL and truth.t >= INITIAL_S:
            self.state = PlayState.SET
            calls += [StateCall(PlayState.SET, PLAYER, SET_S)]
            if self._aim.kind == "penalty":
                calls.append(AwardCall(SetPlay.PENALTY_KICK, PLAYER))
        elif self.state is PlayState.SET and truth.t >= INITIAL_S + SET_S:
            self.state, self._began = PlayState.PLAYING, truth.t
            calls += [StateCall(PlayState.PLAYING, PLAYER)]
        elif self.state is PlayState.PLAYING:
            calls += self._play(truth)
        self._before = truth.ball
        return calls

    def _play(self, truth: PitchTruth) -> list[RefereeCall]:
        for one in truth.touching:
            if not self._touched or self._touched[-1] != one.who:
                self._touched.append(one.who)
        self._through(truth)
        last = self._touched[-1] if self._touched else None
        found = ball_out(
            self._before, truth.ball, self._radius, None if last is None else PLAYER, self.sides
        )
        if found is not None and found.play is None:
            goal = GoalCall(found.team, last)
            return [goal, self._end(truth, *self._judge_goal(found.team))]
        if found is not None:
            return [self._end(truth, self._aim.kind == "keeper", "the ball is out")]
        if self._aim.gates and self._passed == len(self._aim.gates):
            return [self._end(truth, True, "through all gates")]
        if truth.t - self._began > self._aim.seconds:
            return [self._end(truth, self._aim.kind == "keeper", "time is over")]
        return []

    def _judge_goal(self, team: int) -> tuple[bool, str]:
        if team != PLAYER or self._aim.kind == "keeper":
            return False, "goal of the others"
        if self._aim.gates:
            return False, "past a gate"
        who = set(self._touched)
        if self._aim.kind == "pass" and (len(who) < self._aim.players or len(self._touched) < 2):
            return False, "goal without a pass"
        return True, "goal"

    def _through(self, truth: PitchTruth) -> None:
        """Has the ball passed the next gate?"""
        gates = self._aim.gates
        if self._passed < len(gates):
            gate, (x, y) = gates[self._passed], truth.ball
            if self._before[0] < gate <= x and abs(y) < self._aim.gate_half:
                self._passed += 1

    def _end(self, truth: PitchTruth, success: bool, why: str) -> StateCall:
        self.success, self.why, self.over = success, why, True
        self.seconds = truth.t - self._began
        self.state = PlayState.FINISHED
        return StateCall(PlayState.FINISHED, None, 0.0, why)
