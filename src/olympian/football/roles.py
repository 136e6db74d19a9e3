"""Roles: which skills make a player."""

from math import hypot

from olympian.decision.csbp import ScenarioFailedError
from olympian.football.ball_skills import (
    align,
    contested,
    dribble,
    go_to_ball,
    kick_ball,
    pass_ball,
    throw_in,
)
from olympian.football.goalkeeping import block, coming, dive, dives
from olympian.football.motions import Me
from olympian.football.positions import get_up, position, return_to_field, wait
from olympian.football.posts import Post, outside
from olympian.football.search import in_sight, search_ball
from olympian.football.target import GOAL, partner
from olympian.football.view import BallView, PlayerView

__all__ = ["attacker", "bystander", "defender", "goalkeeper", "out_of_action", "supporter"]

CLOSE = 0.7
"""Metres from the goal at which the ball is walked in rather than kicked."""
CLEARS_M, CLEARED_M = 1.3, 1.9
"""Metres from the own goal within which a keeper goes to a ball that lies there, and beyond which
it comes back."""


async def attacker(me: Me) -> None:
    """Go to the ball and kick it at the goal, again and again."""
    in_vain = 0
    while True:
        try:
            await _to_the_ball(me)
            mate = partner(me.world, _ball(me))
            await me.do(go_to_ball, mate)
            if _walks_in(me.world) or in_vain % 2:
                in_vain = 0
                await me.do(dribble)
                continue
            await me.do(align, mate)
            await (me.do(kick_ball) if mate == GOAL else me.do(pass_ball, mate))
            in_vain = 0
        except ScenarioFailedError:
            in_vain += 1
            await me.tick()


async def thrower(me: Me) -> None:
    """Take the throw-in, again where it fails, until the referee sees the ball move."""
    while True:
        try:
            if not in_sight(me.world.ball):
                await me.do(search_ball)
            await me.do(throw_in)
        except ScenarioFailedError:
            pass
        await me.tick()


async def supporter(me: Me) -> None:
    """Stay near the attacker: ready for its pass, and to go on if it falls."""
    await _in_place(me, Post.SUPPORT)


async def defender(me: Me) -> None:
    """Stay between the ball and the own goal."""
    await _in_place(me, Post.DEFEND)


async def goalkeeper(me: Me) -> None:
    """Stay in the goal; block what comes, and clear what lies before it."""
    while True:
        side = dives(me.world)
        try:
            if side:
                await me.do(dive, side)
            elif coming(me.world) is not None:
                await me.do(block)
            elif _clears(me.world, CLEARS_M):
                await _clear(me)
        except ScenarioFailedError:
            await me.tick()
        me.below.keep(position, Post.KEEP)
        await me.tick()


async def keeps_apart(me: Me) -> None:
    """Stay as far from the ball as the rules ask for, on the way to the own goal."""
    await _in_place(me, Post.APART)


async def at_kick_off(me: Me) -> None:
    """Take the place of a kick-off."""
    await _in_place(me, Post.KICK_OFF)


async def out_of_action(me: Me) -> None:
    """It fell: wait until it stands again."""
    while me.world.down:
        await me.do(get_up)
        await me.tick()


async def bystander(me: Me, why: str) -> None:
    """Nothing may be done, for a reason."""
    me.report(why)
    while True:
        me.below.keep(wait, why)
        await me.tick()


async def _in_place(me: Me, post: Post) -> None:
    while True:
        if outside(me.world):
            await me.do(return_to_field)
        if post is not Post.KICK_OFF and not in_sight(me.world.ball):
            await me.do(search_ball)
        me.below.keep(position, post)
        await me.tick()


async def _to_the_ball(me: Me) -> None:
    if outside(me.world) and not in_sight(me.world.ball):
        await me.do(return_to_field)
    if not in_sight(me.world.ball):
        await me.do(search_ball)


def _ball(me: Me) -> BallView:
    ball = me.world.ball
    if ball is None:
        raise ScenarioFailedError("the ball is lost")
    return ball


def _walks_in(view: PlayerView) -> bool:
    """Is walking into the ball better than to stop and kick?"""
    ball = view.ball
    if ball is None:
        return False
    gx, gy = view.goal
    near = hypot(gx - ball.x, gy - ball.y) < CLOSE
    means = view.means
    unable = means.reach is None or not means.looks_down  # who aligns blindly pushes it away
    return near or unable or contested(view, ball)


def _clears(view: PlayerView, within: float) -> bool:
    """Does the ball lie near the own goal, and is nobody nearer who attacks?"""
    ball = view.ball
    if ball is None or not in_sight(ball) or ball.rolls:
        return False
    gx, gy = view.own_goal
    return hypot(ball.x - gx, ball.y - gy) < within


async def _clear(me: Me) -> None:
    """Away with it, unless it rolls at the goal after all."""
    while _clears(me.world, CLEARED_M):
        for skill in (go_to_ball, align, kick_ball):
            run = me.below.switch(skill)
            while run.running:
                if coming(me.world) is not None:
                    return
                await me.tick()
            if not run.done:
                raise ScenarioFailedError(run.reason)
