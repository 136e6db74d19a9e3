"""What a goalkeeper does against a ball that comes: stand, walk into its way, or dive."""

from olympian.football.body import Attention, PlayerCourse
from olympian.football.goalkeeping.coming import coming
from olympian.football.motions import Me, dive_to, stand, walk
from olympian.football.view import PlayerView
from olympian.records import Twist

__all__ = ["block", "dive", "dives"]

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
