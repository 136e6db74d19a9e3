"""A robot does what the referee's packets say, and says how it is."""

import numpy as np
import pytest

from olympian import Humanoid, Semantic, Stop, Twist
from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    Ether,
    GameController,
    GameControllerLink,
    GameReturn,
    Penalty,
    PlayState,
)


class Kickabout:
    """A robot on a flat floor and a controller, in one program."""

    def __init__(self) -> None:
        self.ether = Ether()
        answers = self.ether.open("referee", 3939)
        to = (EVERYBODY, GAME_PORT)
        self.controller = GameController(self.ether.open("referee"), to, answers=answers)
        link = GameControllerLink(1, 2, self.ether.open("robot", GAME_PORT))
        self.robot = Humanoid("fumanoid", eyes=False, referee=link)

    def run(self, seconds: float) -> Semantic:
        """Let time pass, also for the referee."""
        for _ in range(round(seconds / self.robot.body.dt)):
            self.ether.step(self.ether.t + self.robot.body.dt)
            self.controller.step(self.ether.t)
            self.robot.tick()
        return self.robot.situation.state

    def gone(self, seconds: float) -> float:
        """Metres that it moves in this time."""
        before = self.robot.place
        self.run(seconds)
        return float(np.hypot(self.robot.place.x - before.x, self.robot.place.y - before.y))

    @property
    def log(self) -> str:
        return "\n".join(self.robot.log.since(0))


def test_it_walks_while_they_play_and_stands_where_all_stand() -> None:
    one = Kickabout()
    assert one.robot.game is None
    one.robot.walk(Twist(0.2))
    one.run(0.7)
    assert one.robot.game is not None
    assert one.robot.game.state is PlayState.INITIAL
    assert one.gone(1.0) < 0.02, "it was told to walk before the game"
    one.controller.become(PlayState.PLAYING)  # no whistle
    assert one.gone(2.0) > 0.1
    for stand, go_on in (
        (lambda: one.controller.stop(), lambda: one.controller.stop(False)),
        (
            lambda: one.controller.become(PlayState.SET),
            lambda: one.controller.become(PlayState.PLAYING),
        ),
    ):
        stand()
        one.run(2.0)
        assert one.gone(0.5) < 0.02
        assert one.robot.situation.state is Semantic.CONTROLLABLE, "it may look about"
        go_on()
        assert one.gone(2.0) > 0.1
    assert "the referee says" not in one.robot.machine.message
    for words in ("game initial 0:0", "game playing, stopped 0:0", "game set 0:0"):
        assert words in one.log


def test_a_penalty_stops_it_until_it_is_released() -> None:
    one = Kickabout()
    one.controller.become(PlayState.PLAYING)
    one.robot.walk(Twist(0.2))
    one.run(2.0)
    one.controller.penalise(1, 2, Penalty.PUSHING, 5.0)
    assert one.run(2.5) is Semantic.PENALTY
    assert one.robot.game is not None
    assert one.robot.game.me.penalty is Penalty.PUSHING
    assert one.gone(0.5) < 0.02
    one.robot.hcm.wishes.stop = Stop.SOFT
    assert one.run(0.5) is Semantic.STOPPED, "a person counts more"
    one.robot.hcm.wishes.stop = None
    assert one.run(0.5) is Semantic.PENALTY
    one.controller.release(1, 2)
    assert one.run(3.0) is Semantic.WALKING, "it goes on"
    assert one.gone(1.0) > 0.1
    when, answer = one.controller.heard[1, 2]
    assert one.ether.t - when < 1.0
    assert answer.pose == pytest.approx(one.robot.place, abs=0.25)
    assert answer == GameReturn(1, 2, False, answer.pose)
    assert "penalty: pushing" in one.log
    one.robot.restart()
    assert one.robot.game is None
    assert not one.robot.hcm.wishes.penalty
    one.robot.close()
