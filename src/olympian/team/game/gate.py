"""Which packets on the port of the GameController are believed, and why the others are not."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from olympian.errors import OlympianError
from olympian.team.datagrams import Address
from olympian.team.game.packet import GamePacket, PlayState
from olympian.team.game.wire import parse_game_packet

__all__ = ["GameGate", "GameRefusal"]

SILENT_S = 5.0
"""Seconds of silence after which another controller may take over: ten of its packets missed."""
AHEAD = 128
"""Numbers up to this far ahead are new, round the wrap at 256: a minute of packets."""
BELIEVED = 3
"""Packets in a row that agree with each other and with nothing before: the controller was started
again. None of the old ones may come between them, as they would if somebody replayed."""
AT_LEAST_S = 0.8
"""Seconds between the first and the last of these: a controller sends two in a second."""
SLACK_S = 2
"""Seconds that the clock may be put back: referees do so by hand, but not while the ball rolls."""


class GameRefusal(StrEnum):
    """Why a packet was dropped."""

    MALFORMED = "malformed"
    """No packet of a version that is known, or it contradicts itself."""
    FOREIGN = "foreign"
    """Of a game of other teams."""
    SPOOFED = "spoofed"
    """From somebody who is not the controller."""
    REPLAYED = "replayed"
    """Older than what was heard before."""


@dataclass(frozen=True, slots=True)
class _Heard:
    packet: GamePacket
    source: Address
    at: float


class GameGate:
    """Follows one controller, by its address, the numbers of its packets and its clock."""

    def __init__(self, team: int) -> None:
        """Args: team: number of the own team."""
        self.team = team
        self.reset()

    def reset(self) -> None:
        """No controller is known."""
        self.dropped: Counter[GameRefusal] = Counter()
        """Packets, by why they were dropped."""
        self.accepted = 0
        self.why = ""
        """Why the last packet was dropped, in words; empty: it was not."""
        self.said: dict[GameRefusal, str] = {}
        """The same of the last packet of each kind."""
        self._last: _Heard | None = None
        self._doubtful: list[_Heard] = []

    @property
    def controller(self) -> Address | None:
        """Who is believed; None: nobody yet."""
        return None if self._last is None else self._last.source

    def step(self, data: bytes, source: Address, now: float) -> GamePacket | None:
        """The packet, if it is believed. Args: now: own clock, s."""
        try:
            packet = parse_game_packet(data)
        except OlympianError as error:
            return self._drop(GameRefusal.MALFORMED, str(error))
        numbers = [team.number for team in packet.teams]
        if self.team not in numbers:
            return self._drop(GameRefusal.FOREIGN, f"a game of teams {numbers[0]} and {numbers[1]}")
        heard = _Heard(packet, source, now)
        if (doubt := self._doubt(heard)) is not None and not self._insists(heard):
            return self._drop(*doubt)
        self._last = heard
        self._doubtful.clear()
        self.accepted += 1
        self.why = ""
        return packet

    def _doubt(self, new: _Heard) -> tuple[GameRefusal, str] | None:
        """What speaks against it; None: nothing."""
        last = self._last
        if last is None or new.at - last.at > SILENT_S:
            return None
        if new.source != last.source:
            host, port = new.source
            return (
                GameRefusal.SPOOFED,
                f"from {host}:{port}, not from {last.source[0]}:{last.source[1]}",
            )
        if not _follows(last, new):
            return GameRefusal.REPLAYED, _words(last.packet, new.packet)
        return None

    def _insists(self, new: _Heard) -> bool:
        """Is it a controller that was started again on the same machine?"""
        last = self._last
        if last is None or new.source[0] != last.source[0]:
            return False
        before = self._doubtful
        if before and not (before[-1].source == new.source and _follows(before[-1], new)):
            before.clear()
        before.append(new)
        return len(before) >= BELIEVED and new.at - before[0].at >= AT_LEAST_S

    def _drop(self, reason: GameRefusal, why: str) -> None:
        self.dropped[reason] += 1
        self.why = self.said[reason] = f"{reason}: {why}"


def _follows(last: _Heard, new: _Heard) -> bool:
    """Does it come after, by number and clock?"""
    ahead = (new.packet.number - last.packet.number) % 256
    return 0 < ahead <= AHEAD and not _goes_back(last.packet, new.packet)


def _goes_back(last: GamePacket, new: GamePacket) -> bool:
    """Is the clock put back within one stretch of play?"""
    stretch = (PlayState.PLAYING, last.phase, last.first_half)
    same = (last.state, *stretch[1:]) == stretch == (new.state, new.phase, new.first_half)
    return same and new.seconds_remaining > last.seconds_remaining + SLACK_S


def _words(last: GamePacket, new: GamePacket) -> str:
    if _goes_back(last, new):
        return f"{new.seconds_remaining} s are left, after {last.seconds_remaining} s"
    return f"number {new.number} after {last.number}"
