"""A GameController of our own: for tests, simulated matches and playing about."""

from dataclasses import replace
from typing import Any

from olympian.errors import OlympianError
from olympian.team.datagrams import Address, Datagrams
from olympian.team.game.packet import (
    GamePacket,
    GamePhase,
    Penalty,
    PlayerInfo,
    PlayState,
    SetPlay,
    TeamInfo,
)
from olympian.team.game.returns import GameReturn, parse_game_return
from olympian.team.game.wire import build_game_packet

__all__ = ["GameController"]

PERIOD_S = 0.5
BUDGET = 12_000
"""Messages that a team may send in a game."""
HALF_S = 600


class GameController:
    """Says twice a second how the game stands, counts its clock and penalties, hears answers.

    It is no referee: it says what it is told.
    """

    def __init__(
        self,
        datagrams: Datagrams | None,
        to: Address,
        teams: tuple[int, int] = (1, 2),
        players: int = 4,
        version: int = 20,
        half_s: int = HALF_S,
        answers: Datagrams | None = None,
    ) -> None:
        """Before the game.

        Args:
            datagrams: packets go out there; None: to nobody, for a test that takes `packet`.
            to: whom they go to.
            answers: where robots answer; None: they are not heard.
        """
        if teams[0] == teams[1]:
            raise OlympianError(f"team {teams[0]} cannot play against itself")
        self._datagrams, self._to, self._answers = datagrams, to, answers
        self._half_s = half_s
        rows = tuple(PlayerInfo() for _ in range(players))
        first, second = (
            TeamInfo(number, colour, colour, 1, message_budget=BUDGET, players=rows)
            for colour, number in enumerate(teams)
        )
        self._packet = GamePacket(
            version, 0, players, 0, PlayState.INITIAL, (first, second),
            kicking_team=teams[0], seconds_remaining=half_s,
        )  # fmt: skip
        build_game_packet(self._packet)  # says what the version has no room for
        self._left = float(half_s)
        self._secondary = 0.0
        self._until: dict[tuple[int, int], float] = {}
        self._now: float | None = None
        self._sent_at: float | None = None
        self.heard: dict[tuple[int, int], tuple[float, GameReturn]] = {}
        """The last answer of each (team, player), and when it came."""

    @property
    def packet(self) -> GamePacket:
        """What it says now."""
        return self._packet

    def step(self, now: float) -> bytes | None:
        """Let time pass, hear answers, and send when it is time to; what was sent.

        Args: now: its own clock, s.
        """
        dt = 0.0 if self._now is None else max(now - self._now, 0.0)
        self._now = now
        self._count_down(dt)
        if self._answers is not None:
            self._listen(now)
        if self._sent_at is not None and now - self._sent_at < PERIOD_S - 1e-9:
            return None
        self._sent_at = now
        self._say(number=(self._packet.number + 1) % 256)
        data = build_game_packet(self._packet)
        if self._datagrams is not None:
            self._datagrams.send(data, self._to)
        return data

    def become(self, state: PlayState, secondary_s: float = 0.0) -> None:
        """Change the state of the game. Args: secondary_s: how long it lasts, if it is limited."""
        self._secondary = secondary_s
        ended = state in (PlayState.PLAYING, PlayState.FINISHED)
        play = SetPlay.NONE if ended and self._packet.state is not state else self._packet.set_play
        self._say(state=state, set_play=play, secondary_seconds=round(secondary_s))

    def kick_off(self, team: int) -> None:
        """This team has the next kick-off."""
        self._index(team)
        self._say(kicking_team=team, set_play=SetPlay.NONE)

    def award(self, play: SetPlay, team: int | None, secondary_s: float = 0.0) -> None:
        """A set play of a team, without a change of state."""
        if team is not None:
            self._index(team)
        self._secondary = secondary_s
        self._say(set_play=play, kicking_team=team, secondary_seconds=round(secondary_s))

    def stop(self, stopped: bool = True) -> None:
        """Stop the game where it is, or let it go on."""
        self._say(stopped=stopped)

    def enter(self, phase: GamePhase, first_half: bool, seconds: float | None = None) -> None:
        """Begin a half or a phase. Args: seconds: its length; None: that of a half."""
        self._left = float(self._half_s) if seconds is None else seconds
        self._say(phase=phase, first_half=first_half, seconds_remaining=round(self._left))

    def penalise(self, team: int, player: int, penalty: Penalty, seconds: float = 0.0) -> None:
        """Take a player out. It comes back by `release` only; the seconds are a word to it."""
        self._until[team, player] = seconds
        self._change(team, player, penalty=penalty, seconds=round(seconds))

    def release(self, team: int, player: int) -> None:
        """It may play again."""
        self._until.pop((team, player), None)
        self._change(team, player, penalty=Penalty.NONE, seconds=0)

    def score(self, team: int, goals: int = 1) -> None:
        """It scored."""
        self._team(team, score=self._info(team).score + goals)

    def spend(self, team: int, messages: int = 1) -> None:
        """It sent messages to each other: they are taken from its budget."""
        self._team(team, message_budget=max((self._info(team).message_budget or 0) - messages, 0))

    def appoint_goalkeeper(self, team: int, player: int) -> None:
        """This player guards the goal; 0: nobody does."""
        self._team(team, goalkeeper=player)

    def close(self) -> None:
        """Hang up."""
        for one in (self._datagrams, self._answers):
            if one is not None:
                one.close()

    def _count_down(self, dt: float) -> None:
        now = self._packet
        if now.state is PlayState.PLAYING and not now.stopped:
            self._left -= dt
        self._secondary = max(self._secondary - dt, 0.0)
        for (team, player), left in self._until.items():
            self._until[team, player] = left = max(left - dt, 0.0)
            if round(left) != self._info(team).player(player).seconds:
                self._change(team, player, seconds=round(left))
        seconds, more = round(self._left), round(self._secondary)
        if (seconds, more) != (now.seconds_remaining, now.secondary_seconds):
            self._say(seconds_remaining=seconds, secondary_seconds=more)

    def _listen(self, now: float) -> None:
        while self._answers is not None and (got := self._answers.receive()) is not None:
            try:
                answer = parse_game_return(got[0])
            except OlympianError:
                continue
            self.heard[answer.team, answer.player] = (now, answer)

    def _say(self, **changes: Any) -> None:
        self._packet = replace(self._packet, **changes)

    def _index(self, team: int) -> int:
        numbers = [one.number for one in self._packet.teams]
        if team not in numbers:
            raise OlympianError(f"team {team} does not play: {numbers[0]} against {numbers[1]}")
        return numbers.index(team)

    def _info(self, team: int) -> TeamInfo:
        return self._packet.teams[self._index(team)]

    def _team(self, team: int, **changes: Any) -> None:
        teams = list(self._packet.teams)
        index = self._index(team)
        teams[index] = replace(teams[index], **changes)
        self._say(teams=(teams[0], teams[1]))

    def _change(self, team: int, player: int, **changes: Any) -> None:
        rows = list(self._info(team).players)
        if not 1 <= player <= len(rows):
            raise OlympianError(f"no player {player} in team {team}: they are 1 to {len(rows)}")
        rows[player - 1] = replace(rows[player - 1], **changes)
        self._team(team, players=tuple(rows))
