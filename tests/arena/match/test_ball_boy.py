"""What people do on the field while a real GameController leads: packets in, acts out."""

from olympian.arena.match.rules.ball_boy import BallBoy
from olympian.arena.match.rules.calls import BallCall, GoalCall, HalfCall, PenaltyCall
from olympian.arena.match.rules.pitch_truth import PitchTruth, PlayerTruth
from olympian.team import (
    GameController,
    GamePhase,
    Penalty,
    PlayState,
    SetPlay,
    build_game_packet,
    parse_game_packet,
)
from olympian.world import MODERN


class Field:
    """A controller, packed and unpacked as on a network, and a ball boy who hears it."""

    def __init__(self) -> None:
        self.controller = GameController(None, ("", 0), players=2)
        self.boy, self.t = BallBoy(MODERN, 0.07), 0.0

    def look(self, x: float, y: float, touched: bool = False):
        self.t += 0.1
        player = PlayerTruth(1, 2, 0.0, 0.0, 0.0, touches=touched)
        packet = parse_game_packet(build_game_packet(self.controller.packet))
        return self.boy.step(PitchTruth(self.t, (x, y), (player,)), packet)


def test_the_ball_is_put_on_its_spot_when_the_game_gets_ready() -> None:
    field = Field()
    assert field.look(1.0, 1.0) == []
    field.controller.become(PlayState.READY)
    assert field.look(1.0, 1.0) == [BallCall(0.0, 0.0)]
    assert field.look(0.0, 0.0) == []
    field.controller.become(PlayState.SET)
    assert field.look(0.0, 0.0) == [], "it lies there already"


def test_the_ball_is_put_where_it_went_out_once_that_is_called() -> None:
    field = Field()
    field.controller.become(PlayState.PLAYING)
    field.look(1.0, 2.9, touched=True)
    assert field.look(1.0, 3.2) == [], "the controller has to say so"
    field.controller.award(SetPlay.THROW_IN, 2, 30.0)
    assert field.look(1.0, 3.2) == [BallCall(1.0, 3.0)]
    assert field.look(-1.0, 2.9) == []
    assert field.look(-1.0, 3.2) == [], "that it went out again is not called yet"
    field.controller.award(SetPlay.THROW_IN, 1, 30.0)
    assert field.look(-1.0, 3.2) == [BallCall(-1.0, 3.0)]
    field.controller.award(SetPlay.NONE, None)
    assert field.look(-1.0, 3.0) == []


def test_goals_are_counted_and_players_that_are_out_are_carried_once() -> None:
    field = Field()
    field.controller.become(PlayState.PLAYING)
    field.look(0.0, 0.0, touched=True)
    field.controller.score(1)
    assert field.look(0.0, 0.0) == [GoalCall(1, (1, 2))]
    field.controller.penalise(2, 1, Penalty.PUSHING, 30.0)
    assert field.look(0.0, 0.0) == [PenaltyCall(2, 1, Penalty.PUSHING, 30.0)]
    assert field.look(0.0, 0.0) == []


def test_all_are_carried_to_the_other_side_for_the_second_half() -> None:
    field = Field()
    field.look(0.0, 0.0)
    assert field.boy.sides.attack(1) == 1.0
    field.controller.enter(GamePhase.NORMAL, first_half=False)
    assert HalfCall(False) in field.look(0.0, 0.0)
    assert field.boy.sides.attack(1) == -1.0
