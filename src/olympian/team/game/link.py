"""The line to a GameController: what it says, and the robot's answers."""

import time
from collections import Counter
from collections.abc import Callable

from olympian.errors import OlympianError
from olympian.team.datagrams import (
    LOCAL_BROADCAST,
    LOCALHOST,
    Address,
    Datagrams,
    JoinedDatagrams,
    UdpDatagrams,
)
from olympian.team.game.gate import GameGate, GameRefusal
from olympian.team.game.packet import GamePacket
from olympian.team.game.returns import LEGACY_VERSION, VERSION, GameReturn, build_game_return
from olympian.team.game.state import GameState, see_game

__all__ = ["ANSWER_PORT", "GAME_PORT", "GameControllerLink", "open_game_port"]

GAME_PORT, ANSWER_PORT = 3838, 3939
ANSWER_S = 0.75
"""Seconds from one answer to the next: controllers want 0.5 to 2 in a second."""
MOST = 32
"""Packets that are looked at in one tick: a flood must not stop the robot."""


def open_game_port(host: str = LOCALHOST, port: int = GAME_PORT) -> Datagrams:
    """The port on which controllers talk: of this machine only, unless another address is given.

    On this machine it hears what is sent to everybody on it as well.

    Raises: OlympianError: somebody else listens there.
    """
    ear = UdpDatagrams(host, port)
    if host != LOCALHOST:
        return ear
    try:
        return JoinedDatagrams(ear, UdpDatagrams(LOCAL_BROADCAST, ear.address[1], shared=True))
    except OlympianError:  # not all systems have that address
        return ear


class GameControllerLink:
    """Polled once a tick. It never waits, and what comes from elsewhere never raises."""

    def __init__(
        self,
        team: int,
        player: int,
        datagrams: Datagrams | None = None,
        answer_port: int = ANSWER_PORT,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Args:
        datagrams: where packets come in and answers go out; None: `open_game_port()`.
        answer_port: of the controller's machine.
        clock: tells the time instead of who steps it; a real controller does not wait for a
            simulated robot. None: the wall clock, where it opens the port itself.
        """
        self.team, self.player = team, player
        self.gate = GameGate(team)
        """Says which packets were dropped, and why."""
        self._datagrams = open_game_port() if datagrams is None else datagrams
        self._answer_port = answer_port
        self._clock = time.monotonic if datagrams is None and clock is None else clock
        self._source: Address | None = None
        self._answered_at: float | None = None
        self._packet: GamePacket | None = None
        self.game: GameState | None = None
        """How the game stands; None until a controller was heard."""
        self.answered = 0
        """Answers that were sent."""

    @property
    def packet(self) -> GamePacket | None:
        """The last one that was believed."""
        return self._packet

    @property
    def dropped(self) -> Counter[GameRefusal]:
        """Packets, by why they were dropped."""
        return self.gate.dropped

    def step(self, now: float, answer: Callable[[], GameReturn] | None = None) -> GameState | None:
        """Read what has come, and answer when it is time to.

        Args:
            now: own clock, s; not asked for where the link has one.
            answer: says how the robot is; asked only when an answer is due. None: say nothing.
        """
        if self._clock is not None:
            now = self._clock()
        for _ in range(MOST):
            if (got := self._datagrams.receive()) is None:
                break
            data, source = got
            if (packet := self.gate.step(data, source, now)) is not None:
                self._packet, self._source = packet, source
                self.game = see_game(packet, self.team, self.player, now)
        if answer is not None and self._due(now):
            self._answer(answer(), now)
        return self.game

    def reset(self) -> None:
        """As if nothing had been heard."""
        self.gate.reset()
        self._packet = self._source = self._answered_at = self.game = None

    def close(self) -> None:
        """Hang up."""
        self._datagrams.close()

    def _due(self, now: float) -> bool:
        """Only to one who was heard of late: nobody else wants answers."""
        if self.game is None or now - self.game.heard_at > 2 * ANSWER_S:
            return False
        return self._answered_at is None or now - self._answered_at >= ANSWER_S

    def _answer(self, answer: GameReturn, now: float) -> None:
        if self._packet is None or self._source is None:
            return
        self._answered_at = now
        version = LEGACY_VERSION if self._packet.version == 12 else VERSION
        to = (self._source[0], self._answer_port)
        self.answered += self._datagrams.send(build_game_return(answer, version), to)
