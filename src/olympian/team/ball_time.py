"""How soon a player could be at the ball."""

from dataclasses import dataclass
from math import atan2, hypot, inf, remainder, tau

from olympian.geometry import Place

__all__ = ["PlayerPace", "ball_time"]


@dataclass(frozen=True, slots=True)
class PlayerPace:
    """How fast a player is."""

    forward: float = 0.25
    """m/s on its way to the ball."""
    turn: float = 1.0
    """rad/s on the spot."""
    around: float = 0.15
    """m/s round the ball, with its face to it."""
    get_up_s: float = 6.0


BEHIND = 0.25
"""Metres from the ball to where it stands to kick."""
LOOKS = 1.0
"""Seconds for which a rolling ball is followed ahead: who is on its way goes where it will be."""


def ball_time(
    place: Place,
    ball: tuple[float, float] | None,
    goal: tuple[float, float],
    pace: PlayerPace | None = None,
    *,
    v: tuple[float, float] = (0.0, 0.0),
    fallen: bool = False,
    able: bool = True,
) -> float:
    """Seconds until it stands behind the ball with its face to the goal.

    It turns to the ball, walks there, and goes round it. One that lies gets up first.

    Args:
        place: of the player on the field.
        ball: x and y on the field; None: nobody knows it, so the time is infinite.
        goal: where it is to be kicked.
        v: of the ball, m/s.
        able: one that may not play does not get there at all.
    """
    if ball is None or not able:
        return inf
    pace = pace or PlayerPace()
    x, y = ball[0] + LOOKS * v[0], ball[1] + LOOKS * v[1]
    dx, dy = x - place.x, y - place.y
    far = hypot(dx, dy)
    way = atan2(dy, dx) if far > 1e-6 else place.yaw
    aim = atan2(goal[1] - y, goal[0] - x)
    turning = abs(remainder(way - place.yaw, tau)) * min(far / BEHIND, 1.0)
    # where it comes from decides how far it has to go round
    round_it = abs(remainder(aim - way, tau)) * BEHIND
    walking = max(far - BEHIND, 0.0)
    down = pace.get_up_s if fallen else 0.0
    return down + turning / pace.turn + walking / pace.forward + round_it / pace.around
