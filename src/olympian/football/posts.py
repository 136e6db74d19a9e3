"""Where players without the ball should stand."""

from enum import Enum
from math import atan2, hypot

from olympian.decision.navigate import Goal
from olympian.football.view import PlayerView

__all__ = ["Post", "place_of"]


class Post(Enum):
    """A place in the arrangement of a team; each follows the ball."""

    SUPPORT = "aside behind the attacker"
    DEFEND = "between ball and own goal"
    KEEP = "in the own goal"
    APART = "at the distance that a free kick of theirs asks for"
    KICK_OFF = "for a kick-off"
    FIELD = "back on the field"

    def __repr__(self) -> str:
        return self.name.lower()


KEEPS = 0.45
"""Metres before the goal line where a keeper stands: it makes the goal smaller."""
BEHIND, ASIDE = 1.0, 0.9
"""Metres from the ball to who supports."""
GUARDS = 1.6
"""Metres before the own goal at least, where a defender stands."""
RULE = 0.95
"""Metres from the ball that the rules ask for, 0.75, and some more."""
INSIDE = 0.35
"""Metres from the lines."""
SPOTS = ((-0.55, 0.0), (-1.2, 1.2), (-1.2, -1.2), (-2.4, 0.8), (-2.4, -0.8))
"""Places of a kick-off on the own half, by number."""


def place_of(view: PlayerView, post: Post) -> Goal:
    """The place, and where to face: the ball, as far as it is known."""
    bx, by = (0.0, 0.0) if view.ball is None else (view.ball.x, view.ball.y)
    half = view.means.pitch.length / 2
    if post is Post.SUPPORT:
        side = -1.0 if by > 0.0 else 1.0
        spot = bx - BEHIND, by + side * ASIDE
    elif post is Post.DEFEND:
        far = hypot(bx + half, by)
        share = min(max(0.5 * far, GUARDS), far - 0.6) / max(far, 1e-6)
        spot = -half + share * (bx + half), share * by
    elif post is Post.KEEP:
        spot = keeper_spot(view, (bx, by))
    elif post is Post.APART:
        gx, gy = view.own_goal
        far = max(hypot(gx - bx, gy - by), 1e-6)
        spot = bx + RULE * (gx - bx) / far, by + RULE * (gy - by) / far
    elif post is Post.KICK_OFF:
        spot = kick_off_spot(view)
    else:
        spot = view.place.x, view.place.y
    return _facing(view, spot, (bx, by))


def keeper_spot(view: PlayerView, ball: tuple[float, float]) -> tuple[float, float]:
    """On the line from the ball to the goal, near the goal line and between the posts."""
    pitch, (gx, gy) = view.means.pitch, view.own_goal
    ahead = max(ball[0] - gx, 0.3)
    aside = KEEPS * (ball[1] - gy) / ahead
    most = pitch.goal_width / 2 - 0.35
    return gx + KEEPS, min(max(gy + aside, -most), most)


def kick_off_spot(view: PlayerView) -> tuple[float, float]:
    """By number, the keeper in its goal; who has not the kick-off stays out of the circle."""
    means, game = view.means, view.game
    if means.goalkeeper:
        return view.own_goal[0] + KEEPS, 0.0
    x, y = SPOTS[(means.number - 1) % len(SPOTS) if means.size == 1 else _order(view)]
    ours = game is None or game.we_kick
    out = -means.pitch.circle_radius - 0.25
    return (x, y) if ours else (min(x, out), y)


def _order(view: PlayerView) -> int:
    """Place among the players that are no keeper, as far as numbers tell."""
    game, number = view.game, view.means.number
    keeper = 1 if game is None or not game.mine.goalkeeper else game.mine.goalkeeper
    before = sum(one != keeper for one in range(1, number))
    return min(before, len(SPOTS) - 1)


def _facing(view: PlayerView, spot: tuple[float, float], ball: tuple[float, float]) -> Goal:
    pitch = view.means.pitch
    half = pitch.length / 2 - INSIDE, pitch.width / 2 - INSIDE
    x, y = (min(max(at, -most), most) for at, most in zip(spot, half, strict=True))
    return Goal(x, y, atan2(ball[1] - y, ball[0] - x))


def outside(view: PlayerView) -> bool:
    """Does it stand beyond the lines, further than any play takes it?"""
    pitch, place = view.means.pitch, view.place
    return abs(place.x) > pitch.length / 2 + 0.2 or abs(place.y) > pitch.width / 2 + 0.2
