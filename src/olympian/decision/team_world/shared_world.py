"""What a player tells its team of its world: places on the field, and how surely."""

from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np

from olympian.decision.localise import Certainty
from olympian.decision.world_model import Allegiance, TrackedRobot, WorldModel
from olympian.geometry import Place, Vec, frozen

__all__ = ["ROBOTS", "SharedBall", "SharedRobot", "SharedWorld", "share"]

ROBOTS = 7
"""As many robots as a message has room for, the nearest first."""


@dataclass(frozen=True, eq=False)
class SharedBall:
    """A ball on the field."""

    x: float
    y: float
    vx: float
    vy: float
    """Metres and m/s."""
    covariance: Vec
    """(2, 2) of x and y."""
    v_spread: float
    """m/s: standard deviation of its speed."""
    age: float
    """Seconds since it was seen."""
    certainty: float
    """Probability that it is there, 0 to 1."""
    seen_by: int
    """Number of the player who saw it last."""


@dataclass(frozen=True)
class SharedRobot:
    """A robot that somebody saw on the field."""

    x: float
    y: float
    spread: float
    """Metres: standard deviation to either side."""
    allegiance: Allegiance
    certainty: float


@dataclass(frozen=True, eq=False)
class SharedWorld:
    """One player's world. x points to the goal that its team attacks."""

    player: int
    """Number on its back, 1 to 255."""
    t: float
    """Seconds, by the clock of whoever holds it: a receiver writes its own time of arrival here."""
    place: Place
    covariance: Vec
    """(3, 3) of x, y and yaw."""
    certainty: Certainty
    ball: SharedBall | None = None
    robots: tuple[SharedRobot, ...] = ()


def share(world: WorldModel, player: int) -> SharedWorld:
    """What a player tells of its world. Args: player: its number, 1 to 255."""
    ball = world.ball
    told = None
    if ball is not None:
        P = ball.field_covariance
        told = SharedBall(
            ball.x, ball.y, ball.vx, ball.vy, frozen(P[:2, :2]), sqrt(np.trace(P[2:, 2:]) / 2),
            world.t - ball.seen_at, ball.certainty, ball.seen_by or player,
        )  # fmt: skip
    robots = tuple(_robot(world, one) for one in world.robots[:ROBOTS])
    return SharedWorld(
        player, world.t, world.place, world.covariance, world.certainty, told, robots
    )


def _robot(world: WorldModel, one: TrackedRobot) -> SharedRobot:
    """What the own place is uncertain by, the others' places are uncertain by as well."""
    own, far = world.covariance, hypot(one.ahead, one.left)
    squares = np.trace(one.covariance) + np.trace(own[:2, :2]) + own[2, 2] * far * far
    return SharedRobot(one.x, one.y, sqrt(float(squares) / 2), one.allegiance, one.certainty)
