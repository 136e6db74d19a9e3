"""Shoves that knock a robot over: where to, how hard, and what it was doing."""

from enum import StrEnum
from math import cos, pi, sin

import msgspec
import numpy as np

from olympian.geometry import Vec3
from olympian.motion import TopSpeed
from olympian.records import Twist

SHOVE_S = 0.1
"""Seconds that a shove lasts, as in the walk's benchmark."""
HARDEST = 3.0
"""Times what is just enough."""
PACE = (0.3, 0.8)
"""Shares of the walk's top speed: it walks as it is driven, not as fast as it could."""
WALKED = (1.5, 3.0)
"""Seconds from the command to the shove: any part of any stride."""


class Activity(StrEnum):
    """What the robot does when it is shoved."""

    STAND = "stand"
    WALK = "walk"
    TURN = "turn"


class KnockDown(msgspec.Struct, frozen=True):
    """One shove of one trial."""

    seed: int
    activity: Activity
    forward: float
    left: float
    turn: float
    """The command: m/s and rad/s; zero while it stands."""
    after: float
    """Seconds from the command to the shove."""
    towards: float
    """Direction in which it is pushed, rad from its own heading, to the left."""
    ns: float
    """Momentum that it adds, N s."""

    @staticmethod
    def of(seed: int, top_speed: TopSpeed, just_enough: float) -> "KnockDown":
        """The same seed gives the same shove; activities take turns.

        Args: just_enough: N s that make this robot fall every other time.
        """
        chance = np.random.default_rng([seed, 6])
        activity = list(Activity)[seed % len(Activity)]
        twist = _command(activity, top_speed, chance)
        return KnockDown(
            seed,
            activity,
            *(twist.forward, twist.left, twist.turn),
            after=float(chance.uniform(*WALKED)),
            towards=float(chance.uniform(-pi, pi)),
            ns=just_enough * float(chance.uniform(1.0, HARDEST)),
        )

    @property
    def twist(self) -> Twist:
        """The command."""
        return Twist(self.forward, self.left, self.turn)

    def force(self, heading: float) -> Vec3:
        """Newtons in world axes on a trunk that faces `heading`."""
        angle = heading + self.towards
        return self.ns / SHOVE_S * np.array([cos(angle), sin(angle), 0.0])


def _command(activity: Activity, top_speed: TopSpeed, chance: np.random.Generator) -> Twist:
    share, side = float(chance.uniform(*PACE)), float(chance.choice([-1.0, 1.0]))
    if activity is Activity.WALK:
        way = float(chance.uniform(-pi, pi))
        return top_speed.at(share * cos(way), share * sin(way))
    if activity is Activity.TURN:
        return top_speed.at(0.3 * share, 0.0, side * share)
    return Twist()
