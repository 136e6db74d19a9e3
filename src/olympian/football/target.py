"""Where the ball should go, and how hard."""

from math import atan2, hypot, sqrt

from olympian.decision.team_world import TeamMate
from olympian.football.aim import KickWindow, blocked, goal_window, into_the_field
from olympian.football.view import BallView, PlayerView

__all__ = ["GOAL", "partner", "power_to", "window_to"]

GOAL = 0
"""A target that is no mate."""
SHOOTS = 2.6
"""Metres to the goal from which on nobody passes."""
NEAR, FAR = 0.8, 2.5
"""Metres of a pass."""
GAINS = 0.6
"""Metres that a mate has to be nearer to the goal."""
HALF = 0.2
"""rad to either side of a mate that it reaches."""
FULL = 2.7
"""Metres of a kick with full power."""
SURE_M = 0.5
"""Metres up to which a mate has to know where it is."""


def window_to(view: PlayerView, ball: BallView, mate: int = GOAL) -> KickWindow:
    """Directions to the goal, or to a mate that is still there; a throw-in goes into the field."""
    window = goal_window(view.means.pitch, ball.x, ball.y)
    for one in _mates(view):
        if one.player == mate:
            window = KickWindow(atan2(one.place.y - ball.y, one.place.x - ball.x), HALF)
    return into_the_field(window, ball.y) if view.throws_in else window


def power_to(view: PlayerView, ball: BallView, mate: int = GOAL) -> float:
    """Share of a kick's full power: a ball comes to a mate and does not pass it."""
    for one in _mates(view):
        if one.player == mate:
            far = hypot(one.place.x - ball.x, one.place.y - ball.y)
            return min(max(sqrt(far / FULL), 0.5), 1.0)
    return 1.0


def partner(view: PlayerView, ball: BallView) -> int:
    """Number of the mate that is best placed for a pass; 0: the goal is a better target."""
    gx, gy = view.goal
    if hypot(gx - ball.x, gy - ball.y) < SHOOTS:
        return GOAL
    best, most = GOAL, GAINS
    for one in _mates(view):
        far = hypot(one.place.x - ball.x, one.place.y - ball.y)
        way = atan2(one.place.y - ball.y, one.place.x - ball.x)
        opponents = [disc for disc in view.obstacles if not _is(one, disc.x, disc.y)]
        if not NEAR < far < FAR or blocked((ball.x, ball.y), way, opponents, far):
            continue
        gain = hypot(gx - ball.x, gy - ball.y) - hypot(gx - one.place.x, gy - one.place.y)
        if gain > most:
            best, most = one.player, gain
    return best


def _mates(view: PlayerView) -> list[TeamMate]:
    if view.team is None:
        return []
    own = view.means.number
    return [
        one for one in view.team.mates
        if one.player != own and one.covariance[0, 0] + one.covariance[1, 1] < SURE_M**2
    ]  # fmt: skip


def _is(mate: TeamMate, x: float, y: float) -> bool:
    return hypot(mate.place.x - x, mate.place.y - y) < 0.5
