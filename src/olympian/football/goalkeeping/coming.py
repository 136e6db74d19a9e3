"""A ball that comes: where it will pass a goalkeeper, when, and how sure that is."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from olympian.decision.world_model import TrackedBall
from olympian.football.view import PlayerView

__all__ = ["Coming", "coming"]

FAST = 0.35
"""m/s towards the goal below which a ball is walked to."""
SOON_S = 4.0
"""Seconds within which a ball has to be there, to be worth a step."""
BESIDE = 0.25
"""Metres beside the posts at which a ball still counts as coming: eyes err."""


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
