"""A player's world in at most 60 bytes, and back.

| bytes | little endian |
|---|---|
| 0 | version |
| 1 | number of the player |
| 2 | certainty of its place (2 bits), is there a ball (1), how many robots (3) |
| 3–6 | clock of the sender, ms |
| 7–12 | x, y in mm, yaw in 2π / 65536 |
| 13–18 | standard deviations of the three, then their correlations |
| 12 bytes | the ball: x, y, vx, vy, deviations of x and y, correlation, of speed, age, certainty |
| 4 bytes each | robots: x and y in cm (12 bits each), team (2 bits), deviation (3), certainty (3) |
"""

from collections.abc import Iterator
from math import isfinite, pi, sqrt
from struct import Struct

import numpy as np

from olympian.decision.localise import Certainty
from olympian.decision.team_world.shared_world import ROBOTS, SharedBall, SharedRobot, SharedWorld
from olympian.decision.world_model import Allegiance
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec, frozen

__all__ = ["MOST_BYTES", "decode", "encode"]

VERSION = 1
HEAD, BALL, ROBOT = Struct("<BBBIhhhBBBbbb"), Struct("<hhbbBBbBBB"), Struct("<I")
MOST_BYTES = HEAD.size + BALL.size + ROBOTS * ROBOT.size
"""59: a status packet of 128 bytes has room for it."""
CLOCK = 1 << 32
MM, CM, SLOW = 0.001, 0.01, 0.05
"""m, m and m/s to a unit of places, of other robots' places, and of the ball's speed."""
LEAST, RATIO = 0.001, 1.045
"""The least standard deviation, and the ratio from one to the next: 1 mm to 75 m."""
COARSE, WIDER = 0.05, 1.8
"""The same for robots: 5 cm to 3 m in eight steps."""
AGE, ALIKE = 0.1, 127
WORDS, TEAMS = tuple(Certainty), tuple(Allegiance)


def encode(world: SharedWorld) -> bytes:
    """A message of `MOST_BYTES` at most; what lies beyond 32 m is told to lie at 32 m.

    Raises: OlympianError: a number is not finite, the player has none, or robots are too many.
    """
    _check(world)
    ball, robots = world.ball, world.robots
    flags = WORDS.index(world.certainty) | (ball is not None) << 2 | len(robots) << 3
    clock = round(world.t / MM) % CLOCK
    place, P = world.place, world.covariance
    head = HEAD.pack(
        VERSION, world.player, flags, clock, _short(place.x), _short(place.y), _angle(place.yaw),
        *(_deviation(P[i, i]) for i in range(3)),
        *(_correlation(P, i, j) for i, j in ((0, 1), (0, 2), (1, 2))),
    )  # fmt: skip
    told = b"" if ball is None else _ball_bytes(ball)
    return head + told + b"".join(map(_robot_bytes, robots))


def decode(message: bytes) -> SharedWorld:
    """What a message tells. It says how old the sender's clock was, not when it was received.

    Raises: OlympianError: these are not the bytes of a message.
    """
    if len(message) < HEAD.size or message[0] != VERSION:
        raise OlympianError(f"{len(message)} bytes are no message of a player's world")
    _, player, flags, clock, x, y, yaw, *spread = HEAD.unpack_from(message)
    word, has_ball, count = flags & 3, flags >> 2 & 1, flags >> 3
    wanted = HEAD.size + has_ball * BALL.size + count * ROBOT.size
    if word >= len(WORDS) or not player or count > ROBOTS or len(message) != wanted:
        raise OlympianError(f"{len(message)} bytes are no message of a player's world")
    after = HEAD.size + has_ball * BALL.size
    return SharedWorld(
        player,
        clock * MM,
        Place(x * MM, y * MM, yaw * pi / (1 << 15)),
        _covariance(spread[:3], spread[3:]),
        WORDS[word],
        _ball(message, player) if has_ball else None,
        tuple(_robots(message[after:])),
    )


