"""Sensors that are not in the servos: what an inertial sensor and soles have to offer."""

from typing import Protocol

from olympian.geometry import GRAVITY, Vec, frozen
from olympian.records import Imu

CELLS = 4
"""Of pressure under each sole."""
LEVEL = Imu(frozen([0.0, 0.0, 0.0]), frozen([0.0, 0.0, GRAVITY]))
"""At rest and upright: what is reported before anything was measured."""


class ImuSource(Protocol):
    """Where angular velocity and acceleration come from."""

    def imu(self) -> Imu:
        """The latest. One that has nothing new repeats itself, and is soon called stale."""
        ...


class PressureSource(Protocol):
    """Where the load under the soles comes from."""

    def pressure(self) -> Vec:
        """(feet, 4) newtons, the latest; repeated where nothing new has come."""
        ...
