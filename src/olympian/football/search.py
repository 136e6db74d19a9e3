"""The behaviour that finds a lost ball."""

from math import atan2, cos, hypot, pi, remainder, sin, tau

import numpy as np

from olympian.decision.navigate import Goal
from olympian.football.body import PlayerCourse
from olympian.football.motions import Me, go, stand, walk
from olympian.football.view import BallView, PlayerView
from olympian.records import Twist

__all__ = ["in_sight", "search_ball"]

FRESH_S, AFAR_S = 1.0, 6.0
"""Seconds without a sight after which a ball at the feet is lost, and one far away."""
LOOK_S = 2.0
"""Seconds of standing and looking before it turns."""
TURN = 0.9
"""rad/s on the spot while it searches."""
ROUND = 1.8 * pi
NEAR, BACK, BACK_S = 0.6, 0.12, 5.0
"""Metres within which a lost ball may lie unseen at the feet, and m/s and seconds of walking back
from there."""
GOES_S = 15.0
"""Seconds for which it walks to a place to look from there."""
SEES_FROM = 0.8
"""Metres before a place from which it is looked at."""


async def search_ball(me: Me) -> None:
    """Look round, turn round, then go where the ball may be; ends when it is in sight."""
    if await _look(me) or await _step_back(me) or await _turn_round(me):
        return
    while not await _go_and_look(me):
        await me.tick()


def in_sight(ball: BallView | None) -> bool:
    """Is it known where the ball lies? The farther away, the longer a sight is good for."""
    if ball is None:
        return False
    if ball.blind:
        return True  # while it is remembered at all
    share = min(ball.distance / 2.0, 1.0)
    return ball.age < FRESH_S + share * (AFAR_S - FRESH_S)


async def _look(me: Me) -> bool:
    me.report("looks round")
    me.below.keep(stand)
    return await me.until(lambda: in_sight(me.world.ball), within=LOOK_S)


async def _step_back(me: Me) -> bool:
    """A robot that cannot look down may stand over the ball."""
    last = me.world.near.ball
    if me.world.means.looks_down or last is None or last.distance > NEAR:
        return False
    me.report("steps back")
    me.below.steer(walk, PlayerCourse(Twist(-BACK)))
    return await me.until(lambda: in_sight(me.world.ball), within=BACK_S)


async def _turn_round(me: Me) -> bool:
    turned, last, turn = 0.0, me.world.place.yaw, side(me.world) * TURN
    while turned < ROUND:
        me.below.steer(walk, PlayerCourse(Twist(turn=turn)))
        await me.tick()
        if in_sight(me.world.ball):
            return True
        now = me.world.place.yaw
        turned, last = turned + abs(remainder(now - last, tau)), now
        me.report(f"turned by {turned:.1f} rad")
    return False


async def _go_and_look(me: Me) -> bool:
    goal = likely(me.world)
    me.report(f"goes to where the ball may be, ({goal.x:.1f}, {goal.y:.1f})")
    going, end = me.below.switch(go, goal), me.t + GOES_S
    while going.running and me.t < end:
        await me.tick()
        if in_sight(me.world.ball):
            return True
    return await _look(me)


def side(view: PlayerView) -> float:
    """To which side to turn first, 1 for the left: to where the ball was, or may be."""
    if (ball := view.near.ball) is not None:
        return 1.0 if ball.left >= 0.0 else -1.0
    goal = likely(view)
    _, left = view.place.seen(goal.x, goal.y)
    return 1.0 if left >= 0.0 else -1.0


def likely(view: PlayerView) -> Goal:
    """A place from which the likeliest part of the field can be seen."""
    chart, here = view.near.chart, view.place
    if chart is None:  # it is known where the ball was: it may have rolled on, behind the robot
        return _inside(view, here.x, here.y, remainder(here.yaw + pi, tau))
    far = np.hypot(chart.cells[:, 0] - here.x, chart.cells[:, 1] - here.y)
    best = int(np.argmax(chart.probability / (1.0 + far)))
    x, y = chart.cells[best].tolist()
    yaw, way = atan2(y - here.y, x - here.x), max(hypot(x - here.x, y - here.y) - SEES_FROM, 0.0)
    return _inside(view, here.x + way * cos(yaw), here.y + way * sin(yaw), yaw)


def _inside(view: PlayerView, x: float, y: float, yaw: float) -> Goal:
    pitch = view.means.pitch
    half = pitch.length / 2 - 0.5, pitch.width / 2 - 0.5
    return Goal(min(max(x, -half[0]), half[0]), min(max(y, -half[1]), half[1]), yaw)
