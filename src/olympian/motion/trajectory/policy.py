"""Laws of time: how much of the way is done when a share of the time has passed."""

from enum import Enum
from math import inf, sqrt

from olympian.errors import unknown

Progress = tuple[float, float, float]
"""Share of the way, and its first and second derivative by the share of the time."""


class Policy(Enum):
    """How a move spends its time. All joints share the law, so all arrive together."""

    CONSTANT_VELOCITY = "constant_velocity"
    """Even speed: the gentlest speed, but a jerk at both ends."""
    CONSTANT_ACCELERATION = "constant_acceleration"
    """Speed up for half the time, brake for the other half (HOly): the gentlest acceleration."""
    QUINTIC = "quintic"
    """Starts and ends without speed and without acceleration: no sudden force anywhere."""

    @staticmethod
    def named(name: str) -> "Policy":
        """The policy called `name`."""
        if name not in {policy.value for policy in Policy}:
            raise unknown("policy", name, (policy.value for policy in Policy))
        return Policy(name)

    @property
    def peak_speed(self) -> float:
        """Highest speed of a move of length one that takes time one."""
        return _PEAKS[self][0]

    @property
    def peak_acceleration(self) -> float:
        """Highest acceleration of a move of length one that takes time one."""
        return _PEAKS[self][1]

    def progress(self, share: float) -> Progress:
        """Share of the way done, with derivatives, after a share 0…1 of the time."""
        if self is Policy.CONSTANT_VELOCITY:
            return share, 1.0, 0.0
        if self is Policy.CONSTANT_ACCELERATION:
            return _speed_up_and_brake(share)
        return _quintic(share)


_PEAKS = {
    Policy.CONSTANT_VELOCITY: (1.0, inf),
    Policy.CONSTANT_ACCELERATION: (2.0, 4.0),
    Policy.QUINTIC: (15 / 8, 10 / sqrt(3)),
}


def _speed_up_and_brake(share: float) -> Progress:
    if share < 0.5:
        return 2 * share**2, 4 * share, 4.0
    left = 1 - share
    return 1 - 2 * left**2, 4 * left, -4.0


def _quintic(share: float) -> Progress:
    """The one polynomial of degree five with speed and acceleration zero at 0 and 1."""
    left = 1 - share
    return (
        share**3 * (10 + share * (6 * share - 15)),
        30 * (share * left) ** 2,
        60 * share * left * (left - share),
    )
