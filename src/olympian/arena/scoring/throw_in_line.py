"""A line to a referee who has given a throw-in, and says nothing else."""

from collections.abc import Callable

from olympian.team import (
    EVERYBODY,
    GAME_PORT,
    GameController,
    GameReturn,
    GameState,
    PlayState,
    SetPlay,
    see_game,
)

__all__ = ["ThrowInLine"]

LASTS_S = 600.0
"""Seconds: longer than any trial."""


class ThrowInLine:
    """As a robot hears it in every tick, without a network."""

    team, player = 1, 1

    def __init__(self) -> None:
        referee = GameController(None, (EVERYBODY, GAME_PORT), players=1)
        referee.become(PlayState.PLAYING)
        referee.award(SetPlay.THROW_IN, self.team, LASTS_S)
        self._packet = referee.packet

    def step(
        self,
        now: float,
        answer: Callable[[], GameReturn] | None = None,  # noqa: ARG002  nobody listens
    ) -> GameState:
        """The throw-in."""
        return see_game(self._packet, self.team, self.player, now)

    def reset(self) -> None:
        """It goes on."""

    def close(self) -> None:
        """There is nothing to hang up."""
