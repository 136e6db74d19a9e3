"""Behaviours without the ball: take a position, block, dive, come back, stay up."""

from math import hypot, remainder, tau

from olympian.decision.csbp import ScenarioFailedError
from olympian.decision.job import JobStatus
from olympian.decision.navigate import Goal
from olympian.football.body import Attention, PlayerCourse
from olympian.football.motions import Me, go, play, stand, stand_up, walk
from olympian.football.posts import Post, place_of
from olympian.football.view import BallView, PlayerView
from olympian.records import Twist

__all__ = ["block", "dive", "get_up", "position", "return_to_field", "threat", "wait"]

THERE, GONE = (0.2, 0.35), (0.45, 0.7)
"""Metres and rad within which it is in position, and beyond which it has to go there again."""
BLOCKED_S = 1.0
"""Seconds for which it stands where there is no way to its position."""
DIVES_M, DIVES_S = 0.3, 1.2
"""Metres beside a keeper that it does not walk in time, and seconds before the ball is there."""
COMING = 3.0
"""Seconds within which a ball that rolls reaches the goal line of a keeper that blocks."""


async def position(me: Me, post: Post) -> None:
    """Go to a place of the arrangement and stay there, as the ball moves; never ends."""
    while True:
        goal = place_of(me.world, post)
        if not _off(me.world, goal, THERE):
            me.report(f"in position {post.value}")
            me.below.keep(stand)
            await me.until(lambda: _off(me.world, place_of(me.world, post), GONE))
            continue
        me.report(f"to ({goal.x:.1f}, {goal.y:.1f}), {post.value}")
        going = me.below.switch(go, goal)
        while going.running and not _moved(goal, place_of(me.world, post)):
            await me.tick()
        if going.status is JobStatus.FAILED:
            me.report(f"waits: {going.reason}")
            me.below.switch(stand)
            await me.sleep(BLOCKED_S)
        await me.tick()


def _off(view: PlayerView, goal: Goal, tolerance: tuple[float, float]) -> bool:
    near, turned = tolerance
    place = view.place
    if hypot(goal.x - place.x, goal.y - place.y) > near:
        return True
    return abs(remainder(goal.yaw - place.yaw, tau)) > turned


def _moved(goal: Goal, now: Goal) -> bool:
    return hypot(goal.x - now.x, goal.y - now.y) > GONE[0]


async def block(me: Me) -> None:
    """Walk into the way of a ball that comes; ends when it does not come any more."""
    while (aside := threat(me.world)) is not None:
        top = me.world.means.top
        speed = min(max(2.0 * aside, -top.side), top.side)
        me.below.steer(walk, PlayerCourse(Twist(left=speed), Attention.BALL))
        me.report(f"ball comes {aside:.2f} m to the left")
        await me.tick()


def threat(view: PlayerView) -> float | None:
    """Metres to the left where a ball will pass that rolls to the own goal; None: none does."""
    ball = view.ball
    if ball is None or not ball.rolls or not ball.mine or ball.vx > -0.2:
        return None
    at_line = ball.y + ball.vy / ball.vx * (view.own_goal[0] - ball.x)
    short = ball.stops_at[0] > view.own_goal[0] + 0.3
    if short or abs(at_line) > view.means.pitch.goal_width / 2 + 0.2:
        return None
    return _passes(view, ball)


def _passes(view: PlayerView, ball: BallView) -> float | None:
    """Metres to the left at which it crosses the line beside the robot."""
    v_ahead, v_left = _in_robot(view, ball)
    if v_ahead > -0.1 or ball.ahead < 0.0:
        return None
    seconds = ball.ahead / -v_ahead
    return ball.left + v_left * seconds if seconds < COMING else None


def _in_robot(view: PlayerView, ball: BallView) -> tuple[float, float]:
    ahead, left = view.place.seen(view.place.x + ball.vx, view.place.y + ball.vy)
    return ahead, left


async def dive(me: Me, side: str) -> None:
    """Fall into the way of the ball; the control module gets it up again.

    Fails on a robot that has no such movement.
    """
    await me.do(play, f"dive_{side}")


def dives(view: PlayerView) -> str:
    """The side to which only a dive is quick enough; empty: none is needed."""
    aside, ball = threat(view), view.ball
    if aside is None or ball is None or abs(aside) < DIVES_M:
        return ""
    v_ahead, _ = _in_robot(view, ball)
    return ("left" if aside > 0.0 else "right") if ball.ahead < -v_ahead * DIVES_S else ""


async def return_to_field(me: Me) -> None:
    """Come back over the nearest line; ends inside."""
    try:
        await me.do(go, place_of(me.world, Post.FIELD))
    except ScenarioFailedError:
        me.below.switch(stand)
        await me.sleep(BLOCKED_S)


async def get_up(me: Me) -> None:
    """Wait until the control module has it on its feet."""
    await me.do(stand_up)


async def wait(me: Me, why: str) -> None:
    """Stand and look about, for a reason that the trace tells."""
    me.report(why)
    me.below.keep(stand)
    while True:
        await me.tick()
