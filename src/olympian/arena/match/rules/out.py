"""The ball crosses a line: a goal, a kick-in, a goal kick or a corner."""

from dataclasses import dataclass

from olympian.arena.match.rules.sides import Sides, other_team
from olympian.team import SetPlay

__all__ = ["BallOut", "ball_out"]

Spot = tuple[float, float]
INSIDE = 0.02
"""Metres that a ball is laid inside the outer edge of a corner."""


@dataclass(frozen=True)
class BallOut:
    """What is called; without a set play it is a goal."""

    team: int
    """Who scored, or whose ball it is."""
    play: SetPlay | None
    spot: Spot
    """Where the ball goes on."""


def ball_out(
    before: Spot, now: Spot, radius: float, last: int | None, sides: Sides
) -> BallOut | None:
    """What is called when the whole ball has crossed a line; None while it has not.

    Args:
        before, now: its middle at two ticks, of which only the later one may be out.
        last: the team that touched it last; None: nobody did.
    """
    pitch = sides.pitch
    x_line, y_line = pitch.length / 2 + radius, pitch.width / 2 + radius
    if abs(now[0]) <= x_line and abs(now[1]) <= y_line:
        return None
    over_goal_line = _share(before[0], now[0], x_line)
    over_side_line = _share(before[1], now[1], y_line)
    if over_side_line < over_goal_line:
        x = before[0] + over_side_line * (now[0] - before[0])
        end = pitch.length / 2 - INSIDE
        y = pitch.width / 2 if now[1] > 0 else -pitch.width / 2
        team = 1 if last is None else other_team(last)
        return BallOut(team, SetPlay.THROW_IN, (min(max(x, -end), end), y))
    y = before[1] + over_goal_line * (now[1] - before[1])
    defends = sides.defends(now[0])
    if abs(y) < (pitch.goal_width - pitch.post) / 2:
        return BallOut(other_team(defends), None, (0.0, 0.0))
    if last == defends:
        x, y = sides.corner(now[0], y)
        return BallOut(other_team(defends), SetPlay.CORNER_KICK, (x, y))
    return BallOut(defends, SetPlay.GOAL_KICK, sides.goal_area(now[0], y))


def _share(before: float, now: float, line: float) -> float:
    """Part of the way at which a coordinate crosses ±line; more than all of it if it does not."""
    if abs(now) <= line:
        return 2.0
    gone = abs(now) - abs(before)
    return 0.0 if gone <= 0.0 else max((line - abs(before)) / gone, 0.0)