def _check(world: SharedWorld) -> None:
    numbers = [world.t, *world.place, *np.ravel(world.covariance).tolist()]
    if (ball := world.ball) is not None:
        numbers += [ball.x, ball.y, ball.vx, ball.vy, *np.ravel(ball.covariance).tolist()]
        numbers += [ball.v_spread, ball.age, ball.certainty]
    for one in world.robots:
        numbers += [one.x, one.y, one.spread, one.certainty]
    if not all(map(isfinite, numbers)):
        raise OlympianError(f"player {world.player} cannot tell of a place that is no number")
    if not 1 <= world.player <= 255 or len(world.robots) > ROBOTS:
        raise OlympianError(
            f"player {world.player} with {len(world.robots)} robots: "
            f"players are 1 to 255, and there is room for {ROBOTS} robots"
        )


def _ball_bytes(ball: SharedBall) -> bytes:
    P = ball.covariance
    return BALL.pack(
        _short(ball.x), _short(ball.y),
        _clamped(ball.vx / SLOW, 127), _clamped(ball.vy / SLOW, 127),
        _deviation(P[0, 0]), _deviation(P[1, 1]), _correlation(P, 0, 1),
        _deviation(ball.v_spread**2),
        _share(ball.age / AGE, 255), _share(ball.certainty * 255, 255),
    )  # fmt: skip


def _ball(message: bytes, player: int) -> SharedBall:
    x, y, vx, vy, *spread, fast, age, share = BALL.unpack_from(message, HEAD.size)
    P = _covariance(spread[:2], spread[2:])
    speed = LEAST * RATIO**fast
    return SharedBall(
        x * MM, y * MM, vx * SLOW, vy * SLOW, P, speed, age * AGE, share / 255, player
    )


def _robot_bytes(one: SharedRobot) -> bytes:
    x, y = (_clamped(value / CM, 2047) & 4095 for value in (one.x, one.y))
    wide = _share(np.log(max(one.spread, COARSE) / COARSE) / np.log(WIDER), 7)
    last = TEAMS.index(one.allegiance) | wide << 2 | _share(one.certainty * 7, 7) << 5
    return ROBOT.pack(x | y << 12 | last << 24)


def _robots(rest: bytes) -> Iterator[SharedRobot]:
    for (bits,) in ROBOT.iter_unpack(rest):
        x, y = (
            value - 4096 if value > 2047 else value for value in (bits & 4095, bits >> 12 & 4095)
        )
        last = bits >> 24
        if last & 3 >= len(TEAMS):
            raise OlympianError("a robot of no team in a message of a player's world")
        wide = COARSE * WIDER ** (last >> 2 & 7)
        yield SharedRobot(x * CM, y * CM, wide, TEAMS[last & 3], (last >> 5) / 7)


def _clamped(value: float, most: int) -> int:
    return round(min(max(value, -most), most))


def _share(value: float, most: int) -> int:
    return round(min(max(value, 0.0), most))


def _short(metres: float) -> int:
    return _clamped(metres / MM, 32767)


def _angle(yaw: float) -> int:
    return (round(yaw * (1 << 15) / pi) + (1 << 15)) % (1 << 16) - (1 << 15)


def _deviation(variance: float) -> int:
    sigma = sqrt(max(float(variance), LEAST**2))
    return _share(np.log(sigma / LEAST) / np.log(RATIO), 255)


def _correlation(P: Vec, i: int, j: int) -> int:
    both = sqrt(max(float(P[i, i] * P[j, j]), LEAST**4))
    return _clamped(float(P[i, j]) / both * ALIKE, ALIKE)


def _covariance(deviations: list[int], correlations: list[int]) -> Vec:
    """From deviations and correlations; whatever bytes come, it is that of something."""
    sigma = LEAST * RATIO ** np.array(deviations, dtype=float)
    C = np.eye(len(sigma))
    C[np.triu_indices(len(sigma), 1)] = np.array(correlations) / ALIKE
    C = np.triu(C) + np.triu(C, 1).T
    values, axes = np.linalg.eigh(C)
    C = (axes * np.maximum(values, 1e-3)) @ axes.T
    return frozen(C * np.outer(sigma, sigma))
