"""What a walking robot is asked to do, and what is done to it on the way."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf

import numpy as np

from olympian.geometry import Vec3
from olympian.records import Twist

SHOVE_S = 0.1
"""Seconds that a shove lasts."""


class PushDirection(Enum):
    """Where a robot is pushed to, seen from itself; the value is its heading's turn in radians."""

    FORWARD = 0.0
    LEFT = np.pi / 2
    BACK = np.pi
    RIGHT = -np.pi / 2


@dataclass(frozen=True)
class Shove:
    """A force on the trunk for a tenth of a second, level and along the robot's own axes."""

    t: float
    """Seconds from the start of walking; with a phase, the first time it comes after that."""
    direction: PushDirection
    ns: float
    """Momentum that it adds, N s."""
    phase: float | None = None
    """Part of the stride (two steps) at which it comes, 0…1."""

    def force(self, heading: float) -> Vec3:
        """Newtons in world axes for a trunk that faces `heading`."""
        angle = heading + self.direction.value
        return self.ns / SHOVE_S * np.array([np.cos(angle), np.sin(angle), 0.0])


@dataclass(frozen=True)
class Scenario:
    """One walk: a command, a floor, shoves and a battery."""

    seconds: float
    """Of walking, unless it falls before."""
    twist: Twist | Callable[[float], Twist]
    """The command, or one for each second since the start; what processes share must pickle."""
    world: str = "flat"
    """As on the command line; the friction is the trial's."""
    pushes: tuple[Shove, ...] = ()
    supply: float = 1.0
    """Share of the robot's normal bus voltage."""
    distance: float = inf
    """Metres from the start at which it is done."""
    after_push: float = inf
    """Seconds after the last shove at which it is done."""

    def command(self, t: float) -> Twist:
        """The command at `t` seconds from the start of walking."""
        return self.twist(t) if callable(self.twist) else self.twist
