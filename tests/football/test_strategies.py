"""What the referee says decides on the strategy."""

from dataclasses import replace

import pytest

from drills.football.players import player_view
from olympian.football.strategies import (
    line_up,
    open_play,
    our_set_play,
    stand_by,
    strategy_for,
    their_set_play,
)
from olympian.football.view import PlayerView
from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    GameController,
    Penalty,
    PlayState,
    SetPlay,
    see_game,
)


@pytest.fixture
def view() -> PlayerView:
    return player_view()


@pytest.fixture
def referee() -> GameController:
    return GameController(None, (EVERYBODY, GAME_PORT), teams=(1, 2))


def chosen(view: PlayerView, referee: GameController, team: int = 1, played_s: float = 30.0):
    game = see_game(referee.packet, team, 1, 0.0)
    return strategy_for(replace(view, game=game, played_s=played_s))


def test_without_a_referee_it_plays(view: PlayerView) -> None:
    assert strategy_for(view) is open_play


def test_states_of_the_game(view: PlayerView, referee: GameController) -> None:
    for state, wanted in (
        (PlayState.INITIAL, stand_by),
        (PlayState.READY, line_up),
        (PlayState.SET, stand_by),
        (PlayState.PLAYING, open_play),
        (PlayState.FINISHED, stand_by),
    ):
        referee.become(state)
        assert chosen(view, referee) is wanted


def test_a_kick_off_is_one_teams(view: PlayerView, referee: GameController) -> None:
    referee.kick_off(1)
    referee.become(PlayState.PLAYING)
    assert chosen(view, referee, 1, played_s=1.0) is our_set_play
    assert chosen(view, referee, 2, played_s=1.0) is their_set_play
    assert chosen(view, referee, 2, played_s=11.0) is open_play


def test_a_set_play_is_one_teams(view: PlayerView, referee: GameController) -> None:
    referee.become(PlayState.PLAYING)
    referee.award(SetPlay.THROW_IN, 2, 30.0)
    assert chosen(view, referee, 1) is their_set_play
    assert chosen(view, referee, 2) is our_set_play


def test_stops_and_penalties_come_first(view: PlayerView, referee: GameController) -> None:
    referee.become(PlayState.PLAYING)
    referee.penalise(1, 1, Penalty.PUSHING, 30.0)
    assert chosen(view, referee, 1) is stand_by
    assert chosen(view, referee, 2) is open_play
    referee.stop()
    assert chosen(view, referee, 2) is stand_by
