"""A match for people who watch it in a browser."""

import mujoco

from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_plan import MatchPlan
from olympian.humanoid import Humanoid
from olympian.records import Situation
from olympian.robot import Robot

__all__ = ["MatchShow"]


class MatchShow:
    """One match from its kick-off; over when the referee says so."""

    def __init__(self, plan: MatchPlan, seed: int) -> None:
        self._match = FootballMatch(plan, seed)
        self.robot: Robot = self._match.members[0].robot.robot
        """Of the first player; all are of a kind."""
        self._closed = False

    @property
    def dt(self) -> float:
        """Seconds a tick."""
        return self._match.simulation.options.tick_dt

    @property
    def done(self) -> bool:
        """Is it over?"""
        return self._match.over

    @property
    def situation(self) -> Situation | None:
        """All players have their own; see `lines`."""
        return None

    @property
    def model(self) -> mujoco.MjModel:
        """What is drawn."""
        return self._match.simulation.model

    @property
    def robots(self) -> tuple[tuple[str, Humanoid], ...]:
        """Players by name."""
        return tuple((_name(one.who), one.robot) for one in self._match.members)

    @property
    def headline(self) -> str:
        """Score, state and clock."""
        first, second = self._match.referee.score
        game = self._match.members[0].robot.game
        if game is None:
            return f"{first} : {second} · no word of a GameController yet"
        play = "" if game.set_play == "none" else f", {game.set_play}"
        minutes, seconds = divmod(max(game.seconds_remaining, 0), 60)
        return f"{first} : {second} · {game.state}{play} · {minutes}:{seconds:02d} left"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is about."""
        return tuple(
            f"{_name(one.who)} {one.radio.role}: {one.program.doing}" for one in self._match.members
        )

    @property
    def news(self) -> str:
        """The referee's last word."""
        lines = self._match.journal.lines
        return str(lines[-1]) if lines else ""

    def drawn(self) -> mujoco.MjData:
        """How it is now."""
        return self._match.simulation.data

    def tick(self) -> None:
        """Let one tick pass."""
        self._match.tick()

    def close(self) -> None:
        """The end."""
        if not self._closed:
            self._closed = True
            self._match.close()


def _name(who: tuple[int, int]) -> str:
    return f"{who[0]}/{who[1]}"
