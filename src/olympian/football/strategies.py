"""Strategies: how the team is arranged in each situation of a game, and who has which role.

Every player decides for itself; that no two attack follows from the exchange of roles
(`team/roles.py`), which goes on beneath.
"""

from collections.abc import Awaitable, Callable
from math import hypot
from typing import Any

from olympian.football.goalkeeping import dive
from olympian.football.motions import Me
from olympian.football.roles import (
    at_kick_off,
    attacker,
    bystander,
    defender,
    goalkeeper,
    keeps_apart,
    out_of_action,
    supporter,
    thrower,
)
from olympian.football.view import PlayerView
from olympian.records import Semantic
from olympian.team import PlayState, SetPlay, TeamRole

__all__ = ["strategy_for"]

Strategy = Callable[[Me], Awaitable[None]]
ROLES: dict[TeamRole, Callable[..., Any]] = {
    TeamRole.ATTACKER: attacker,
    TeamRole.SUPPORTER: supporter,
    TeamRole.DEFENDER: defender,
    TeamRole.GOALKEEPER: goalkeeper,
    TeamRole.NONE: defender,
}
IDLE = {
    Semantic.STARTUP, Semantic.PICKED_UP, Semantic.STOPPED, Semantic.PENALTY, Semantic.RECORD,
    Semantic.MOTOR_OFF, Semantic.HARDWARE_PROBLEM, Semantic.SHUTDOWN,
}  # fmt: skip
"""States of the control module in which nobody plays."""
TOUCHED = 0.15
"""Metres by which a ball has moved that somebody played."""
FREE_S = 10.0
"""Seconds after which a kick-off that nobody takes is over."""


def strategy_for(view: PlayerView) -> Strategy:
    """What the situation of the game asks for."""
    game = view.game
    if game is None:
        return open_play
    if game.penalised or game.still:
        return stand_by
    if game.state is PlayState.READY:
        return line_up
    waiting = game.set_play is not SetPlay.NONE or view.played_s < FREE_S
    if waiting and game.they_kick:
        return their_set_play
    return our_set_play if waiting and game.we_kick else open_play


async def open_play(me: Me) -> None:
    """The ball is in the game."""
    while True:
        _give(me, ROLES[me.world.role])
        await me.tick()


async def our_set_play(me: Me) -> None:
    """Kick-off, free kick, throw-in or corner of ours: the attacker plays, the others wait."""
    while True:
        mine = ROLES[me.world.role]
        _give(me, thrower if mine is attacker and me.world.throws_in else mine)
        await me.tick()


async def their_set_play(me: Me) -> None:
    """Out of the circle, or off the ball, until somebody has played it or the time is over."""
    ball = me.world.ball
    at = None if ball is None else (ball.x, ball.y)
    free = False
    while True:
        now = me.world.ball
        if at is None and now is not None:
            at = now.x, now.y
        moved = at is not None and now is not None and hypot(now.x - at[0], now.y - at[1]) > TOUCHED
        free = free or (moved and now is not None and now.age < 0.5)
        mine = ROLES[me.world.role]
        _give(me, mine if free or mine is goalkeeper else keeps_apart)
        await me.tick()


async def line_up(me: Me) -> None:
    """Everybody to its place for what comes."""
    while True:
        game = me.world.game
        apart = game is not None and game.set_play is not SetPlay.NONE
        mine = ROLES[me.world.role]
        apart_from = mine if mine in (goalkeeper, defender, supporter) else keeps_apart
        _give(me, apart_from if apart else at_kick_off)
        await me.tick()


async def stand_by(me: Me) -> None:
    """The referee has said that nobody moves, or not this player."""
    while True:
        game = me.world.game
        why = "" if game is None else f"penalty {game.me.penalty}" if game.penalised else ""
        if game is not None and not why:
            why = "the game is stopped" if game.stopped else f"the referee says {game.state}"
        _give(me, bystander, why)
        await me.tick()


def _dives(me: Me) -> bool:
    """Is it down because it wanted to be?"""
    behaviour = me.below.below
    run = None if behaviour is None else behaviour.active
    return run is not None and run.scenario is dive


def _give(me: Me, role: Callable[..., Any], *args: Any) -> None:
    """This role, if it can be played now."""
    view = me.world
    if view.down and not _dives(me):
        me.below.keep(out_of_action)
    elif view.state in IDLE:
        me.below.keep(bystander, f"{view.state.value.replace('_', ' ')}: {view.why}")
    else:
        me.below.keep(role, *args)
