"""The linear inverted pendulum: how the centre of mass falls, and where a foot must be to catch it.

Its divergent component ξ = c + ċ/ω leaves the foot as e^{ωt}; the rest follows by itself. Steps of
one length and time are periodic if every foot lands b behind ξ (Englsberger 2015, Khadiv 2016).
Plain floats: a tick asks for a dozen of these, and arrays of two numbers would take most of it.
"""

from math import cosh, exp, log, sinh, sqrt
from typing import NamedTuple

from olympian.geometry import GRAVITY

BRAKE = 4.0
"""1/s at which it comes to rest."""

Point = tuple[float, float]
"""Ahead and to the left."""


class PendulumState(NamedTuple):
    """Centre of mass from above: place and velocity, in whatever frame the foot is given in."""

    place: Point
    velocity: Point


class Pendulum:
    """A point mass that stays at `height` metres."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.rate = sqrt(GRAVITY / height)
        """ω, 1/s."""

    def after(self, state: PendulumState, foot: Point, t: float) -> PendulumState:
        """Where it is `t` seconds later, with the push of the ground at `foot`."""
        w = self.rate
        c, s = cosh(w * t), sinh(w * t)
        (x, y), (vx, vy) = state
        dx, dy = x - foot[0], y - foot[1]
        place = (foot[0] + c * dx + s / w * vx, foot[1] + c * dy + s / w * vy)
        return PendulumState(place, (w * s * dx + c * vx, w * s * dy + c * vy))

    def divergent(self, state: PendulumState) -> Point:
        """ξ: where a foot put down now would bring it to rest."""
        (x, y), (vx, vy) = state
        return x + vx / self.rate, y + vy / self.rate

    def lead(self, stride: Point, spacing: float, step_time: float) -> Point:
        """b: how far ξ is ahead of a foot at its landing, in a steady walk.

        Args:
            stride: of the body in one step.
            spacing: from the landing foot to the other one, to the left positive.
        """
        grown = exp(self.rate * step_time)
        return stride[0] / (grown - 1), stride[1] / (grown - 1) + spacing / (grown + 1)

    def first_shift(self, step_time: float) -> float:
        """Seconds from rest between the feet to where a steady walk has the body at a landing."""
        grown = exp(self.rate * step_time)
        return log(2 * grown / (1 + grown)) / self.rate

    def braking(self, state: PendulumState, rest: Point, room: Point) -> Point:
        """Where the ground must push to bring it to `rest`; no further from there than `room`."""
        push_x, push_y = (
            at + min(max((1 + BRAKE / self.rate) * (now - at), -most), most)
            for at, now, most in zip(rest, self.divergent(state), room, strict=True)
        )
        return push_x, push_y
