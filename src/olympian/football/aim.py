"""Directions in which a ball is worth kicking."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, atan2, hypot, pi, remainder, tau

from olympian.decision.navigate import Disc
from olympian.world import Pitch

__all__ = ["KickWindow", "blocked", "goal_window", "into_the_field"]

SPARE = 0.3
"""Metres from the middle of a post inside which a ball is not aimed."""
FAR = 2.5
"""Metres to the goal beyond which no kick reaches it: ahead is good enough then."""
AHEAD = 0.5
"""rad to either side that is ahead enough."""
ROBOT_AND_BALL = 0.3
"""Metres from the middle of a robot within which a ball meets it."""
ALONG, FACES = 0.4, 1.0
"""rad from the side line within which a throw-in may go out again, and by which the face of who
takes it may be off the way into the field."""
LANE = 2.0
"""Metres of a kick that have to be free of robots."""


@dataclass(frozen=True, slots=True)
class KickWindow:
    """Directions on the field, rad from the x axis."""

    middle: float
    half: float
    """rad to either side that is good too."""
    faces: tuple[float, float] | None = None
    """Heading that the robot should have, and by how much it may be off; None: any."""

    def off(self, direction: float) -> float:
        """How far beside the middle a direction is, as a share of the half: 1 is the edge."""
        return remainder(direction - self.middle, tau) / self.half

    def faced(self, yaw: float) -> bool:
        """May a robot with this heading kick?"""
        return self.faces is None or abs(remainder(yaw - self.faces[0], tau)) <= self.faces[1]

    def at(self, share: float) -> float:
        """The direction so far to the left of the middle; 1 is the left edge."""
        return remainder(self.middle + share * self.half, tau)


def goal_window(pitch: Pitch, x: float, y: float) -> KickWindow:
    """Directions into the opponents' goal from a ball at (x, y); just ahead from far away."""
    line, inside = pitch.length / 2, pitch.goal_width / 2 - SPARE
    depth = max(line - x, 0.1)
    left, right = atan2(inside - y, depth), atan2(-inside - y, depth)
    middle, half = (left + right) / 2, (left - right) / 2
    if hypot(line - x, y) > FAR:
        middle, half = _kept_inside(pitch, y, atan2(-y, depth)), max(half, AHEAD)
    return KickWindow(middle, max(half, 0.1))


def _kept_inside(pitch: Pitch, y: float, direction: float) -> float:
    """Near a side line a ball goes away from it."""
    edge = pitch.width / 2 - abs(y)
    if edge > 0.6:
        return direction
    inward = -0.35 if y > 0 else 0.35
    return min(direction, inward) if y > 0 else max(direction, inward)


def into_the_field(window: KickWindow, y: float) -> KickWindow:
    """The part of a window that leads away from the side line, for a robot that faces the field.

    Args: y: of the ball.
    """
    inward = -pi / 2 if y > 0.0 else pi / 2
    most = pi / 2 - ALONG
    off = remainder(window.middle - inward, tau)
    left, right = min(off + window.half, most), max(off - window.half, -most)
    if left <= right:  # none of it does: the nearest direction that is good
        left = right = min(max(off, -most), most)
    middle = remainder(inward + (left + right) / 2, tau)
    return KickWindow(middle, max((left - right) / 2, 0.1), (inward, FACES))


def blocked(
    ball: tuple[float, float], direction: float, robots: Sequence[Disc], lane: float = LANE
) -> bool:
    """Does a robot stand where the ball would roll?"""
    for robot in robots:
        dx, dy = robot.x - ball[0], robot.y - ball[1]
        far = hypot(dx, dy)
        if far > lane:
            continue
        half = pi / 2 if far < ROBOT_AND_BALL else asin(ROBOT_AND_BALL / far)
        if abs(remainder(atan2(dy, dx) - direction, tau)) < half:
            return True
    return False
