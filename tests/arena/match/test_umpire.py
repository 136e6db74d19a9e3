"""The rules of the referee on made-up courses of ball and robots: nothing is simulated."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

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
from olympian.arena.match.rules.out import ball_out
from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.arena.match.rules.rules import MatchRules
from olympian.arena.match.rules.sides import Sides
from olympian.arena.match.rules.umpire import Umpire
from olympian.team import Penalty, PlayState, SetPlay
from olympian.world import MODERN

R = 0.07
DT = 0.1
RULES = MatchRules(half_s=100.0, ready_s=20.0)
ATTACKER, KEEPER = PlayerTruth(1, 2, -1.2, 0.0, 0.0), PlayerTruth(2, 1, 4.2, 0.0, 3.14)
Call = TypeVar("Call")
Course = Callable[[float], tuple[float, float]]


class Game:
    """Drives an umpire; robots and ball are where a test puts them."""

    def __init__(self, rules: MatchRules = RULES, *players: PlayerTruth) -> None:
        self.umpire = Umpire(MODERN, rules, R)
        self.players = list(players or (ATTACKER, KEEPER))
        self.ball, self.t, self.held = (0.0, 0.0), 0.0, False
        self.calls: list[RefereeCall] = []

    def run(self, seconds: float, ball: Course | None = None) -> list[RefereeCall]:
        """What is called meanwhile."""
        calls: list[RefereeCall] = []
        begin = self.t
        while self.t < begin + seconds - 1e-9:
            self.t += DT
            self.ball = self.ball if ball is None else ball(self.t - begin)
            truth = PitchTruth(self.t, self.ball, tuple(self.players), self.held)
            calls += self.umpire.step(truth)
        self.calls += calls
        return calls

    def until(self, state: PlayState) -> "Game":
        while self.umpire.state is not state:
            self.run(DT)
            assert self.t < 200.0, f"{state} never comes"
        return self

    def change(self, index: int, **what: Any) -> None:
        self.players[index] = replace(self.players[index], **what)


def playing(rules: MatchRules = RULES, *players: PlayerTruth) -> Game:
    """After the kick-off time: the ball is free."""
    game = Game(rules, *players).until(PlayState.PLAYING)
    game.run(rules.kick_off_s + 1.0, lambda t: (0.01 * t, 0.0))
    return game


def of(calls: list[RefereeCall], kind: type[Call]) -> list[Call]:
    return [one for one in calls if isinstance(one, kind)]


def test_a_match_begins_with_ready_set_and_the_kick_off_of_the_first_team() -> None:
    game = Game()
    game.until(PlayState.PLAYING)
    assert [(one.state, one.team) for one in of(game.calls, StateCall)] == [
        (PlayState.READY, 1), (PlayState.SET, 1), (PlayState.PLAYING, 1),
    ]  # fmt: skip
    assert of(game.calls, BallCall) == [BallCall(0.0, 0.0)]
    assert game.t < RULES.initial_s + RULES.ready_s, "all stood where they may"


def test_ready_lasts_as_long_as_somebody_walks() -> None:
    game = Game().until(PlayState.READY)
    game.change(0, speed=(0.2, 0.0))
    game.run(RULES.ready_s - 1.0)
    assert game.umpire.state is PlayState.READY
    game.run(1.5)
    assert game.umpire.state is PlayState.SET


@pytest.mark.parametrize(
    ("where", "legal"),
    [
        (PlayerTruth(1, 2, -0.5, 0.0, 0.0), True),
        (PlayerTruth(1, 2, 0.3, 0.0, 0.0), True),  # who kicks off may stand round the ball
        (PlayerTruth(1, 2, 1.0, 0.0, 0.0), False),
        (PlayerTruth(1, 2, -1.0, 3.4, 0.0), False),
        (PlayerTruth(2, 2, 0.4, 0.0, 0.0), False),
        (PlayerTruth(2, 2, 1.2, 0.0, 0.0), True),
        (PlayerTruth(2, 2, -1.2, 0.0, 0.0), False),
    ],
)
def test_who_stands_in_the_wrong_place_at_kick_off_is_taken_out(
    where: PlayerTruth, legal: bool
) -> None:
    game = Game(RULES, where)
    game.until(PlayState.SET)
    out = [(one.penalty, one.seconds) for one in of(game.calls, PenaltyCall)]
    assert out == ([] if legal else [(Penalty.ILLEGAL_POSITION, RULES.penalty_s)])


def test_who_moves_in_set_is_taken_out_but_may_finish_its_step_first() -> None:
    game = Game().until(PlayState.SET)
    game.run(RULES.halting_s / 2)
    game.change(0, x=-0.8)
    assert not of(game.run(RULES.halting_s / 2 + 0.3), PenaltyCall)
    game.change(0, x=-0.4)
    assert [one.penalty for one in of(game.run(1.0), PenaltyCall)] == [Penalty.MOTION_IN_SET]


def test_before_the_kick_the_others_may_not_have_the_ball_and_after_it_they_may() -> None:
    game = Game().until(PlayState.PLAYING)
    game.change(1, touches=True)
    assert [one.penalty for one in of(game.run(DT), PenaltyCall)] == [Penalty.ILLEGAL_POSITION]
    kicked = Game().until(PlayState.PLAYING)
    kicked.run(0.5, lambda t: (t, 0.0))
    kicked.change(1, touches=True)
    assert not of(kicked.run(DT), PenaltyCall)


def test_a_goal_counts_and_the_others_kick_off() -> None:
    game = playing()
    game.change(0, touches=True)
    game.run(DT)
    game.change(0, touches=False)
    calls = game.run(3.0, lambda t: (3.5 + t, 0.5))
    assert of(calls, GoalCall) == [GoalCall(1, (1, 2))]
    assert not GoalCall(1, (1, 2)).own
    assert [(one.state, one.team) for one in of(calls, StateCall)] == [(PlayState.READY, 2)]
    assert of(calls, BallCall) == [BallCall(0.0, 0.0)]


def test_who_plays_the_ball_into_its_own_goal_scores_for_the_others() -> None:
    game = playing()
    game.change(1, touches=True)
    game.run(DT)
    (goal,) = of(game.run(3.0, lambda t: (3.5 + t, -0.5)), GoalCall)
    assert (goal.team, goal.own) == (1, True)


@pytest.mark.parametrize(
    ("before", "now", "last", "play", "team", "spot"),
    [
        ((1.0, 3.0), (1.0, 3.1), 1, SetPlay.THROW_IN, 2, (1.0, 3.0)),
        ((1.0, -3.0), (1.2, -3.1), 2, SetPlay.THROW_IN, 1, (1.14, -3.0)),
        ((4.5, 2.0), (4.6, 2.0), 1, SetPlay.GOAL_KICK, 2, (3.5, 1.5)),
        ((4.5, 2.0), (4.6, 2.0), 2, SetPlay.CORNER_KICK, 1, (4.5, 3.0)),
        ((-4.5, -2.0), (-4.6, -2.0), 1, SetPlay.CORNER_KICK, 2, (-4.5, -3.0)),
        ((4.5, 1.2), (4.6, 1.2), 1, None, 1, (0.0, 0.0)),
        ((4.5, 1.0), (4.7, 1.8), 2, SetPlay.CORNER_KICK, 1, (4.5, 3.0)),
        ((4.4, 0.0), (4.56, 0.0), 1, "in", 0, (0.0, 0.0)),  # not the whole ball
    ],
)
def test_a_ball_over_a_line(before, now, last, play, team, spot) -> None:
    found = ball_out(before, now, R, last, Sides(MODERN))
    if play == "in":
        assert found is None
        return
    assert found is not None
    assert (found.play, found.team) == (play, team)
    assert found.spot == pytest.approx(spot, abs=0.03)


def test_in_the_second_half_the_goals_are_the_others() -> None:
    found = ball_out((4.5, 0.0), (4.6, 0.0), R, 1, Sides(MODERN, first_half=False))
    assert found is not None
    assert (found.play, found.team) == (None, 2)


def test_a_kick_in_ends_with_the_kick_or_with_its_time() -> None:
    game = playing()
    game.change(0, touches=True)
    game.run(DT)
    game.change(0, touches=False)
    calls = game.run(0.6, lambda t: (0.0, 2.5 + t))
    assert of(calls, AwardCall) == [AwardCall(SetPlay.THROW_IN, 2, RULES.set_play_s)]
    assert of(calls, BallCall) == [BallCall(0.0, 3.0)]
    game.held = True
    assert not game.run(2.0, lambda _: (0.0, 3.5)), "the referee has it in his hand"
    game.held = False
    assert not game.run(5.0, lambda _: (0.0, 3.0))
    assert game.run(DT, lambda _: (0.1, 2.9)) == [AwardCall(SetPlay.NONE, None)]
    late = playing()
    late.run(0.6, lambda t: (0.0, 2.5 + t))
    calls = late.run(RULES.set_play_s + 0.5, lambda _: (0.0, 3.0))
    assert calls == [AwardCall(SetPlay.NONE, None)]


def test_who_lies_too_long_is_taken_out_and_comes_back_when_nobody_carries_it() -> None:
    game = playing()
    game.change(0, fallen=True)
    assert not of(game.run(RULES.fallen_s - 1.0, lambda t: (t / 10, 0.0)), PenaltyCall)
    (call,) = of(game.run(2.0), PenaltyCall)
    assert call == PenaltyCall(1, 2, Penalty.INCAPABLE, RULES.penalty_s)
    game.change(0, held=True)
    assert not of(game.run(RULES.penalty_s + 1.0, lambda t: (t / 10, 0.0)), ReturnCall)
    game.change(0, held=False)
    assert game.run(DT) == [ReturnCall(1, 2)], "and is not taken out at once again"
    assert not of(game.run(RULES.fallen_s - 1.0, lambda t: (t / 10, 0.0)), PenaltyCall), (
        "it was laid down"
    )


def test_who_gets_up_in_time_stays() -> None:
    game = playing()
    for _ in range(3):
        game.change(0, fallen=True)
        game.run(RULES.fallen_s - 2.0, lambda t: (t / 10, 0.0))
        game.change(0, fallen=False)
        game.run(1.0)
    assert not of(game.calls, PenaltyCall)


def test_who_holds_the_ball_is_taken_out_and_who_dribbles_is_not() -> None:
    game = playing()
    game.change(0, touches=True)
    (call,) = of(game.run(RULES.holding_s + 1.0), PenaltyCall)
    assert call == PenaltyCall(1, 2, Penalty.BALL_HOLDING, RULES.penalty_s)
    dribbler = playing()
    for _ in range(20):
        dribbler.change(0, touches=True)
        dribbler.run(0.2)
        dribbler.change(0, touches=False)
        dribbler.run(0.8, lambda t: (0.3 + t, 0.0))
    assert not of(dribbler.calls, PenaltyCall)


def test_who_pushes_away_from_the_ball_is_taken_out_and_not_who_is_pushed() -> None:
    one = PlayerTruth(1, 2, -1.0, 1.0, 0.0, pushes=((2, 2),), speed=(0.1, 0.0))
    other = PlayerTruth(2, 2, -0.8, 1.0, 0.0, pushes=((1, 2),))
    game = playing(RULES, replace(ATTACKER, number=3), KEEPER)
    game.players = [one, other]
    assert [str(call) for call in of(game.run(RULES.pushing_s + 0.5), PenaltyCall)] == [
        "player 1/2 out for 30 s: pushing"
    ]
    fight = playing(RULES, replace(ATTACKER, number=3), KEEPER)
    fight.players = [replace(one, y=0.1), replace(other, y=0.1)]
    assert not of(fight.run(RULES.pushing_s + 0.5, lambda _: (-0.9, 0.0)), PenaltyCall)


def test_a_ball_that_nobody_moves_is_dropped() -> None:
    game = playing()
    calls = game.run(RULES.stuck_s + 2.0, lambda _: (1.0, 1.0))
    (state,) = of(calls, StateCall)
    assert (state.state, state.team) == (PlayState.READY, None)
    rolls = playing()
    assert not of(rolls.run(2 * RULES.stuck_s, lambda t: (0.02 * t, 0.0)), StateCall)


def test_halves_end_sides_are_swapped_and_all_are_free_again() -> None:
    game = playing(replace(RULES, halves=2, half_s=60.0))
    game.change(0, fallen=True)
    game.run(RULES.fallen_s + 1.0, lambda t: (t / 10, 0.0))
    game.until(PlayState.FINISHED)
    assert not game.umpire.over
    calls = game.run(RULES.break_s + 1.0)
    assert of(calls, ReturnCall) == [ReturnCall(1, 2)]
    assert of(calls, HalfCall) == [HalfCall(False)]
    game.change(0, x=1.2, fallen=False, held=True)
    game.change(1, x=-4.2)
    game.run(2 * RULES.break_s)
    assert game.umpire.state is PlayState.INITIAL, "somebody is carried still"
    game.change(0, held=False)
    game.until(PlayState.PLAYING)
    assert [one.team for one in of(game.calls, StateCall)][-1] == 2
    game.run(1.0, lambda t: (t, 0.0))
    goal = game.run(2.0, lambda t: (3.5 + t, 0.0))
    assert of(goal, GoalCall) == [GoalCall(2, None)]
    game.until(PlayState.READY)
    game.players = [replace(ATTACKER, x=1.2), replace(KEEPER, x=-4.2)]
    game.ball = (0.0, 0.0)
    while not game.umpire.over:
        game.run(1.0, lambda t: (t / 10, 0.0))
        assert game.t < 400.0
    assert game.umpire.state is PlayState.FINISHED
