"""Packets of GameControllers as bytes, and back: versions 20, 19 and 18, and 12 by its own file.

| bytes | little endian |
|---|---|
| 0–3 | "RGme" |
| 4–6 | version, packet number, players per team |
| 7–8 | kind of competition, stopped; version 18: phase and kind of the competition |
| 9–13 | phase, state, set play, first half, kicking team (255: none) |
| 14–17 | seconds remaining, secondary time: signed |
| 18– | two teams: six bytes, single shots and message budget of two each, twenty players |
"""

from struct import Struct

from olympian.errors import OlympianError
from olympian.team.game.codes import (
    LAST_RESORT,
    PENALTIES,
    PHASES,
    SET_PLAYS,
    STATES,
    code_of,
)
from olympian.team.game.packet import GamePacket, Penalty, PlayerInfo, TeamInfo
from olympian.team.game.wire_12 import LEGACY_BYTES, build_legacy, parse_legacy
from olympian.team.packing import NOBODY, clipped, kicker, look_up

__all__ = ["GAME_BYTES", "VERSIONS", "build_game_packet", "parse_game_packet"]

HEADER = b"RGme"
HEAD, TEAM = Struct("<4s10B2h"), Struct("<6B2H")
PLAYERS = 20
PLAYER_BYTES = {20: 3, 19: 4, 18: 2}
GAME_BYTES = {
    12: LEGACY_BYTES,
    **{one: HEAD.size + 2 * (TEAM.size + PLAYERS * size) for one, size in PLAYER_BYTES.items()},
}
"""Length of a packet, by its version: 688, 158, 198 and 118."""
VERSIONS = tuple(sorted(GAME_BYTES))
WORDS = ("penalty", "seconds", "warnings", "cautions")
FIELDS = {20: (0, 1, 3), 19: (0, 1, 2, 3), 18: (0, 1)}
"""Which of these a player's bytes are."""


def parse_game_packet(data: bytes) -> GamePacket:
    """What a packet says.

    Raises: OlympianError: these are not the bytes of a version that is known.
    """
    if len(data) < 6 or data[:4] != HEADER:
        raise OlympianError(f"{len(data)} bytes are no packet of a GameController")
    version = data[4]
    if GAME_BYTES.get(version) != len(data):
        raise OlympianError(
            f"{len(data)} bytes are no packet of version {version}:"
            f" it is one of {', '.join(f'{v} with {size}' for v, size in GAME_BYTES.items())}"
        )
    return parse_legacy(data) if version == 12 else _parse(data, version)


def build_game_packet(packet: GamePacket) -> bytes:
    """The bytes of its version; numbers that do not fit are sent as the nearest that do.

    Raises: OlympianError: there is no such version, or it has no room for so many players.
    """
    if packet.version not in GAME_BYTES:
        known = ", ".join(map(str, VERSIONS))
        raise OlympianError(f"no GameController speaks version {packet.version}: it is {known}")
    if packet.version == 12:
        return build_legacy(packet)
    version, phase = packet.version, code_of(PHASES, packet.phase)
    kinds = (packet.competition, packet.stopped)
    if version == 18:  # it has a phase of the competition, and no way to stop a game
        kinds = (0, packet.competition)
    head = HEAD.pack(
        HEADER, version, packet.number & 255, clipped(packet.players_per_team, 0, PLAYERS),
        *(clipped(int(kind), 0, 255) for kind in kinds), phase,
        code_of(STATES[version], packet.state),
        code_of(SET_PLAYS[version], packet.set_play),
        packet.first_half, NOBODY if packet.kicking_team is None else packet.kicking_team & 255,
        clipped(packet.seconds_remaining, -32768, 32767),
        clipped(packet.secondary_seconds, -32768, 32767),
    )  # fmt: skip
    return head + b"".join(_team_bytes(team, version) for team in packet.teams)


def _parse(data: bytes, version: int) -> GamePacket:
    (
        _, _, number, count, kind, stopped, phase, state, play, half, kicking, seconds, secondary,
    ) = HEAD.unpack_from(data)  # fmt: skip
    if version == 18:
        kind, stopped = stopped, 0
    if count > PLAYERS:
        raise OlympianError(f"{count} players a team in a packet with room for {PLAYERS}")
    size = TEAM.size + PLAYERS * PLAYER_BYTES[version]
    first = _team(data, HEAD.size, version)
    second = _team(data, HEAD.size + size, version)
    if first.number == second.number:
        raise OlympianError(f"team {first.number} plays against itself in a packet")
    return GamePacket(
        version, number, count, kind,
        look_up(STATES[version], state, "state"), (first, second),
        look_up(PHASES, phase, "phase"), look_up(SET_PLAYS[version], play, "set play"),
        bool(stopped), bool(half),
        kicker(kicking, (first.number, second.number)), seconds, secondary,
    )  # fmt: skip


def _team(data: bytes, at: int, version: int) -> TeamInfo:
    number, colour, keepers, keeper, score, shot, shots, budget = TEAM.unpack_from(data, at)
    at, size, words = at + TEAM.size, PLAYER_BYTES[version], PENALTIES[version]
    fields = [WORDS[field] for field in FIELDS[version]]
    players = []
    for start in range(at, at + PLAYERS * size, size):
        said = dict(zip(fields, data[start : start + size], strict=True))
        penalty = words.get(said.pop("penalty"), Penalty.OTHER)
        players.append(PlayerInfo(penalty, **said))
    return TeamInfo(number, colour, keepers, keeper, score, shot, shots, budget, tuple(players))


def _team_bytes(team: TeamInfo, version: int) -> bytes:
    if len(team.players) > PLAYERS:
        raise OlympianError(f"{len(team.players)} players: a team has {PLAYERS} at most")
    head = TEAM.pack(
        *(clipped(one, 0, 255) for one in (
            team.number, team.colour, team.goalkeeper_colour, team.goalkeeper, team.score,
            team.penalty_shot,
        )),
        clipped(team.single_shots, 0, 65535), clipped(team.message_budget or 0, 0, 65535),
    )  # fmt: skip
    codes, rows = PENALTIES[version], bytearray()
    for one in team.players:
        said = (
            code_of(codes, one.penalty, LAST_RESORT), one.seconds, one.warnings, one.cautions,
        )  # fmt: skip
        rows += bytes(clipped(said[field], 0, 255) for field in FIELDS[version])
    return head + bytes(rows).ljust(PLAYERS * PLAYER_BYTES[version], b"\0")
