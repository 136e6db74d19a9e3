"""The way to a stance behind the ball: fast from afar, round the ball, slowly at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, atan2, cos, hypot, pi, remainder, sin, sqrt, tau

from olympian.geometry import Place
from olympian.motion import TopSpeed
from olympian.records import Twist

__all__ = ["ApproachRule", "approach"]


@dataclass(frozen=True, slots=True)
class ApproachRule:
    """Numbers of it, found by looking at paths on tuning seeds."""

    orbit: float = 0.31
    """Metres from the ball at which it is gone round and not touched."""
    step: float = 0.55
    """rad round the ball that it looks ahead."""
    brake: float = 0.2
    """m/s² at which it slows down towards the stance."""
    slow: float = 0.05
    """m/s with which it arrives."""
    arrive: float = 0.9
    """1/s: the last decimetres take as long, however far they are."""
    near: float = 0.7
    """Metres from the stance from which on it faces the ball, or as it will stand."""
    behind: tuple[float, float] = (0.5, 1.2)
    """rad round the ball that are left when it faces as it will stand, and when still the ball."""
    turned: tuple[float, float] = (0.25, 0.8)
    """rad off its last heading: up to where it comes near the ball, and from where it stays off."""
    turn_gain: float = 1.6
    """1/s."""
    turn: float = 1.0
    """rad/s near the ball: what a body walks turns with it."""
    body: float = 0.42
    """Metres between the middles of two robots that pass each other."""
    ahead_s: float = 1.5
    """Seconds ahead in which it gets out of the way of what stands there."""


def approach(
    there: Place,
    ball: tuple[float, float],
    top: TopSpeed,
    obstacles: Sequence[tuple[float, float]] = (),
    rule: ApproachRule = ApproachRule(),  # noqa: B008  it is frozen
) -> Twist:
    """The velocity of this tick.

    Args:
        there: the stance, in the robot's axes.
        ball: metres ahead and left.
        obstacles: robots, metres ahead and left.
    """
    x, y, left = waypoint(_kept_off(there, ball, rule), ball, rule)
    x, y = _beside(x, y, obstacles, rule)
    far = hypot(x, y)
    speed = min(rule.slow + rule.arrive * left, sqrt(2.0 * rule.brake * left))
    heading = _heading(there, ball, (x, y), left, rule)
    most = top.turn if left > rule.near else min(rule.turn, top.turn)
    turn = min(max(rule.turn_gain * heading, -most), most)
    if far < 1e-6:
        return Twist(0.0, 0.0, turn)
    speed = min(speed, top.ahead)
    if left > rule.near:  # it turns before it runs
        speed *= max(cos(heading), 0.0)
    return top.admit(Twist(speed * x / far, speed * y / far, turn))[0]


def _kept_off(there: Place, ball: tuple[float, float], rule: ApproachRule) -> Place:
    """The stance, further from the ball as long as the robot has to turn: its toes need room."""
    dx, dy = there.x - ball[0], there.y - ball[1]
    reach, (near, far) = hypot(dx, dy), rule.turned
    share = min(max((abs(remainder(there.yaw, tau)) - near) / (far - near), 0.0), 1.0)
    scale = 1.0 + share * max(rule.orbit / max(reach, 1e-6) - 1.0, 0.0)
    return Place(ball[0] + scale * dx, ball[1] + scale * dy, there.yaw)


def waypoint(
    there: Place, ball: tuple[float, float], rule: ApproachRule
) -> tuple[float, float, float]:
    """x and y to go to now, round the ball where it is in the way, and metres of way left."""
    bx, by = ball
    away = hypot(bx, by)
    here, goal = atan2(-by, -bx), atan2(there.y - by, there.x - bx)
    round_it = remainder(goal - here, tau)
    reach = hypot(there.x - bx, there.y - by)
    direct = hypot(there.x, there.y)
    if _free((0.0, 0.0), (there.x, there.y), ball, min(rule.orbit, reach) * 0.93):
        return there.x, there.y, direct
    # as far round as can be seen from here: a tangent of the circle
    seen = acos(min(rule.orbit / max(away, 1e-6), 1.0))
    most = max(seen, rule.step)
    part = min(max(round_it, -most), most)
    radius = rule.orbit if abs(round_it) > most else reach + (rule.orbit - reach) * abs(part) / pi
    x, y = bx + radius * cos(here + part), by + radius * sin(here + part)
    rest = abs(round_it - part) * rule.orbit + abs(rule.orbit - reach)
    return x, y, hypot(x, y) + rest


def _heading(
    there: Place,
    ball: tuple[float, float],
    way: tuple[float, float],
    left: float,
    rule: ApproachRule,
) -> float:
    """rad to turn: along the way from afar, to the ball while it goes round it, then as it will
    stand."""
    along, to_ball = atan2(way[1], way[0]), atan2(ball[1], ball[0])
    goal = atan2(there.y - ball[1], there.x - ball[0])
    round_it = abs(remainder(goal - atan2(-ball[1], -ball[0]), tau))
    near, far = rule.behind
    final = _between(there.yaw, to_ball, (round_it - near) / (far - near))
    return _between(final, along, (left - rule.near) / (0.5 * rule.near))


def _between(one: float, other: float, share: float) -> float:
    """From one angle to another, by a share that is cut to 0…1."""
    return remainder(one + min(max(share, 0.0), 1.0) * remainder(other - one, tau), tau)


def _beside(
    x: float, y: float, obstacles: Sequence[tuple[float, float]], rule: ApproachRule
) -> tuple[float, float]:
    """The same way, turned so that it passes by whatever stands in it."""
    far = hypot(x, y)
    for ox, oy in sorted(obstacles, key=lambda one: hypot(*one)):
        away = hypot(ox, oy)
        if away > min(far, 1.2) + rule.body / 2 or far < 1e-6:
            continue
        off = remainder(atan2(y, x) - atan2(oy, ox), tau)
        half = pi / 2 if away <= rule.body else acos(sqrt(1.0 - (rule.body / away) ** 2))
        if abs(off) < half:
            way = atan2(oy, ox) + (half if off >= 0.0 else -half)
            return far * cos(way), far * sin(way)
    return x, y


def _free(
    a: tuple[float, float], b: tuple[float, float], ball: tuple[float, float], radius: float
) -> bool:
    """Does a straight way keep its distance from the ball?"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if length < 1e-9:
        return True
    share = min(max(((ball[0] - a[0]) * dx + (ball[1] - a[1]) * dy) / length, 0.0), 1.0)
    return hypot(a[0] + share * dx - ball[0], a[1] + share * dy - ball[1]) >= radius
