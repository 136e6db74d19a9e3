"""What a walking robot is asked and suffers, and how it and its floor differ from seed to seed."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf

import numpy as np

from olympian.backend import FRICTION, MASS, STRENGTH, ZERO, Specimen
from olympian.geometry import Vec, Vec3, frozen
from olympian.records import Twist
from olympian.robot import Robot

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


@dataclass(frozen=True, eq=False)
class WalkConditions:
    """One specimen on one floor; the sensors' noise follows from the same seed."""

    seed: int
    friction: float
    strength: float
    mass: float
    zero_offset: Vec
    """(n,) rad by which servos believe their joints to be further; zero outside the legs."""
    imu_rpy: tuple[float, float, float]

    @staticmethod
    def of(seed: int, robot: Robot) -> "WalkConditions":
        """The same seed and robot give the same conditions, for ever."""
        chance = np.random.default_rng([seed, 4])
        friction = chance.uniform(*FRICTION)
        strength = 1.0 + chance.uniform(-STRENGTH, STRENGTH)
        mass = 1.0 + chance.uniform(-MASS, MASS)
        roll, pitch = chance.normal(0.0, ZERO, 2)
        legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
        offset = np.zeros(robot.dof)
        offset[legs] = chance.normal(0.0, ZERO, len(legs))
        imu_rpy = (float(roll), float(pitch), 0.0)
        return WalkConditions(
            seed, float(friction), float(strength), float(mass), frozen(offset), imu_rpy
        )

    @property
    def specimen(self) -> Specimen:
        """The robot of this trial."""
        return Specimen(self.mass, self.strength, self.zero_offset, self.imu_rpy)
