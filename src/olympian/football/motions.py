"""Motions: what the body does."""

from typing import TypeAlias

from olympian.decision.csbp import ScenarioContext, ScenarioFailedError, Setpoint
from olympian.decision.navigate import Goal
from olympian.football.body import Attention, PlayerBody, PlayerCourse
from olympian.football.view import PlayerView
from olympian.records import Twist

__all__ = ["Me", "dive_to", "go", "kick", "play", "stand", "stand_up", "walk"]

Me: TypeAlias = ScenarioContext[PlayerView, PlayerBody]


async def walk(me: Me, course: Setpoint[PlayerCourse]) -> None:
    """Walk where the setpoint says, until somebody ends it."""
    body = me.body
    try:
        while True:
            body.attend(course.value.attention)
            if not body.busy:
                body.drive(course.value.twist)
            await me.tick()
    finally:
        if not body.busy:
            body.drive(Twist())


async def go(me: Me, goal: Goal) -> None:
    """Walk to a place, round what stands in the way; ends when it is there."""
    body = me.body
    body.attend(Attention.UNSURE)
    while body.busy:
        await me.tick()
    command = body.go_to(goal)
    try:
        while command.running:
            await me.tick()
    finally:
        command.cancel("somewhere else to go")
    if not command.done:
        raise ScenarioFailedError(command.reason)


async def stand(me: Me, attention: Attention = Attention.UNSURE) -> None:
    """Come to a stand and look, until somebody ends it."""
    while True:
        me.body.attend(attention)
        me.report(me.body.stands)
        await me.tick()


async def stand_up(me: Me) -> None:
    """Wait until the control module has it on its feet again."""
    while me.world.down:
        me.report(me.world.why)
        await me.tick()


async def kick(me: Me, x: float, y: float, direction: float, power: float = 1.0) -> None:
    """Kick a ball that lies there; ends when it stands again."""
    body = me.body
    while body.busy:
        await me.tick()
    body.attend(Attention.BALL)
    command = body.kick(x, y, direction, power)
    await me.until(lambda: not command.running)
    if not command.done:
        raise ScenarioFailedError(command.reason)


async def dive_to(me: Me, side: str) -> None:
    """Fall to a side on purpose; ends on its feet."""
    command = me.body.dive(side)
    await me.until(lambda: not command.running)
    if not command.done:
        raise ScenarioFailedError(command.reason)


async def play(me: Me, movement: str) -> None:
    """Play a movement of the robot's library."""
    command = me.body.play(movement)
    await me.until(lambda: not command.running)
    if not command.done:
        raise ScenarioFailedError(command.reason)
