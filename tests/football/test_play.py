"""Behaviours and roles on a body that notes what it is told, with a ball where the test puts it."""

from collections.abc import Callable
from dataclasses import replace
from math import sin
from typing import Any

import numpy as np
import pytest

from drills.football.players import ball_at, player_view
from olympian.decision.csbp import ScenarioPlanner
from olympian.decision.navigate import Goal
from olympian.decision.world_model import SearchChart, TrackedBall
from olympian.errors import OlympianError
from olympian.football import FootballPlayer, Kit
from olympian.football.ball_skills import align, dribble, kick_ball, throw_in
from olympian.football.body import Attention
from olympian.football.goalkeeping import block, coming, dive, dives
from olympian.football.roles import attacker, goalkeeper
from olympian.football.search import in_sight, search_ball
from olympian.football.stance import choose_stance
from olympian.football.strategies import open_play, our_set_play
from olympian.football.target import window_to
from olympian.football.view import PlayerView
from olympian.geometry import Place
from olympian.humanoid import Command, Humanoid
from olympian.records import Semantic, Twist
from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    GameController,
    PlayState,
    SetPlay,
    TeamRole,
    see_game,
)
from olympian.world import MODERN

DT = 0.01


class NotedBody:
    """Notes what motions ask for; kicks take half a second."""

    busy, stands = False, True

    def __init__(self) -> None:
        self.twist = Twist()
        self.attention: Attention | None = None
        self.kicks: list[tuple[float, ...]] = []
        self.goals: list[Goal] = []
        self.dived: list[str] = []
        self.commands: list[Command] = []

    def attend(self, attention: Attention) -> None:
        self.attention = attention

    def drive(self, twist: Twist) -> None:
        self.twist = twist

    def go_to(self, goal: Goal) -> Command:
        self.goals.append(goal)
        return self._command("go", 1000)

    def dive(self, side: str) -> Command:
        self.dived.append(side)
        return self._command("dive", 1000)

    def kick(self, x: float, y: float, direction: float, power: float) -> Command:
        self.kicks.append((x, y, direction, power))
        return self._command("kick", 50)

    def _command(self, what: str, ticks: int) -> Command:
        def task():
            for _ in range(ticks):
                yield

        self.commands.append(Command(what, task(), lambda: None, DT))
        return self.commands[-1]


