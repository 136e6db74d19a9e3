"""The linear inverted pendulum: how the centre of mass falls, and where a foot must be to catch it.

Its divergent component ξ = c + ċ/ω leaves the foot as e^{ωt}; the rest follows by itself. Steps of
one length and time are periodic if every foot lands b behind ξ (Englsberger 2015, Khadiv 2016).
"""

from dataclasses import dataclass
from math import cosh, exp, sinh, sqrt

import numpy as np

from olympian.geometry import GRAVITY, Vec

__all__ = ["Pendulum", "PendulumState"]


@dataclass(frozen=True, eq=False)
class PendulumState:
    """Centre of mass from above: place and velocity, in whatever frame the foot is given in."""

    place: Vec
    velocity: Vec


class Pendulum:
    """A point mass that stays at `height` metres."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.rate = sqrt(GRAVITY / height)
        """ω, 1/s."""

    def after(self, state: PendulumState, foot: Vec, t: float) -> PendulumState:
        """Where it is `t` seconds later, with the push of the ground at `foot`."""
        w = self.rate
        away = state.place - foot
        c, s = cosh(w * t), sinh(w * t)
        return PendulumState(
            foot + c * away + s / w * state.velocity, w * s * away + c * state.velocity
        )

    def divergent(self, state: PendulumState) -> Vec:
        """ξ: where a foot put down now would bring it to rest."""
        return state.place + state.velocity / self.rate

    def lead(self, stride: Vec, spacing: float, step_time: float) -> Vec:
        """b: how far ξ is ahead of a foot at its landing, in a steady walk.

        Args:
            stride: (2,) of the body in one step.
            spacing: from the landing foot to the other one, to the left positive.
        """
        grown = exp(self.rate * step_time)
        return np.array([stride[0] / (grown - 1), stride[1] / (grown - 1) + spacing / (grown + 1)])
