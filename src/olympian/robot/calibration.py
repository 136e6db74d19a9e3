"""How one robot differs from the description of its kind, as far as it knows."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec, Vec3, frozen


@dataclass(frozen=True, eq=False)
class Calibration:
    """What a robot found out about its own joints and its inertial sensor."""

    zeros: Vec
    """(n,) rad by which each servo believes its joint to be further than it is."""
    imu_rpy: Vec3
    """How the inertial sensor is turned against its place in the description, rad."""

    @staticmethod
    def none(dof: int) -> "Calibration":
        """A robot of which nothing is known: as described."""
        return Calibration(frozen(np.zeros(dof)), frozen(np.zeros(3)))
