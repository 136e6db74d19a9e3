"""Where to stand for a kick, and whether the ball can be kicked from here already."""

from dataclasses import dataclass
from math import atan2, cos, hypot, remainder, sin, tau

from olympian.errors import OlympianError
from olympian.football.aim import KickWindow, blocked
from olympian.football.means import KickOption, PlayerMeans
from olympian.football.view import PlayerView
from olympian.geometry import Place
from olympian.motion.kick import FootStrike, KickRange

__all__ = ["KickStance", "Shot", "best_shot", "choose_stance", "shots", "stance_of"]

SHARES = (0.0, -0.4, 0.4, -0.8, 0.8)
"""Directions of a window that are tried; 1 is its edge."""
DIRECTIONS = (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9)
"""The same for a robot that stands at the ball."""
ENOUGH, OFF_M, INWARD_M = 0.012, 0.012, 0.05
"""Metres of margin beyond which more is worth nothing, what the edge of the window costs, and a
radian towards the other foot: such kicks are weak."""
WELL = 0.85
"""Share of the reach outward in which a ball is hit well."""
OFF_S, BLOCKED_S = 0.6, 3.0
"""Seconds of way that the middle of the window is worth against its edge, and a free way."""
ORBIT = 0.3
"""Metres from the ball at which a robot goes round it and does not touch it."""
WALKS, TURNS = 0.28, 1.0
"""m/s and rad/s: what a way costs."""
STAYS_S = 0.8
"""Seconds by which another stance has to be sooner there."""


@dataclass(frozen=True, slots=True)
class KickStance:
    """One kick, and where it goes."""

    option: KickOption
    share: float
    """Where in the window it goes."""
    place: Place
    """Where to stand, in the axes of the robot's place."""
    direction: float
    """Of the ball on the field, rad."""
    seconds: float
    """Until it stands there, and what other kicks are better by."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A kick from where the robot stands."""

    ahead: float
    left: float
    direction: float
    """rad from its heading."""
    margin: float
    """Metres by which the ball may be elsewhere and still be met."""


def stance_of(
    option: KickOption,
    share: float,
    window: KickWindow,
    view: PlayerView,
    ball: tuple[float, float],
) -> KickStance:
    """Where to stand for a kick at a ball on the field."""
    direction = window.at(share)
    yaw = remainder(direction - option.direction, tau)
    c, s = cos(yaw), sin(yaw)
    x = ball[0] - c * option.ahead + s * option.left
    y = ball[1] - s * option.ahead - c * option.left
    place = Place(x, y, yaw)
    seconds = way_s(view.place, place, ball) + option.price_s + OFF_S * abs(share)
    if blocked(ball, direction, view.obstacles):
        seconds += BLOCKED_S
    return KickStance(option, share, place, direction, seconds)


def choose_stance(
    view: PlayerView, window: KickWindow, ball: tuple[float, float], last: KickStance | None
) -> KickStance:
    """The stance that is soonest reached; the last one unless another is clearly sooner.

    Raises: OlympianError: this robot cannot kick.
    """
    found = [
        stance_of(option, share, window, view, ball)
        for option in view.means.options
        for share in SHARES
        if window.faced(window.at(share) - option.direction)
    ]
    if not found:
        raise OlympianError("this robot cannot kick")
    best = min(found, key=lambda one: one.seconds)
    if last is not None:
        same = stance_of(last.option, last.share, window, view, ball)
        if window.faced(same.place.yaw) and same.seconds < best.seconds + STAYS_S:
            return same
    return best


def way_s(here: Place, there: Place, ball: tuple[float, float]) -> float:
    """Seconds from one place to another, round the ball."""
    way = hypot(there.x - here.x, there.y - here.y)
    a = atan2(here.y - ball[1], here.x - ball[0])
    b = atan2(there.y - ball[1], there.x - ball[0])
    round_it = abs(remainder(b - a, tau))
    if round_it > 0.8:
        away = hypot(here.x - ball[0], here.y - ball[1])
        way = max(way, abs(away - ORBIT) + ORBIT * round_it)
    turn = abs(remainder(there.yaw - here.yaw, tau))
    return max(way / WALKS, turn / TURNS) + 0.3 * min(way / WALKS, turn / TURNS)


def best_shot(
    means: PlayerMeans, window: KickWindow, yaw: float, ahead: float, left: float
) -> Shot | None:
    """How to kick a ball that lies there; None: it is not in reach.

    Args: yaw: heading of the robot on the field.
    """
    return next(iter(shots(means, window, yaw, ahead, left)), None)


def shots(
    means: PlayerMeans, window: KickWindow, yaw: float, ahead: float, left: float
) -> list[Shot]:
    """All ways to kick a ball that lies there, the best first."""
    reach, found = means.reach, []
    if reach is None or not window.faced(yaw):
        return []
    for share in DIRECTIONS:
        direction = remainder(window.at(share) - yaw, tau)
        strike = _strike(reach, ahead, left, direction)
        if strike is None:
            continue
        margin = _margin(reach, strike)
        inward = max(-strike.outer * direction, 0.0)
        worth = min(margin, ENOUGH) - OFF_M * share * share - INWARD_M * inward
        found.append((worth, Shot(ahead, left, direction, margin)))
    return [shot for _, shot in sorted(found, key=lambda one: -one[0])]


def _strike(reach: KickRange, x: float, y: float, direction: float) -> FootStrike | None:
    try:
        return reach.strike(x, y, direction)
    except OlympianError:
        return None


def _margin(reach: KickRange, strike: FootStrike) -> float:
    """Metres from the edge of where the foot kicks well."""
    (a, b), (c, d) = reach.config.reach.ahead, reach.config.reach.outward
    return min(strike.ahead - a, b - strike.ahead, strike.outward - c, WELL * d - strike.outward)
