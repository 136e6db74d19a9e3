"""Behaviours without the ball: take a position, come back, stay up."""

from math import hypot, remainder, tau

from olympian.decision.csbp import ScenarioFailedError
from olympian.decision.job import JobStatus
from olympian.decision.navigate import Goal
from olympian.football.motions import Me, go, stand, stand_up
from olympian.football.posts import Post, place_of
from olympian.football.view import PlayerView

__all__ = ["get_up", "position", "return_to_field", "wait"]

THERE, GONE = (0.2, 0.35), (0.45, 0.7)
"""Metres and rad within which it is in position, and beyond which it has to go there again."""
BLOCKED_S = 1.0
"""Seconds for which it stands where there is no way to its position."""


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
