"""The team's radio: says when there is something to say, and hears the others."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from olympian.decision.team_world import SharedWorld
from olympian.errors import OlympianError
from olympian.team.budget import MessageBudget
from olympian.team.clocks import ClockOffset
from olympian.team.datagrams import LOCAL_BROADCAST, Address, Datagrams, UdpDatagrams
from olympian.team.ether import EVERYBODY, Ether
from olympian.team.game.state import GameState
from olympian.team.news import is_news
from olympian.team.status import HeardStatus, TeamStatus
from olympian.team.status_wire import Echo, TeamMessage, decode_message, encode_message

__all__ = ["RadioRefusal", "TeamRadio", "ether_radio", "udp_radio"]

PORT = 10_000
"""The team's number is added."""
MOST = 64
"""Messages that are looked at in one tick."""
PLAYERS = 20
FRESH_S = 10.0
"""Seconds after which a mate that is silent is forgotten."""
GONE_S = 1.5
"""Seconds of silence after which a mate may have been started again."""
NEWS_S, REPEAT_S = 0.1, 0.15
"""The least seconds between two messages, and between the repetitions of news."""
REPEATS = 4
"""News is said so often more: half of the packets may be lost."""
LATE = 1 << 15


class RadioRefusal(StrEnum):
    """Why a message was dropped."""

    MALFORMED = "malformed"
    FOREIGN = "foreign"
    """Of another team."""
    SPOOFED = "spoofed"
    """It bears the own number, or one that no player has, or comes from elsewhere than before."""
    REPEATED = "repeated"
    """It came before."""
    LATE = "late"
    """A newer one came before, or it is of a start of the program that is over."""


@dataclass(slots=True)
class _Mate:
    source: Address
    start: int
    number: int
    clock: float
    heard: HeardStatus
    at: float
    offset: ClockOffset


