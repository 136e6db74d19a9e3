"""The rules as an engine: sees where all is, and says what is called. It touches nothing."""

from collections import deque
from collections.abc import Sequence
from math import hypot

from olympian.arena.match.rules.calls import (
    AwardCall,
    BallCall,
    GoalCall,
    HalfCall,
    PenaltyCall,
    RefereeCall,
    ReturnCall,
    StateCall,
)
from olympian.arena.match.rules.fouls import Foul, FoulWatch, Lasting, illegal_places
from olympian.arena.match.rules.out import BallOut, ball_out
from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.arena.match.rules.restart import BallRestart
from olympian.arena.match.rules.rules import MatchRules
from olympian.arena.match.rules.sides import Sides, other_team
from olympian.team import PlayState, SetPlay
from olympian.world import Pitch

__all__ = ["Umpire"]

CENTRE = (0.0, 0.0)
SOONEST_S = 5.0
"""Of being ready: robots have to hear it and to begin to walk."""
STILL = 0.05
"""m/s below which a robot stands."""
PROBED_S = 1.0
"""Seconds between two looks at whether the ball has moved."""


class Umpire:
    """Leads a match; engine with `step`. The first team kicks off and attacks towards +x."""

    def __init__(self, pitch: Pitch, rules: MatchRules, radius: float) -> None:
        """Args: radius: of the ball."""
        self.rules, self._radius = rules, radius
        self.sides = Sides(pitch)
        self.state = PlayState.INITIAL
        self.played = 0.0
        """Seconds of play in this half."""
        self.kicks: int | None = 1
        """The team that has the next kick-off; None: the ball is dropped."""
        self.restart: BallRestart | None = None
        self.last: tuple[int, int] | None = None
        """Who touched the ball last, by team and number."""
        self.over = False
        self._until = rules.initial_s
        self._now = self._began = 0.0
        self._before = CENTRE
        self._fouls, self._settled = FoulWatch(rules), Lasting()
        self._marked = False
        """Is it known where each robot has to stand?"""
        self._out: dict[tuple[int, int], float] = {}
        """When those who are out may come back."""
        self._probes: deque[tuple[float, tuple[float, float]]] = deque()

    @property
    def out(self) -> frozenset[tuple[int, int]]:
        """Who is taken out."""
        return frozenset(self._out)

    def step(self, truth: PitchTruth) -> list[RefereeCall]:
        """What is called at this tick."""
        dt, self._now = truth.t - self._now, truth.t
        calls: list[RefereeCall] = [*self._returning(truth)]
        playing = tuple(one for one in truth.players if one.who not in self._out)
        if self.state is PlayState.INITIAL:
            carried = any(one.held for one in truth.players)
            calls += self._ready("") if truth.t >= self._until and not carried else []
        elif self.state is PlayState.READY:
            calls += self._while_ready(truth, playing)
        elif self.state is PlayState.SET:
            calls += self._while_set(truth, playing)
        elif self.state is PlayState.PLAYING:
            self.played += dt
            calls += self._while_playing(truth, playing)
        elif self.state is PlayState.FINISHED and not self.over and truth.t >= self._until:
            calls += self._second_half()
        self._before = truth.ball
        return calls

    def _while_ready(self, truth: PitchTruth, playing: Sequence[PlayerTruth]) -> list[RefereeCall]:
        stand = all(
            hypot(*one.speed) < STILL and self.sides.legal(one, self.kicks) and not one.fallen
            for one in playing
        )
        settled = self._settled.step("all", stand and not truth.ball_held, truth.t)
        soon = truth.t - self._began > SOONEST_S and settled > self.rules.settled_s
        lying = self._fouls.step(truth, tuple(playing), ball=False)
        calls = self._penalise(lying, truth)
        if not truth.ball_held and (truth.t >= self._until or soon):
            calls.append(self._become(PlayState.SET, self.rules.set_s))
            fouls = illegal_places(self._in(playing), self.sides, self.kicks)
            calls += self._penalise(fouls, truth)
            self._marked = False
        return calls

    def _while_set(self, truth: PitchTruth, playing: Sequence[PlayerTruth]) -> list[RefereeCall]:
        calls: list[RefereeCall] = []
        if self._marked:
            calls += self._penalise(self._fouls.moved(tuple(playing)), truth)
        elif truth.t > self._until - self.rules.set_s + self.rules.halting_s:
            self._marked = True
            self._fouls.stand(self._in(playing))
        if truth.t < self._until:
            return calls
        calls.append(self._become(PlayState.PLAYING))
        self._fouls.reset()
        self.restart = None
        if self.kicks is not None:
            until = truth.t + self.rules.kick_off_s
            self.restart = BallRestart(SetPlay.NONE, self.kicks, truth.ball, until)
        return calls

    def _while_playing(
        self, truth: PitchTruth, playing: Sequence[PlayerTruth]
    ) -> list[RefereeCall]:
        calls = self._free(truth)
        for one in truth.touching:
            self.last = one.who
        fouls = self._fouls.step(truth, tuple(playing), ball=not truth.ball_held)
        if self.restart is not None:
            fouls += self.restart.fouls(truth)
        calls += self._penalise(fouls, truth)
        if not truth.ball_held:
            last = None if self.last is None else self.last[0]
            found = ball_out(self._before, truth.ball, self._radius, last, self.sides)
            if found is not None:
                calls += self._went_out(found, truth.t)
            elif self._is_stuck(truth):
                self.kicks = None
                calls += self._ready("dropped ball: nothing moves")
        if self.played >= self.rules.half_s:
            calls += self._end_half()
        return calls

    def _free(self, truth: PitchTruth) -> list[RefereeCall]:
        """The end of a kick-off or a set play."""
        if self.restart is None or not self.restart.over(truth, self.rules):
            return []
        announced = self.restart.play is not SetPlay.NONE
        self.restart = None
        self._probes.clear()
        return [AwardCall(SetPlay.NONE, None)] if announced else []

    def _went_out(self, found: BallOut, t: float) -> list[RefereeCall]:
        if found.play is None:
            self.kicks = other_team(found.team)
            return [GoalCall(found.team, self.last), *self._ready("goal")]
        seconds = self.rules.set_play_s
        self.restart = BallRestart(found.play, found.team, found.spot, t + seconds)
        self._probes.clear()
        return [AwardCall(found.play, found.team, seconds), BallCall(*found.spot)]

    def _is_stuck(self, truth: PitchTruth) -> bool:
        """Has the ball stayed where it was for too long, though it is free?"""
        if self.restart is not None:
            return False
        t, probes = truth.t, self._probes
        if not probes or t - probes[-1][0] >= PROBED_S:
            probes.append((t, truth.ball))
        while probes and t - probes[0][0] > self.rules.stuck_s + PROBED_S:
            probes.popleft()
        if t - probes[0][0] < self.rules.stuck_s:
            return False
        x, y = truth.ball
        return all(hypot(x - a, y - b) < self.rules.stirred for _, (a, b) in probes)

    def _ready(self, why: str) -> list[RefereeCall]:
        """All to their places, and the ball on the centre spot."""
        self._began, self._until = self._now, self._now + self.rules.ready_s
        self.restart, self.last = None, None
        self._settled.clear()
        self._probes.clear()
        self.state = PlayState.READY
        return [StateCall(PlayState.READY, self.kicks, self.rules.ready_s, why), BallCall(*CENTRE)]

    def _become(self, state: PlayState, seconds: float = 0.0, why: str = "") -> StateCall:
        self.state, self._until = state, self._now + seconds
        return StateCall(state, self.kicks, seconds, why)

    def _end_half(self) -> list[RefereeCall]:
        first = self.sides.first_half and self.rules.halves == 2
        self.over = not first
        self.restart = None
        why = "half time" if first else "end of the match"
        return [self._become(PlayState.FINISHED, self.rules.break_s, why)]

    def _second_half(self) -> list[RefereeCall]:
        self.sides = Sides(self.sides.pitch, first_half=False)
        self.played, self.kicks = 0.0, 2
        back: list[RefereeCall] = [ReturnCall(*who) for who in self._out]
        self._out.clear()
        self._fouls.reset()
        waits = self._become(PlayState.INITIAL, self.rules.break_s)
        return [*back, HalfCall(False), waits]

    def _penalise(self, fouls: Sequence[Foul], truth: PitchTruth) -> list[RefereeCall]:
        calls: list[RefereeCall] = []
        for foul in fouls:
            if foul.who not in self._out:
                self._out[foul.who] = truth.t + self.rules.penalty_s
                calls.append(PenaltyCall(*foul.who, foul.penalty, self.rules.penalty_s))
        return calls

    def _returning(self, truth: PitchTruth) -> list[RefereeCall]:
        """Those whose time is over come back, once nobody carries them any more."""
        held = {one.who for one in truth.players if one.held}
        back = [who for who, until in self._out.items() if truth.t >= until and who not in held]
        if self.state is PlayState.SET:
            return []  # nobody comes in while all have to stand
        for who in back:
            del self._out[who]
            self._fouls.forgive(who)
        return [ReturnCall(*who) for who in back]

    def _in(self, playing: Sequence[PlayerTruth]) -> tuple[PlayerTruth, ...]:
        return tuple(one for one in playing if one.who not in self._out)
