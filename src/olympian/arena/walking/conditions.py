"""How one walking trial's robot and floor differ from their description, drawn from its seed."""

from dataclasses import dataclass
from math import radians

import numpy as np

from olympian.backend import Specimen
from olympian.geometry import Vec, frozen
from olympian.robot import Robot

FRICTION = (0.6, 1.0)
"""From a smooth table to carpet."""
STRENGTH, MASS = 0.10, 0.05
"""Servos and masses differ by up to so much from the description, either way."""
ZERO = radians(1.0)
"""Standard deviation of a servo horn's zero, and of how the inertial sensor is screwed on."""


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
