"""What there is to say about a GameController, line by line: for people who watch."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from olympian.team.game.gate import GameRefusal
from olympian.team.game.link import GameControllerLink
from olympian.team.game.packet import GamePacket, Penalty, SetPlay

__all__ = ["GameLine", "GameMonitor"]

EVERY_S = 5.0
"""Seconds from one line about dropped packets to the next of the same kind."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """Something new."""

    t: float
    """Seconds since one began to listen."""
    text: str
    dropped: bool = False
    """Is it about a packet that was dropped?"""


class GameMonitor:
    """Says what changes; a second counts as no change. Packets that are dropped for the same reason
    are said once in a while.
    """

    def __init__(self, link: GameControllerLink) -> None:
        self._link = link
        self._said = ""
        self._counted: Counter[GameRefusal] = Counter()
        self._due: dict[GameRefusal, float] = {}

    def step(self, t: float) -> Iterator[GameLine]:
        """What is new since the last step. Args: t: seconds since one began."""
        self._link.step(t)
        gate = self._link.gate
        for why, count in gate.dropped.items():
            if (new := count - self._counted[why]) and t >= self._due.get(why, 0.0):
                self._counted[why], self._due[why] = count, t + EVERY_S
                yield GameLine(t, f"dropped {new}, the last {gate.said[why]}", dropped=True)
        packet = self._link.packet
        if packet is not None and (said := describe(packet)) != self._said:
            self._said = said
            yield GameLine(t, f"{said}, {packet.seconds_remaining} s left")


def describe(packet: GamePacket) -> str:
    """One packet in a line, without its clock."""
    first, second = packet.teams
    parts = [f"v{packet.version} {packet.state}"]
    if packet.phase != "normal":
        parts.append(str(packet.phase))
    if packet.stopped:
        parts.append("stopped")
    if packet.set_play is not SetPlay.NONE:
        parts.append(str(packet.set_play))
    if packet.kicking_team is not None:
        parts.append(f"team {packet.kicking_team} kicks")
    parts.append("first half" if packet.first_half else "second half")
    parts.append(f"team {first.number} {first.score}:{second.score} team {second.number}")
    for team in packet.teams:
        parts += [
            f"{team.number}/{number} {player.penalty}"
            for number, player in enumerate(team.players[: packet.players_per_team], 1)
            if player.penalty is not Penalty.NONE
        ]
    return ", ".join(parts)
