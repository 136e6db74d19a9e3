"""Behaviours and roles on a body that notes what it is told, with a ball where the test puts it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drills.football.players import ball_at, player_view
from olympian.decision.csbp import ScenarioPlanner
from olympian.decision.navigate import Goal
from olympian.decision.world_model import SearchChart
from olympian.errors import OlympianError
from olympian.football import FootballPlayer, Kit
from olympian.football.ball_skills import align, dribble, kick_ball
from olympian.football.body import Attention
from olympian.football.positions import block, threat
from olympian.football.roles import attacker, goalkeeper
from olympian.football.search import search_ball
from olympian.football.strategies import open_play
from olympian.football.view import PlayerView
from olympian.geometry import Place
from olympian.humanoid import Command, Humanoid
from olympian.records import Semantic, Twist
from olympian.team import TeamRole

DT = 0.01


class NotedBody:
    """Notes what motions ask for; kicks take half a second."""

    busy, stands = False, True

    def __init__(self) -> None:
        self.twist = Twist()
        self.attention: Attention | None = None
        self.kicks: list[tuple[float, ...]] = []
        self.goals: list[Goal] = []
        self.commands: list[Command] = []

    def attend(self, attention: Attention) -> None:
        self.attention = attention

    def drive(self, twist: Twist) -> None:
        self.twist = twist

    def go_to(self, goal: Goal) -> Command:
        self.goals.append(goal)
        return self._command("go", 1000)

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


def test_a_keeper_walks_into_the_way_of_a_ball(game: Game) -> None:
    here = Place(-4.0, 0.0, 0.0)
    coming = replace(ball_at(1.5, 0.4, -1.0), x=-2.5, y=0.4, stops_at=(-6.0, 0.4))
    game.view = replace(game.view, place=here, ball=coming)
    assert threat(game.view) == pytest.approx(0.4)
    game.planner.role.switch(goalkeeper)
    game.run(0.2)
    run = game.planner.behaviour.active
    assert run is not None
    assert run.scenario is block
    assert game.body.twist.left > 0.2
    assert threat(replace(game.view, ball=replace(coming, vx=1.0))) is None
    assert threat(replace(game.view, ball=replace(coming, stops_at=(-3.0, 0.4)))) is None


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
