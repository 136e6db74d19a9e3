"""What a robot answers to a GameController."""

from dataclasses import dataclass
from math import isfinite
from struct import Struct

from olympian.errors import OlympianError

__all__ = ["GameReturn", "build_game_return", "parse_game_return"]

HEADER = b"RGrt"
RETURN, LEGACY = Struct("<4s4B6f"), Struct("<4s4B")
MM = 0.001
NEVER = -1.0
LEGACY_VERSION, VERSION = 2, 4
ALIVE = 2
"""Message of the legacy version: the robot is there."""
UPRIGHT, FALLEN = 0, 1


@dataclass(frozen=True, slots=True)
class GameReturn:
    """One robot's own account of itself."""

    team: int
    player: int
    fallen: bool = False
    pose: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """x, y and yaw on the field, whose x points to the opponents' goal: m, m, rad."""
    ball_age: float | None = None
    """Seconds since it saw the ball; None: it never did."""
    ball: tuple[float, float] = (0.0, 0.0)
    """Metres ahead and to the left."""


def build_game_return(answer: GameReturn, version: int = VERSION) -> bytes:
    """Its bytes: 32, or 8 in the legacy version 2, which says only that the robot is there."""
    if version == LEGACY_VERSION:
        return LEGACY.pack(HEADER, LEGACY_VERSION, answer.team & 255, answer.player & 255, ALIVE)
    if version != VERSION:
        raise OlympianError(f"no GameController takes answers of version {version}: 4 or 2")
    x, y, yaw = answer.pose
    ahead, left = answer.ball
    age = NEVER if answer.ball_age is None else answer.ball_age
    return RETURN.pack(
        HEADER, VERSION, answer.player & 255, answer.team & 255,
        FALLEN if answer.fallen else UPRIGHT, x / MM, y / MM, yaw, age, ahead / MM, left / MM,
    )  # fmt: skip


def parse_game_return(data: bytes) -> GameReturn:
    """What a robot answered.

    Raises: OlympianError: these are not the bytes of an answer.
    """
    wrong = OlympianError(f"{len(data)} bytes are no answer to a GameController")
    if len(data) not in (RETURN.size, LEGACY.size) or data[:4] != HEADER:
        raise wrong
    if len(data) == LEGACY.size:
        _, version, team, player, _ = LEGACY.unpack(data)
        if version != LEGACY_VERSION:
            raise wrong
        return GameReturn(team, player)
    _, version, player, team, fallen, x, y, yaw, age, ahead, left = RETURN.unpack(data)
    if version != VERSION or fallen > 1 or not all(map(isfinite, (x, y, yaw, age, ahead, left))):
        raise wrong
    return GameReturn(
        team, player, bool(fallen), (x * MM, y * MM, yaw), None if age < 0.0 else age,
        (ahead * MM, left * MM),
    )  # fmt: skip
