"""Version 12, which the Humanoid league spoke until 2025: 688 bytes.

| bytes | little endian |
|---|---|
| 4–8 | version (two bytes), packet number, players per team, type of the game |
| 9–12 | state, first half, team with kick-off, secondary state |
| 13–16 | of a set play: its team, and how far it is (0 freeze, 1 place the ball, 2 freeze again) |
| 17–23 | drop-in team and its time, seconds remaining, secondary time |
| 24– | two teams: six bytes, the coach's message, the coach and eleven players of six bytes each |
"""

from struct import Struct

from olympian.errors import OlympianError
from olympian.team.game.codes import LAST_RESORT, PENALTIES, SECONDARY, STATES, code_of
from olympian.team.game.packet import GamePacket, GamePhase, Penalty, PlayerInfo, SetPlay, TeamInfo
from olympian.team.packing import NOBODY, clipped, kicker, look_up

__all__ = ["LEGACY_BYTES", "build_legacy", "parse_legacy"]

VERSION = 12
HEAD, TEAM, ROBOT = Struct("<4sH7B4sB3h"), Struct("<4BHB253s6s"), Struct("<6B")
PLAYERS = 11
TEAM_BYTES = TEAM.size + PLAYERS * ROBOT.size
LEGACY_BYTES = HEAD.size + 2 * TEAM_BYTES
FREEZE, PLACE = 0, 1
"""How far a set play is: in other steps than `PLACE` nobody may move."""


def parse_legacy(data: bytes) -> GamePacket:
    """What a packet of this version and length says.

    Raises: OlympianError: a code means nothing.
    """
    (
        _, version, number, count, kind, state, half, kicking, secondary, info, _, _, seconds, more,
    ) = HEAD.unpack_from(data)  # fmt: skip
    if version != VERSION or count > PLAYERS:
        raise OlympianError(f"version {version} with {count} players a team is not {VERSION}")
    first, second = _team(data, HEAD.size), _team(data, HEAD.size + TEAM_BYTES)
    if first.number == second.number:
        raise OlympianError(f"team {first.number} plays against itself in a packet")
    phase, play = look_up(SECONDARY, secondary, "secondary state")
    if play is not SetPlay.NONE:
        kicking = info[0]
    return GamePacket(
        VERSION, number, count, kind, look_up(STATES[VERSION], state, "state"), (first, second),
        phase, play, play is not SetPlay.NONE and info[1] != PLACE, bool(half),
        kicker(kicking, (first.number, second.number)), seconds, more,
    )  # fmt: skip


def build_legacy(packet: GamePacket) -> bytes:
    """The bytes of this version. It can stop a game only in a set play.

    Raises: OlympianError: it has no room for so many players.
    """
    kicking = NOBODY if packet.kicking_team is None else packet.kicking_team & 255
    play = packet.set_play is not SetPlay.NONE
    phase = GamePhase.NORMAL if play else packet.phase
    secondary = next(code for code, one in SECONDARY.items() if one == (phase, packet.set_play))
    info = bytes((kicking, FREEZE if packet.stopped else PLACE, 0, 0)) if play else bytes(4)
    head = HEAD.pack(
        b"RGme", VERSION, packet.number & 255, clipped(packet.players_per_team, 0, PLAYERS),
        clipped(packet.competition, 0, 255), code_of(STATES[VERSION], packet.state),
        packet.first_half, kicking, secondary, info, 0, 0,
        clipped(packet.seconds_remaining, -32768, 32767),
        clipped(packet.secondary_seconds, -32768, 32767),
    )  # fmt: skip
    return head + b"".join(map(_team_bytes, packet.teams))


def _team(data: bytes, at: int) -> TeamInfo:
    number, colour, score, shot, shots, _, _, _ = TEAM.unpack_from(data, at)
    rows = [
        ROBOT.unpack_from(data, at + TEAM.size + i * ROBOT.size) for i in range(PLAYERS)
    ]  # fmt: skip
    keeper = next((i for i, row in enumerate(rows, 1) if row[5]), 0)
    return TeamInfo(
        number, colour, colour, keeper, score, shot, shots, None, tuple(map(_player, rows))
    )


def _player(row: tuple[int, ...]) -> PlayerInfo:
    code, seconds, warnings, yellow, red, _ = row
    penalty = PENALTIES[VERSION].get(code, Penalty.OTHER)
    if red and penalty in (Penalty.NONE, Penalty.OTHER):
        penalty = Penalty.SENT_OFF
    return PlayerInfo(penalty, seconds, warnings, yellow)


def _team_bytes(team: TeamInfo) -> bytes:
    if len(team.players) > PLAYERS:
        raise OlympianError(
            f"{len(team.players)} players: a team has {PLAYERS} at most in version {VERSION}"
        )
    head = TEAM.pack(
        *(clipped(one, 0, 255) for one in (
            team.number, team.colour, team.score, team.penalty_shot,
        )),
        clipped(team.single_shots, 0, 65535), 0, bytes(253), bytes(6),
    )  # fmt: skip
    rows = bytearray()
    for i, one in enumerate(team.players, 1):
        said = (
            code_of(PENALTIES[VERSION], one.penalty, LAST_RESORT), one.seconds, one.warnings,
            one.cautions, one.penalty is Penalty.SENT_OFF, i == team.goalkeeper,
        )  # fmt: skip
        rows += bytes(clipped(int(number), 0, 255) for number in said)
    return head + bytes(rows).ljust(PLAYERS * ROBOT.size, b"\0")