class TeamRadio:
    """Polled once a tick, on UDP or in an `Ether`."""

    def __init__(
        self,
        team: int,
        player: int,
        datagrams: Datagrams,
        to: Address,
        budget: MessageBudget | None = None,
        start: int = 0,
        players: int = PLAYERS,
    ) -> None:
        """Args:
        datagrams: where messages come in and go out.
        to: where they go.
        start: another number for each start of the program; mates know by it that it is new.
        players: the highest number that a player has.
        """
        self.team, self.player = team, player
        self.budget = budget or MessageBudget()
        self.dropped: Counter[RadioRefusal] = Counter()
        """Messages, by why they were dropped. What comes back of the own ones is not counted."""
        self.sent = 0
        self._datagrams, self._to, self._start, self._players = datagrams, to, start, players
        self._mates: dict[int, _Mate] = {}
        self._told: TeamStatus | None = None
        self._told_at = -1e9
        self._repeats = 0

    @property
    def mates(self) -> tuple[HeardStatus, ...]:
        """The last word of every mate that was heard of late, by their numbers."""
        return tuple(self._mates[player].heard for player in sorted(self._mates))

    @property
    def worlds(self) -> tuple[SharedWorld, ...]:
        """Worlds of all mates by the own clock, for `fuse`."""
        return tuple(one.status.world for one in self.mates if one.status.world is not None)

    def offset(self, player: int) -> ClockOffset | None:
        """How a mate's clock differs from the own one; None: it was not heard."""
        mate = self._mates.get(player)
        return None if mate is None else mate.offset

    def step(
        self, now: float, status: TeamStatus | None, game: GameState | None = None
    ) -> tuple[HeardStatus, ...]:
        """Hear the others, and speak if it is time to; what all mates said last.

        Args:
            now: own clock, s.
            status: what it would tell; None: it only listens.
            game: says how many messages are left.
        """
        self.listen(now)
        if status is not None:
            self.speak(now, status, game)
        return self.mates

    def listen(self, now: float) -> None:
        """Take what has come."""
        for _ in range(MOST):
            if (got := self._datagrams.receive()) is None:
                break
            if (why := self._take(*got, now)) is not None:
                self.dropped[why] += 1
        for player in [one for one, mate in self._mates.items() if now - mate.at > FRESH_S]:
            del self._mates[player]

    def speak(self, now: float, status: TeamStatus, game: GameState | None = None) -> bool:
        """Tell the team, if there is news, or if it is time to say that it is there."""
        self.budget.step(now, game)
        if self._told is None or is_news(self._told, status):
            self._repeats = REPEATS
            wait = NEWS_S
        else:
            rate = self.budget.rate
            wait = REPEAT_S if self._repeats else 1.0 / rate if rate else FRESH_S
        news = self._repeats > 0
        if now - self._told_at < wait or not self.budget.may(news):
            return False
        self._told, self._told_at = status, now
        self._repeats = max(self._repeats - 1, 0)
        message = TeamMessage(self.team, status, now, self.sent, self._start, self._echoes(now))
        self.sent += 1
        self.budget.spend()
        return self._datagrams.send(encode_message(message), self._to)

    def insist(self) -> None:
        """What was said last did not come through: say it again soon."""
        self._repeats = max(self._repeats, REPEATS)

    def close(self) -> None:
        """Switch it off."""
        self._datagrams.close()

    def _echoes(self, now: float) -> tuple[Echo, ...]:
        last = sorted(self._mates.items(), key=lambda item: -item[1].at)
        return tuple(Echo(player, mate.clock, now - mate.at) for player, mate in last)

    def _take(self, data: bytes, source: Address, now: float) -> RadioRefusal | None:
        """Why a message is dropped; None: it is taken, or it is an own one."""
        try:
            message = decode_message(data)
        except OlympianError:
            return RadioRefusal.MALFORMED
        player = message.status.player
        if message.team != self.team:
            return RadioRefusal.FOREIGN
        if player == self.player:
            return None if message.start == self._start else RadioRefusal.SPOOFED
        if player > self._players:
            return RadioRefusal.SPOOFED
        mate = self._mates.get(player)
        if mate is not None and (why := _doubt(mate, message, source, now)) is not None:
            return why
        self._note(message, source, now, mate)
        return None

    def _note(self, message: TeamMessage, source: Address, now: float, mate: _Mate | None) -> None:
        same = mate is not None and mate.start == message.start
        offset = mate.offset if mate is not None and same else ClockOffset()
        back = next((echo for echo in message.echoes if echo.player == self.player), None)
        trip = None if back is None else now - back.clock - back.ago
        offset.learn(message.clock, now, trip if trip is not None and 0.0 <= trip < 5.0 else None)
        said = min(message.clock + offset.seconds, now)
        status = message.status
        if (world := status.world) is not None:
            status = replace(status, world=replace(world, t=min(world.t + offset.seconds, now)))
        self._mates[status.player] = _Mate(
            source, message.start, message.number, message.clock,
            HeardStatus(status, now, said, now), now, offset,
        )  # fmt: skip
        for echo in message.echoes:
            self._relay(echo.player, said - echo.ago)

    def _relay(self, player: int, alive_at: float) -> None:
        """Somebody else heard this mate."""
        mate = self._mates.get(player)
        if mate is not None and alive_at > mate.heard.alive_at:
            mate.heard = replace(mate.heard, alive_at=alive_at)


def _doubt(mate: _Mate, new: TeamMessage, source: Address, now: float) -> RadioRefusal | None:
    """Why a message of a mate that is known is dropped."""
    if now - mate.at > GONE_S and new.start != mate.start:
        return None  # it was started again
    if source != mate.source:
        return RadioRefusal.SPOOFED
    if new.start != mate.start:
        return RadioRefusal.LATE
    ahead = (new.number - mate.number) % (1 << 16)
    if not ahead:
        return RadioRefusal.REPEATED
    return RadioRefusal.LATE if ahead > LATE else None


def udp_radio(
    team: int,
    player: int,
    broadcast: str = LOCAL_BROADCAST,
    budget: MessageBudget | None = None,
    port: int | None = None,
    start: int = 0,
) -> TeamRadio:
    """A radio on UDP: on this machine only, unless a broadcast address of a network is given.

    Args: port: None: `10000 + team`.

    Raises: OlympianError: it cannot listen there.
    """
    port = PORT + team if port is None else port
    host = broadcast if broadcast == LOCAL_BROADCAST else "0.0.0.0"
    datagrams = UdpDatagrams(host, port, shared=True)
    return TeamRadio(team, player, datagrams, (broadcast, port), budget, start)


def ether_radio(
    ether: Ether, team: int, player: int, budget: MessageBudget | None = None, start: int = 0
) -> TeamRadio:
    """A radio inside one program."""
    datagrams = ether.open(f"{team}/{player}", PORT + team)
    return TeamRadio(team, player, datagrams, (EVERYBODY, PORT + team), budget, start)
