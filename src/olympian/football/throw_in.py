"""A throw-in of robots whose hands hold no ball: it is kicked in from the side line.

While `PlayerView.throws_in` holds, all windows lead into the field (`target.window_to`).
"""

from olympian.decision.csbp import ScenarioFailedError
from olympian.football.ball_skills import align, dribble, go_to_ball, kick_ball, pass_ball
from olympian.football.motions import Me
from olympian.football.search import in_sight, search_ball
from olympian.football.target import GOAL, partner

__all__ = ["throw_in", "thrower"]


async def throw_in(me: Me) -> None:
    """Go behind the ball, outside, face the field, and play it to a mate or ahead."""
    ball = me.world.ball
    if ball is None:
        raise ScenarioFailedError("the ball is lost")
    if me.world.means.reach is None:
        await dribble(me)
        return
    mate = partner(me.world, ball)
    await go_to_ball(me, mate)
    await align(me, mate)
    await (kick_ball(me) if mate == GOAL else pass_ball(me, mate))


async def thrower(me: Me) -> None:
    """A role: takes the throw-in, again where it fails, until the referee sees the ball move."""
    while True:
        try:
            if not in_sight(me.world.ball):
                await me.do(search_ball)
            await me.do(throw_in)
        except ScenarioFailedError:
            pass
        await me.tick()
