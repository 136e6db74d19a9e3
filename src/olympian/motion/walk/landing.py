"""Where the foot in the air should land: right for the speed asked for, clear of the other."""

from collections.abc import Callable
from functools import cache
from math import cosh, inf, log, sin, sinh
from typing import NamedTuple

from numba import typeof

from olympian.compiled import called, direct, piece
from olympian.geometry import Place
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point
from olympian.motion.walk.pose_kernel import glide

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


@called
def _fly(swing, aloft, start, shift, times, shape, rate, outward, push, asked):
    """Place and share of the way after a tick: each tick a share of what is left."""
    t, time, dt = times
    double, soft = shape
    left = (1 - double) * time - t
    if t - double * time <= 0.0:
        return swing, aloft
    then = min(aloft + (1 - aloft) * dt / max(left + dt, dt), 1.0)
    done, now = glide(aloft, soft), glide(then, soft)
    share = (now - done) / (1 - done) if done < 1.0 else 1.0
    x, y = _landing(rate, start, push, time, shift, outward, asked)
    return Place(
        swing.x + share * (x - swing.x),
        swing.y + share * (y - swing.y),
        swing.yaw + share * (asked.yaw - swing.yaw),
    ), then


@piece
def _landing(rate, start, push, time, shift, outward, asked):
    """Where the foot should be down when the step is over, in the frame of the sole that stands."""
    c, s = cosh(rate * time), sinh(rate * time)
    dx, dy = start.place[0] - push[0], start.place[1] - push[1]
    vx, vy = start.velocity
    x = push[0] + c * dx + s / rate * vx + (rate * s * dx + c * vx) / rate
    y = push[1] + c * dy + s / rate * vy + (rate * s * dy + c * vy) / rate
    x, y = x + shift[0] - asked.lead[0], y + shift[1] - asked.lead[1]
    return x, outward * max(outward * y, asked.nearest)


@cache
def flight() -> Callable[..., tuple[Place, float]]:
    """The kernel that moves the foot in the air on towards its landing, wherever that is now.

    Arguments: its place, the share of its way that is done, the pendulum's state at the start of
    the step, the shift of the landing, (time of the step that is over, all of it, tick), (half the
    share of double support, softness), the pendulum's rate, the side of the foot, where the ground
    pushes in the other one, and the demand. It returns place and share a tick later.
    """
    point = (0.0, 0.0)
    start, asked = PendulumState(point, point), Demand(point, 0.0, 0.0)
    arguments = (Place(), 0.0, start, point, (0.0, 0.0, 0.0), point, 0.0, 0.0, point, asked)
    return direct(_fly, tuple(typeof(argument) for argument in arguments))


def wait(pendulum: Pendulum, outward: float, need: float, edge: float, asked: Demand) -> float:
    """Seconds until a foot that would have to cross the other one can land clear of it.

    A body that was pushed over its standing foot comes back by itself, as long as ξ has not left
    the sole: it moves away from the outer edge as e^{ωt}. Zero where the foot can land now,
    endless where ξ seems to have left the sole.

    Args:
        need: ξ to the left of the standing foot, as it is felt.
        edge: metres from the middle of the standing sole to its outer edge.
    """
    now, then = outward * need + edge, asked.nearest + outward * asked.lead[1] + edge
    if now >= then:
        return 0.0
    return log(then / now) / pendulum.rate if now > 0.0 else inf
