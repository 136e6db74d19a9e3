"""Where the foot in the air should land: right for the speed asked for, clear of the other."""

from math import log, sin
from typing import NamedTuple

from olympian.motion.walk.body import Step
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, Point

__all__ = ["Demand", "demand", "landing", "wait"]

NEAREST = 0.85
"""Share of the spacing that feet keep between them, whatever the body would need."""
GAP = 0.008
"""Metres between the edges of soles that pass each other; joints give, and their zeros are off."""
FURTHEST_TURN = 0.6
"""rad between the feet."""


class Demand(NamedTuple):
    """What a walk at some speed asks of a landing."""

    lead: Point
    """From the landing foot to ξ, in the frame of the sole that stands."""
    yaw: float
    nearest: float
    """Metres sideways that it keeps from the other foot."""


def demand(
    pendulum: Pendulum,
    outward: float,
    speeds: tuple[float, float, float],
    step_time: float,
    push: Point,
    spacing: float,
    legs: WalkingLegs,
) -> Demand:
    """What a foot has to keep that lands on one side of the other.

    Args:
        outward: the side it is on: +1 left, −1 right.
        speeds: that steps are made for: ahead, left, turning.
        step_time: of the steps to come.
        push: where the ground will push in the landing sole.
        spacing: of the soles when it goes straight.
    """
    ahead, left, turn = speeds
    yaw = min(max(turn * step_time, -FURTHEST_TURN), FURTHEST_TURN)
    # sideways every other step closes up to the spacing; turned toes need room
    toes = legs.toe * abs(sin(yaw))
    width = spacing + abs(left) * step_time + toes
    stride = (ahead * step_time, left * step_time)
    lead_x, lead_y = pendulum.lead(stride, -outward * width, step_time)
    x, y, _ = Place(yaw=yaw).then(Place(lead_x + push[0], lead_y + push[1]))
    return Demand((x, y), yaw, max(NEAREST * spacing, legs.width + GAP + toes))


def landing(pendulum: Pendulum, step: Step, push: Point, asked: Demand) -> Place:
    """The place, in the frame of the sole that stands. Args: push: of the ground in that sole."""
    need_x, need_y = pendulum.divergent(pendulum.after(step.start, push, step.time))
    x, y = need_x + step.shift[0] - asked.lead[0], need_y + step.shift[1] - asked.lead[1]
    return Place(x, step.outward * max(step.outward * y, asked.nearest), asked.yaw)


def wait(pendulum: Pendulum, outward: float, need: float, edge: float, asked: Demand) -> float:
    """Seconds until a foot that would have to cross the other one can land clear of it.

    A body that was pushed over its standing foot comes back by itself, as long as ξ has not left
    the sole: it moves away from the outer edge as e^{ωt}. Zero where the foot can land now, or
    where waiting would not help.

    Args:
        need: ξ to the left of the standing foot, as it is felt.
        edge: metres from the middle of the standing sole to its outer edge.
    """
    now, then = outward * need + edge, asked.nearest + outward * asked.lead[1] + edge
    return log(then / now) / pendulum.rate if 0.0 < now < then else 0.0
