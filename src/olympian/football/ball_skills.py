"""Behaviours with the ball: go there, align, kick, pass, dribble."""

from dataclasses import replace
from math import cos, hypot, remainder, sin, tau

from olympian.decision.csbp import ScenarioFailedError
from olympian.football.approach import approach
from olympian.football.body import Attention, PlayerCourse
from olympian.football.means import STEP_S
from olympian.football.motions import Me, kick, stand, walk
from olympian.football.search import in_sight
from olympian.football.stance import KickStance, Shot, best_shot, choose_stance, shots
from olympian.football.target import GOAL, partner, power_to, window_to
from olympian.football.view import BallView, PlayerView
from olympian.geometry import Place
from olympian.records import Semantic, Twist

__all__ = ["align", "dribble", "go_to_ball", "kick_ball", "pass_ball", "throw_in"]

NEAR, LEFT = 0.55, 0.85
"""Metres from the ball at which going there becomes aligning, and beyond which it is not any more.
"""
WATCHES = 0.8
"""Metres from the ball within which it does not look elsewhere."""
STOPS_S, BACK_M = (0.25, 0.2), 0.025
"""Seconds that `fumanoid` goes on as fast as now, ahead and aside, after it was told to stand, and
metres that it goes back meanwhile; others go on for as many steps."""
SHORT_M_S = 0.12
"""m/s ahead up to which a walk is told more than is wanted of it, as far as it falls short."""
GAZE_S = 0.1
"""Seconds for which it looks at the ball before a kick."""
STEADY = 0.01
"""Metres by which a ball has to be inside of what is in reach, for it to stop there."""
TRIES = 3
"""Kicks that are planned before it gives up: a stand after a walk bends legs differently."""
PATIENCE_S = 12.0
"""Seconds of aligning after which something else is better."""
BEHIND, PUSHES = 0.3, 0.36
"""Metres behind the ball where a dribble begins, and m/s of walking into it."""
STRAIGHT = 0.45
"""rad by which the robot may be off the line behind the ball, to walk into it."""
DRIBBLES_S = 6.0
THROUGH_S = 2.0
"""Seconds for which a robot that does not see its feet walks on through a ball."""
AWAY = 0.7
"""Metres to a ball that has rolled away from a dribbler."""


async def go_to_ball(me: Me, mate: int = GOAL) -> None:
    """Walk to behind the ball; ends near it."""
    stance: KickStance | None = None
    while (ball := _known(me)).distance > NEAR:
        stance = _steer(me, ball, stance, mate)
        me.report(f"{ball.distance:.1f} m to go")
        await me.tick()


async def align(me: Me, mate: int = GOAL) -> None:
    """Stand so that the ball can be kicked where it should go; ends in a stand."""
    stance: KickStance | None = None
    since = me.t
    while me.t - since < PATIENCE_S:
        ball = _known(me)
        if ball.distance > LEFT:
            raise ScenarioFailedError("the ball is not here any more")
        shot = None if ball.rolls else _shot(me, ball, mate, stops=True)
        if shot is not None and shot.margin > STEADY:
            me.report("stops")
            if await _stands_by_ball(me, mate):
                return
            continue
        stance = _steer(me, ball, stance, mate)
        me.report(f"ball {ball.ahead:.2f} m ahead, {ball.left:.2f} m left")
        await me.tick()
    raise ScenarioFailedError(f"not aligned after {PATIENCE_S:g} s")


async def kick_ball(me: Me) -> None:
    """Kick the ball that lies at its feet at the goal."""
    await _kick(me, GOAL)


async def pass_ball(me: Me, mate: int) -> None:
    """Kick it to a mate, so that it comes to lie there."""
    await _kick(me, mate)


async def throw_in(me: Me) -> None:
    """Go behind a ball on the side line, outside, and play it into the field, to a mate or ahead.

    Hands that hold no ball kick it in: while `PlayerView.throws_in` holds, all windows lead there.
    """
    if me.world.means.reach is None:
        await dribble(me)
        return
    mate = partner(me.world, _known(me))
    await go_to_ball(me, mate)
    await align(me, mate)
    await _kick(me, mate)


