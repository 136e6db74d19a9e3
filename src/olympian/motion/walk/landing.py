"""Where the foot in the air should land: right for the speed asked for, clear of the other."""

from math import sin

from olympian.motion.walk.body import Step
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, Point

__all__ = ["landing"]

NEAREST = 0.85
"""Share of the spacing that feet keep between them, whatever the body would need."""
GAP = 0.008
"""Metres between the edges of soles that pass each other; joints give, and their zeros are off."""
FURTHEST_TURN = 0.6
"""rad between the feet."""


def landing(
    pendulum: Pendulum,
    step: Step,
    speeds: tuple[float, float, float],
    step_time: float,
    pushes: tuple[Point, Point],
    spacing: float,
    legs: WalkingLegs,
) -> Place:
    """The place, in the frame of the sole that stands.

    Args:
        speeds: that steps are made for: ahead, left, turning.
        step_time: of the steps to come; this one may be hurried.
        pushes: where the ground pushes in the standing sole and in the landing one.
        spacing: of the soles when it goes straight.
    """
    here, there = pushes
    need_x, need_y = pendulum.divergent(pendulum.after(step.start, here, step.time))
    ahead, left, turn = speeds
    yaw = min(max(turn * step_time, -FURTHEST_TURN), FURTHEST_TURN)
    # sideways every other step closes up to the spacing; turned toes need room
    toes = legs.toe * abs(sin(yaw))
    width = spacing + abs(left) * step_time + toes
    stride = (ahead * step_time, left * step_time)
    lead_x, lead_y = pendulum.lead(stride, -step.outward * width, step_time)
    back_x, back_y, _ = Place(yaw=yaw).then(Place(lead_x + there[0], lead_y + there[1]))
    x, y = need_x + step.shift[0] - back_x, need_y + step.shift[1] - back_y
    nearest = max(NEAREST * spacing, legs.width + GAP + toes)
    return Place(x, step.outward * max(step.outward * y, nearest), yaw)
