"""A goalkeeper that sees a ball come: where it will pass, when, and what is quick enough."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from olympian.decision.world_model import TrackedBall
from olympian.football.body import Attention, PlayerCourse
from olympian.football.motions import Me, dive_to, stand, walk
from olympian.football.view import PlayerView
from olympian.records import Twist

__all__ = ["Coming", "block", "coming", "dive", "dives"]

FAST = 0.35
"""m/s towards the goal below which a ball is walked to."""
SOON_S = 4.0
"""Seconds within which a ball has to be there, to be worth a step."""
BESIDE = 0.25
"""Metres beside the posts at which a ball still counts as coming: eyes err."""
COVERS = 0.14
"""Metres to each side that a keeper covers that stands, with most of a ball's radius."""
REACHES = 1.05
"""Metres from where it stood that a diver covers with its hand, and a ball's radius."""
WALKS_S = 0.6
"""Seconds until a walk that begins now moves the body."""
LATE_S = 0.75
"""Seconds before the ball is there, when a keeper that is in doubt has to decide."""
SURE = 1.5
"""Standard deviations by which a ball has to miss what is covered, for an early dive."""


@dataclass(frozen=True, slots=True)
class Coming:
    """A ball that rolls towards the own goal, where it passes the keeper."""

    aside: float
    """Metres to the left of the robot."""
    sigma: float
    """Standard deviation of it."""
    seconds: float
    """Until then."""

    @property
    def side(self) -> str:
        """Where a keeper has to go."""
        return "left" if self.aside > 0.0 else "right"


def coming(view: PlayerView) -> Coming | None:
    """What rolls to the own goal by the robot's own eyes; None: nothing does."""
    ball = view.near.ball
    if ball is None or not ball.rolls or ball.v_ahead > -FAST or ball.ahead < 0.0:
        return None
    if not _towards_goal(view, ball):
        return None
    seconds = _seconds(ball)
    if seconds is None or seconds > SOON_S:
        return None
    slope = ball.v_left / ball.v_ahead
    way = np.array([-slope, 1.0, ball.ahead * slope / ball.v_ahead, -ball.ahead / ball.v_ahead])
    sigma = sqrt(max(float(way @ ball.covariance @ way), 0.0))
    return Coming(ball.left - ball.ahead * slope, sigma, seconds)


def _towards_goal(view: PlayerView, ball: TrackedBall) -> bool:
    """Does it cross the line between the posts, or nearly, before it lies?"""
    line, half = view.own_goal[0], view.means.pitch.goal_width / 2
    if ball.vx >= 0.0 or ball.stops_at[0] > line + 0.3:
        return False
    return abs(ball.y + ball.vy / ball.vx * (line - ball.x)) < half + BESIDE


def _seconds(ball: TrackedBall) -> float | None:
    """Until it is beside the robot, slower all the way; None: it lies before."""
    speed = float(np.hypot(ball.vx, ball.vy))
    rest = float(np.hypot(ball.stops_at[0] - ball.x, ball.stops_at[1] - ball.y))
    way = ball.ahead * speed / -ball.v_ahead
    if way >= rest:
        return None
    slows = speed * speed / (2.0 * rest)
    return (speed - sqrt(speed * speed - 2.0 * slows * way)) / slows


def dives(view: PlayerView) -> str:
    """The side to which only a dive is quick enough, once that is sure; empty: none is needed."""
    ball = coming(view)
    if ball is None or not view.means.dives:
        return ""
    if not COVERS < abs(ball.aside) < REACHES:
        return ""
    walked = view.means.top.side * max(ball.seconds - WALKS_S, 0.0)
    beyond = abs(ball.aside) - COVERS - walked
    doubt = 0.0 if ball.seconds < LATE_S else SURE * ball.sigma
    return ball.side if beyond > doubt else ""


async def block(me: Me) -> None:
    """Walk into the way of a ball that comes, or stand in it; ends when none comes any more."""
    while (ball := coming(me.world)) is not None and not dives(me.world):
        me.report(f"ball comes {ball.aside:.2f} m to the left in {ball.seconds:.1f} s")
        if abs(ball.aside) < COVERS / 2:
            me.below.keep(stand, Attention.BALL)
        else:
            top = me.world.means.top
            speed = min(max(2.0 * ball.aside, -top.side), top.side)
            me.below.steer(walk, PlayerCourse(Twist(left=speed), Attention.BALL))
        await me.tick()


async def dive(me: Me, side: str) -> None:
    """Fall into the way of the ball; the control module gets it up again.

    Fails on a robot that has no such movement.
    """
    await me.do(dive_to, side)