async def dribble(me: Me) -> None:
    """Walk into the ball, towards the goal; ends when it has rolled away."""
    begun, pushed = me.t, False
    since: float | None = None
    while me.t - begun < DRIBBLES_S:
        ball = _known(me)
        if pushed and ball.distance > AWAY:
            return
        if pushed and ball.blind:  # it has to come out ahead of the toes to be seen again
            turn = remainder(window_to(me.world, ball).middle - me.world.place.yaw, tau)
            twist = Twist(PUSHES, 0.0, 1.2 * turn)
            since = me.t if since is None else since
            if me.t - since > THROUGH_S:
                return
        else:
            twist, pushed = _push(me.world, ball, pushed)
        me.below.steer(walk, PlayerCourse(twist, Attention.BALL))
        me.report("pushes" if pushed else "goes behind the ball")
        await me.tick()


def _push(view: PlayerView, ball: BallView, pushed: bool) -> tuple[Twist, bool]:
    """Behind the ball first, then through it."""
    direction = window_to(view, ball).middle
    c, s = cos(direction), sin(direction)
    dx, dy = ball.x - view.place.x, ball.y - view.place.y
    along, beside = c * dx + s * dy, c * dy - s * dx  # of the ball, in the direction's axes
    turn = remainder(direction - view.place.yaw, tau)
    lined_up = along > 0.0 and abs(beside) < (0.16 if pushed else 0.08) and abs(turn) < STRAIGHT
    if lined_up:
        return Twist(PUSHES, min(max(1.5 * beside, -0.1), 0.1), 1.2 * turn), True
    there = Place(ball.x - BEHIND * c, ball.y - BEHIND * s, direction)
    others = [view.place.seen(one.x, one.y) for one in view.near.robots]
    way = view.place.inverse().then(there)
    return approach(way, (ball.ahead, ball.left), view.means.top, others), False


async def _kick(me: Me, mate: int) -> None:
    """The best kick; where the leg cannot do that from how it stands, the next one."""
    ball = _known(me)
    power, window = power_to(me.world, ball, mate), window_to(me.world, ball, mate)
    found = shots(me.world.means, window, me.world.place.yaw, ball.ahead, ball.left)
    why = "the ball is out of reach"
    for shot in found[:TRIES]:
        try:
            return await me.do(kick, shot.ahead, shot.left, shot.direction, power)
        except ScenarioFailedError as error:
            why = str(error)
    raise ScenarioFailedError(why)


async def _stands_by_ball(me: Me, mate: int) -> bool:
    """Stand and look down; is the ball in reach?"""
    standing = me.below.switch(stand, Attention.BALL)
    await me.until(lambda: standing.feedback is True, within=2.5)
    await me.sleep(GAZE_S)
    return _shot(me, _known(me), mate) is not None


def _shot(me: Me, ball: BallView, mate: int, *, stops: bool = False) -> Shot | None:
    """A kick from where it stands, or from where it would stand if it stopped now."""
    view, ahead, left = me.world, ball.ahead, ball.left
    if stops:
        slower, speed = view.means.step_s / STEP_S, view.speed
        ahead_s, left_s = slower * STOPS_S[0], slower * STOPS_S[1]
        back = BACK_M if view.state is Semantic.WALKING else 0.0
        ahead, left = ahead - ahead_s * speed.forward + back, left - left_s * speed.left
    return best_shot(view.means, window_to(view, ball, mate), view.place.yaw, ahead, left)


def _steer(me: Me, ball: BallView, last: KickStance | None, mate: int) -> KickStance:
    """One tick of the way to the best stance."""
    view = me.world
    at = _soon(ball)
    stance = choose_stance(view, window_to(view, ball, mate), at, last)
    there = view.place.inverse().then(stance.place)
    others = [view.place.seen(one.x, one.y) for one in view.near.robots]
    twist = approach(there, view.place.seen(*at), view.means.top, others)
    if 0.0 < twist.forward < SHORT_M_S:
        twist = replace(twist, forward=min(twist.forward + view.short, SHORT_M_S))
    near = ball.distance < WATCHES
    me.below.steer(walk, PlayerCourse(twist, Attention.BALL if near else Attention.UNSURE))
    return stance


def _soon(ball: BallView) -> tuple[float, float]:
    """Where it will be by the time that somebody is there."""
    if not ball.rolls:
        return ball.x, ball.y
    (x, y), share = ball.stops_at, min(ball.distance / 1.5, 1.0)
    return ball.x + share * (x - ball.x), ball.y + share * (y - ball.y)


def _known(me: Me) -> BallView:
    ball = me.world.ball
    if ball is None or not in_sight(ball):
        raise ScenarioFailedError("the ball is lost")
    return ball


def contested(view: PlayerView, ball: BallView) -> bool:
    """Is an opponent so near that there is no time to align?"""
    return any(hypot(one.x - ball.x, one.y - ball.y) < 0.45 for one in view.near.opponents)
