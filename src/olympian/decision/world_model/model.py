"""What a robot believes about its surroundings, in one record."""

from dataclasses import dataclass
from enum import StrEnum
from math import hypot

from olympian.decision.localise import Certainty
from olympian.decision.navigate.obstacle import Disc
from olympian.geometry import Place, Vec

__all__ = ["Allegiance", "SearchChart", "TrackedBall", "TrackedRobot", "WorldModel"]


class Allegiance(StrEnum):
    """Whose robot it is."""

    OWN = "own"
    OPPONENT = "opponent"
    UNKNOWN = "unknown"
    """Its mark was not seen yet."""


@dataclass(frozen=True, eq=False)
class TrackedBall:
    """Where the ball is now, and where it goes."""

    x: float
    y: float
    """Metres in the frame of `RobotState.place`."""
    vx: float
    vy: float
    """m/s in the same axes."""
    ahead: float
    left: float
    """Metres from the robot as it stands now."""
    v_ahead: float
    v_left: float
    """m/s over the ground, in the robot's axes."""
    covariance: Vec
    """(4, 4) of ahead, left and both speeds: relative to the robot, however lost it is."""
    field_covariance: Vec
    """(4, 4) of x, y, vx and vy: with what the own place is uncertain by."""
    rolls: bool
    """Is its speed more than what the eyes err by?"""
    stops_at: tuple[float, float]
    """x and y where it will lie if nobody touches it."""
    certainty: float
    """Probability that there is a ball, 0 to 1."""
    seen_at: float
    """When it was seen last, by the clock of the sensors."""
    seen_by: int = 0
    """Number of the player who saw it; 0 is this robot itself."""

    @property
    def distance(self) -> float:
        """Metres from the robot."""
        return hypot(self.ahead, self.left)


@dataclass(frozen=True, eq=False)
class TrackedRobot:
    """Another robot. It keeps its number while something hides it."""

    id: int
    allegiance: Allegiance
    x: float
    y: float
    vx: float
    vy: float
    """Metres and m/s in the frame of `RobotState.place`."""
    ahead: float
    left: float
    """Metres from the robot as it stands now."""
    covariance: Vec
    """(2, 2) of ahead and left."""
    certainty: float
    seen_at: float


@dataclass(frozen=True, eq=False)
class SearchChart:
    """Where a ball may lie that nobody has found yet."""

    cells: Vec
    """(n, 2) x and y of the middles of equal squares."""
    probability: Vec
    """(n,) sums to 1."""


@dataclass(frozen=True, eq=False)
class WorldModel:
    """All that a robot believes about what is around it, at one instant."""

    t: float
    place: Place
    covariance: Vec
    """(3, 3) of the own place: x, y and yaw."""
    certainty: Certainty
    """How far the own place can be relied on."""
    ball: TrackedBall | None = None
    """None: it was never seen, or is not where it was."""
    robots: tuple[TrackedRobot, ...] = ()
    """The nearest first."""
    posts: tuple[tuple[float, float], ...] = ()
    """x and y of the goal posts that were seen in the last seconds."""
    chart: SearchChart | None = None
    """Where to search while there is no ball."""
    seen_at: float = float("nan")
    """When the last picture was taken that showed the ground."""

    @property
    def mates(self) -> tuple[TrackedRobot, ...]:
        """Robots of the own team."""
        return tuple(one for one in self.robots if one.allegiance is Allegiance.OWN)

    @property
    def opponents(self) -> tuple[TrackedRobot, ...]:
        """Robots of the other team."""
        return tuple(one for one in self.robots if one.allegiance is Allegiance.OPPONENT)

    @property
    def obstacles(self) -> tuple[Disc, ...]:
        """What a navigator has to go round, besides what its map shows."""
        robots = [Disc(one.x, one.y, ROBOT_RADIUS) for one in self.robots]
        return (*robots, *(Disc(x, y, POST_RADIUS) for x, y in self.posts))


ROBOT_RADIUS, POST_RADIUS = 0.2, 0.06
"""Metres: a small humanoid with its arms, and a goal post."""
