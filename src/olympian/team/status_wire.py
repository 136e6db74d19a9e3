"""A status message in at most 128 bytes, and back.

| bytes | little endian |
|---|---|
| 0–2 | "OT", version |
| 3–4 | numbers of team and player |
| 5–8 | which start of the program, number of the message (two bytes each) |
| 9–12 | clock of the sender, ms |
| 13 | role (4 bits), intention (4) |
| 14 | able (1 bit), fallen (1), ready to kick (1), how many mates follow (5) |
| 15–16 | time to the ball, 10 ms; 65535: never |
| 17–18 | who attacks, how often that has changed |
| 7 bytes each | mates: number, their clock when they were heard last (ms), how long ago (ms) |
| the rest | the world, as in `olympian.decision.team_world` |
"""

from dataclasses import dataclass
from math import inf, isfinite
from struct import Struct

from olympian.decision.team_world import MOST_BYTES, decode, encode
from olympian.errors import OlympianError
from olympian.team.packing import clipped
from olympian.team.status import TeamIntention, TeamRole, TeamStatus

__all__ = ["MATES", "MESSAGE_BYTES", "Echo", "TeamMessage", "decode_message", "encode_message"]

MAGIC, VERSION = b"OT", 1
HEAD, ECHO = Struct("<2s3B2HI2BH2B"), Struct("<BIH")
MATES = 6
"""As many mates as are told of, the ones heard last first."""
MESSAGE_BYTES = 128
"""What the rules of 2025 allow."""
ROLES, INTENTIONS = tuple(TeamRole), tuple(TeamIntention)
CLOCK, MS, CS = 1 << 32, 0.001, 0.01
NEVER, LONGEST = 65535, 65534


@dataclass(frozen=True, slots=True)
class Echo:
    """When a mate was heard last: it learns from this how late it is on the sender's clock."""

    player: int
    clock: float
    """What its message said, by its clock, s."""
    ago: float
    """Seconds from hearing it to sending this."""


@dataclass(frozen=True, eq=False)
class TeamMessage:
    """A status on its way."""

    team: int
    status: TeamStatus
    clock: float
    """When it was sent, by the sender's clock, s."""
    number: int = 0
    """Counts the messages of one start of the program, modulo 65536."""
    start: int = 0
    """Tells one start of the program from the next."""
    echoes: tuple[Echo, ...] = ()


def encode_message(message: TeamMessage) -> bytes:
    """Its bytes, `MESSAGE_BYTES` at most.

    Raises: OlympianError: a number is none, or team and player are not 1 to 255.
    """
    one = message.status
    if not (1 <= message.team <= 255 and 1 <= one.player <= 255):
        raise OlympianError(f"player {one.player} of team {message.team}: both are 1 to 255")
    if not isfinite(message.clock):
        raise OlympianError(f"player {one.player} has no clock")
    echoes = message.echoes[:MATES]
    what = ROLES.index(one.role) | INTENTIONS.index(one.intention) << 4
    flags = one.able | one.fallen << 1 | one.kick_ready << 2 | len(echoes) << 3
    far = clipped(round(one.ball_time / CS), 0, LONGEST) if one.ball_time < inf else NEVER
    head = HEAD.pack(
        MAGIC, VERSION, message.team, one.player, message.start & 65535, message.number & 65535,
        round(message.clock / MS) % CLOCK, what, flags, far, one.attacker & 255, one.epoch & 255,
    )  # fmt: skip
    rows = b"".join(
        ECHO.pack(
            echo.player & 255, round(echo.clock / MS) % CLOCK,
            clipped(round(echo.ago / MS), 0, 65535),
        )
        for echo in echoes
    )  # fmt: skip
    return head + rows + (b"" if one.world is None else encode(one.world))


def decode_message(data: bytes) -> TeamMessage:
    """What a message tells; its world's time is by the sender's clock.

    Raises: OlympianError: these are not the bytes of a message.
    """
    wrong = OlympianError(f"{len(data)} bytes are no message of a team mate")
    if not HEAD.size <= len(data) <= MESSAGE_BYTES or data[:3] != MAGIC + bytes((VERSION,)):
        raise wrong
    (
        _, _, team, player, start, number, clock, what, flags, far, attacker, epoch,
    ) = HEAD.unpack_from(data)  # fmt: skip
    count, role, intention = flags >> 3, what & 15, what >> 4
    at = HEAD.size + count * ECHO.size
    known = role < len(ROLES) and intention < len(INTENTIONS) and count <= MATES
    if not (team and player and known and at <= len(data)):
        raise wrong
    echoes = tuple(
        Echo(mate, ticks * MS, ago * MS)
        for mate, ticks, ago in ECHO.iter_unpack(data[HEAD.size : at])
    )
    world = decode(data[at:]) if at < len(data) else None
    if world is not None and world.player != player:
        raise wrong
    status = TeamStatus(
        player, ROLES[role], INTENTIONS[intention], inf if far == NEVER else far * CS,
        bool(flags & 1), bool(flags & 2), bool(flags & 4), attacker, epoch, world,
    )  # fmt: skip
    return TeamMessage(team, status, clock * MS, number, start, echoes)


assert HEAD.size + MATES * ECHO.size + MOST_BYTES <= MESSAGE_BYTES