class Game:
    """A planner that is stepped with a view which the test may change."""

    def __init__(self, view: PlayerView) -> None:
        self.view, self.body = view, NotedBody()
        self.planner: ScenarioPlanner[Any, Any] = ScenarioPlanner(self.body, view)

    def run(self, seconds: float, change: Callable[[], None] = lambda: None) -> None:
        for _ in range(round(seconds / DT)):
            change()
            for command in self.body.commands:
                command.step()
            self.view = replace(self.view, t=self.view.t + DT)
            self.planner.step(self.view.t, self.view)

    def see(self, x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> None:
        self.view = replace(self.view, ball=ball_at(x, y, vx, vy))


@pytest.fixture
def game() -> Game:
    return Game(player_view())


def test_a_lost_ball_is_looked_for_by_looking_then_turning_then_going(game: Game) -> None:
    search = game.planner.behaviour.switch(search_ball)
    game.run(1.0)
    assert game.body.attention is Attention.UNSURE
    assert game.body.twist == Twist()
    game.run(3.0)
    assert game.body.twist.turn > 0.5

    def turn() -> None:
        here = game.view.place
        game.view = replace(game.view, place=Place(0.0, 0.0, here.yaw + 0.01))

    game.run(7.0, turn)
    assert len(game.body.goals) == 1
    assert search.running
    game.see(1.0, 0.5)
    game.run(0.05)
    assert search.done


def test_it_turns_first_to_the_side_where_the_ball_may_be(game: Game) -> None:
    cells, likely = np.array([(0.5, -2.0), (0.5, 2.0)]), np.array([0.9, 0.1])
    for chart, turn in ((likely, -1.0), (likely[::-1], 1.0)):
        near = replace(game.view.near, chart=SearchChart(cells, chart))
        game.view = replace(game.view, near=near)
        game.planner.behaviour.switch(search_ball)
        game.run(3.0)
        assert turn * game.body.twist.turn > 0.5


def test_a_ball_in_reach_is_kicked_into_the_goal_at_once(game: Game) -> None:
    option = game.view.means.options[0]
    game.view = replace(game.view, place=Place(3.0, 0.0, 0.0))
    ball = replace(ball_at(option.ahead, option.left), x=3.0 + option.ahead, y=option.left)
    game.view = replace(game.view, ball=ball)
    aligned = game.planner.behaviour.switch(align)
    game.run(0.5)
    assert aligned.done
    game.planner.behaviour.switch(kick_ball)
    game.run(1.0)
    ((ahead, left, direction, power),) = game.body.kicks
    assert (ahead, left, power) == (option.ahead, option.left, 1.0)
    assert abs(direction) < 0.4


def test_a_ball_out_of_reach_is_walked_to_and_not_kicked(game: Game) -> None:
    game.see(0.5, 0.0)
    aligning = game.planner.behaviour.switch(align)
    game.run(1.0)
    assert aligning.running
    assert game.body.twist.forward > 0.05
    assert game.body.attention is Attention.BALL


def test_an_attacker_that_loses_the_ball_searches(game: Game) -> None:
    game.see(1.5, 0.0)
    game.planner.role.switch(attacker)
    game.run(0.2)
    assert str(game.planner.behaviour.run).startswith("go_to_ball")
    game.view = replace(game.view, ball=None)
    game.run(0.2)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is search_ball


def test_near_the_goal_the_ball_is_walked_in(game: Game) -> None:
    ball = replace(ball_at(0.3, 0.0), x=4.2, y=0.0)
    game.view = replace(game.view, place=Place(3.9, 0.0, 0.0), ball=ball)
    game.planner.role.switch(attacker)
    game.run(0.5)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is dribble
    assert game.body.twist.forward > 0.3


def rolling(aside: float, away: float, speed: float, stops: float = -8.0) -> TrackedBall:
    """To a keeper at (-4, 0) that faces the field, straight at the goal."""
    sure = np.diag([0.01, 0.01, 0.05, 0.05]) ** 2
    place = away - 4.0, aside
    return TrackedBall(
        *place, -speed, 0.0, away, aside, -speed, 0.0, sure, sure, True, (stops, aside), 1.0, 0.0
    )


def keeps(game: Game, ball: TrackedBall, dives: bool = True) -> PlayerView:
    view = game.view
    return replace(
        view,
        place=Place(-4.0, 0.0, 0.0),
        near=replace(view.near, ball=ball),
        means=replace(view.means, dives=dives),
        ball=replace(ball_at(ball.ahead, ball.left), x=ball.x, y=ball.y),
    )


def test_a_keeper_knows_where_and_when_a_ball_passes(game: Game) -> None:
    ball = coming(keeps(game, rolling(0.4, 1.5, 1.0)))
    assert ball is not None
    assert (ball.aside, ball.side) == (pytest.approx(0.4), "left")
    # 5.5 m to where it lies: it loses a/2 t² on the way
    slows = 1.0 / (2 * 5.5)
    assert ball.seconds - slows * ball.seconds**2 / 2 == pytest.approx(1.5)
    assert ball.sigma == pytest.approx(np.hypot(0.01, 0.05 * 1.5))
    for other in (
        rolling(0.4, 1.5, -1.0),
        rolling(0.4, 1.5, 1.0, stops=-3.5),
        rolling(0.4, 1.5, 1.0, stops=-4.15),
        rolling(2.0, 1.5, 1.0),
        rolling(0.4, -0.5, 1.0),
    ):
        assert coming(keeps(game, other)) is None


def test_a_keeper_walks_into_the_way_of_a_slow_ball_and_dives_for_a_fast_one(game: Game) -> None:
    slow, fast = rolling(0.4, 1.5, 0.6), rolling(-0.5, 1.5, 1.5)
    assert dives(keeps(game, slow)) == ""
    assert dives(keeps(game, fast)) == "right"
    assert dives(keeps(game, rolling(0.05, 1.5, 1.5))) == "", "it stands in the way"
    assert dives(keeps(game, fast, dives=False)) == ""
    game.view = keeps(game, slow)
    game.planner.role.switch(goalkeeper)
    game.run(0.2)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is block
    assert game.body.twist.left > 0.2
    game.view = keeps(game, fast)
    game.run(0.1)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is dive
    assert game.body.dived == ["right"]


def test_who_dives_is_not_out_of_action(game: Game) -> None:
    game.view = replace(keeps(game, rolling(-0.5, 1.5, 1.5)), role=TeamRole.GOALKEEPER)
    game.planner.strategy.switch(open_play)
    game.run(0.1)
    game.view = replace(game.view, state=Semantic.FALLING, why="dives on its right")
    game.run(0.1)
    assert "goalkeeper" in str(game.planner.role.run)


def test_who_cannot_look_down_walks_it_in_and_steps_back_where_it_is_lost(game: Game) -> None:
    near = rolling(0.0, 0.3, 0.0)
    game.view = replace(
        game.view,
        means=replace(game.view.means, looks_down=False),
        near=replace(game.view.near, ball=near),
        ball=replace(ball_at(0.3, 0.0), blind=True, age=7.0),
    )
    assert in_sight(game.view.ball), "it is remembered"
    assert not in_sight(replace(ball_at(0.3, 0.0), age=7.0))
    game.planner.role.switch(attacker)
    game.run(0.5)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is dribble
    game.view = replace(game.view, ball=None)
    game.run(3.0)
    assert game.body.twist.forward < -0.05
    assert game.planner.behaviour.run is not None
    assert game.planner.behaviour.run.feedback == "steps back"


def test_a_throw_in_is_played_into_the_field(game: Game) -> None:
    referee = GameController(None, (EVERYBODY, GAME_PORT), teams=(1, 2))
    referee.become(PlayState.PLAYING)
    referee.award(SetPlay.THROW_IN, 1, 30.0)
    given = see_game(referee.packet, 1, 1, 0.0)
    line = MODERN.width / 2
    game.view = replace(game.view, role=TeamRole.ATTACKER, game=given, place=Place(0.0, line - 1.0))
    game.view = replace(game.view, ball=replace(ball_at(0.0, 1.0), x=0.0, y=line))
    game.planner.strategy.switch(our_set_play)
    game.run(0.1)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is throw_in
    assert game.view.ball is not None
    window = window_to(game.view, game.view.ball)
    for share in (-1.0, 0.0, 1.0):
        assert sin(window.at(share)) < -0.3, "into the field"
    stance = choose_stance(game.view, window, (0.0, line), None)
    assert stance.place.y > line, "from outside"
    assert sin(stance.place.yaw) < -0.5, "its face to the field"
    others = see_game(referee.packet, 2, 1, 0.0)
    free = window_to(replace(game.view, game=others), game.view.ball)
    assert free.faces is None


def test_who_falls_is_out_of_action_and_goes_on_when_it_stands(game: Game) -> None:
    game.see(1.5, 0.0)
    game.view = replace(game.view, role=TeamRole.ATTACKER)
    game.planner.strategy.switch(open_play)
    game.run(0.1)
    assert "attacker" in str(game.planner.role.run)
    game.view = replace(game.view, state=Semantic.GETTING_UP, why="from its back, attempt 1")
    game.run(0.1)
    assert "out_of_action" in str(game.planner.role.run)
    assert game.planner.motion.run is not None
    assert game.planner.motion.run.feedback == "from its back, attempt 1"
    game.view = replace(game.view, state=Semantic.CONTROLLABLE, why="")
    game.run(0.1)
    assert "attacker" in str(game.planner.role.run)


def test_a_player_needs_open_eyes() -> None:
    robot = Humanoid("fumanoid", world="field", eyes=False)
    with pytest.raises(OlympianError, match="has its eyes shut"):
        FootballPlayer(Kit.alone(robot))
