"""A real GameController leads the match over UDP; people only put the ball and carry robots."""

import time
from collections.abc import Callable

from olympian.arena.match.referee.arena_referee import KINDS
from olympian.arena.match.referee.journal import MatchJournal
from olympian.arena.match.referee.referee_hand import RefereeHand
from olympian.arena.match.rules.ball_boy import BallBoy
from olympian.arena.match.rules.calls import BallCall, HalfCall, PenaltyCall, RefereeCall
from olympian.arena.match.rules.pitch_truth import PitchTruth
from olympian.team import Datagrams, GameControllerLink, Penalty, PlayState

__all__ = ["UdpReferee"]

SILENCE_S = 60.0
"""Seconds by the wall clock without a packet after which the match is broken off."""


class UdpReferee:
    """In place of the arena's referee; engine with `step`, never faster than the wall clock."""

    def __init__(
        self,
        ball_boy: BallBoy,
        datagrams: Datagrams,
        hand: RefereeHand,
        journal: MatchJournal,
        players: dict[tuple[int, int], int],
        halves: int,
        goalkeeper: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Args:
        datagrams: on which the controller is heard.
        players: robot of the simulation by team and number.
        clock: seconds; a real controller does not wait for a simulation.
        """
        self._ball_boy, self._hand, self._journal = ball_boy, hand, journal
        self._players, self._halves, self._goalkeeper = players, halves, goalkeeper
        self._link, self._clock = GameControllerLink(1, 1, datagrams, clock=clock), clock
        self._began = self._heard = clock()
        self._said = ""
        self.calls: list[RefereeCall] = []
        """Of the last tick."""

    @property
    def over(self) -> bool:
        """Has it ended the last half, or been silent for too long?"""
        packet = self._link.packet
        if packet is None or self._clock() - self._heard > SILENCE_S:
            return self._clock() - self._heard > SILENCE_S
        ended = packet.state is PlayState.FINISHED
        return ended and (self._halves == 1 or not packet.first_half)

    @property
    def score(self) -> tuple[int, int]:
        """Goals of both teams."""
        packet = self._link.packet
        return (0, 0) if packet is None else (packet.teams[0].score, packet.teams[1].score)

    @property
    def playing(self) -> bool:
        """Is the ball in the game?"""
        game = self._link.game
        return game is not None and game.playing

    def out(self, who: tuple[int, int]) -> bool:
        """Is this player taken out?"""
        packet = self._link.packet
        if packet is None:
            return False
        return packet.teams[who[0] - 1].player(who[1]).penalty is not Penalty.NONE

    def step(self, truth: PitchTruth) -> None:
        """One tick."""
        ahead = truth.t - (self._clock() - self._began)
        if ahead > 0.0:
            time.sleep(ahead)
        before = self._link.game
        game = self._link.step(0.0)
        if game is not before:
            self._heard = self._clock()
        if game is not None and (said := f"{game.state} {game.set_play}") != self._said:
            self._said = said
            self._journal.write(truth.t, "state", f"the GameController says {said}")
        packet = self._link.packet
        self.calls = self._ball_boy.step(truth, packet)
        for call in self.calls:
            self._journal.write(truth.t, KINDS[type(call)], str(call))
            self._do(call)
        self._hand.step()

    def _do(self, call: RefereeCall) -> None:
        sides = self._ball_boy.sides
        match call:
            case BallCall(x, y):
                self._hand.put_ball(x, y)
            case PenaltyCall(team, number) if (team, number) in self._players:
                self._hand.carry(self._players[team, number], sides.waiting(number, team))
            case HalfCall():
                for (team, number), index in self._players.items():
                    to = sides.start(team, number, number == self._goalkeeper)
                    self._hand.carry(index, to, told=True)
            case _:
                pass
