"""How a person holds an arm, in the three angles of Team HOly (2015, equations 2 to 6)."""

from dataclasses import dataclass
from enum import Enum
from math import acos, cos, hypot, pi, sin, sqrt

import numpy as np

from olympian.geometry import Vec3

__all__ = ["ArmAngles", "Reading", "arm_angles"]

LEAST_M = 1e-3
"""A shorter bone has no direction."""


class Reading(Enum):
    """What α and β mean together, which the paper leaves open.

    Both agree with the person where one of the angles is zero. A forearm that points ahead and
    aside at once is off by up to 45° if the angles are turned one after the other.
    """

    PUBLISHED = "published"
    """Roll and pitch of one RoboPose row; β goes beyond 90° when the hand is above the shoulder."""
    EXACT = "exact"
    """Arccosines less 90°, as (3) and (4) define them: the sines are two parts of the direction,
    the third follows; β goes beyond 90° when the forearm itself points up."""


@dataclass(frozen=True, slots=True)
class ArmAngles:
    """Radians; zero is an arm that hangs."""

    alpha: float
    """Forearm ahead (+) or back"""
    beta: float
    """Forearm to the left (+) or right, beyond ±90° when raised"""
    gamma: float
    """Bend of the elbow, 0 … π"""

    def direction(self, reading: Reading) -> Vec3:
        """Unit vector of the forearm, x ahead, y left, z up."""
        ahead, left = sin(self.alpha), sin(self.beta)
        if reading is Reading.PUBLISHED:
            level = cos(self.alpha)
            return np.array([ahead, left * level, -cos(self.beta) * level])
        down = sqrt(max(0.0, 1.0 - ahead * ahead - left * left))
        return np.array([ahead, left, -down if cos(self.beta) >= 0.0 else down])


def arm_angles(
    shoulder: Vec3, elbow: Vec3, hand: Vec3, side: str, reading: Reading
) -> ArmAngles | None:
    """The angles of one arm, or None if it has no length.

    Args:
        shoulder, elbow, hand: places, x ahead, y left, z up.
        side: left or right.
    """
    upper, fore = elbow - shoulder, hand - elbow
    length = hypot(*fore)
    both = length * hypot(*upper)
    if not (both > LEAST_M * LEAST_M):  # NaN too
        return None
    x_hum, z_hum = _human_axes(fore)
    alpha = acos(_cosine(z_hum / length)) - pi / 2  # (3)
    beta = acos(_cosine(x_hum / length)) - pi / 2  # (4)
    above = hand[2] > shoulder[2] if reading is Reading.PUBLISHED else fore[2] > 0.0
    if above:
        beta = pi / 2 + (pi / 2 - beta) if side == "left" else -pi / 2 - (pi / 2 + beta)  # (5)
    return ArmAngles(alpha, beta, acos(_cosine(float(upper @ fore) / both)))  # (6)


def _human_axes(vector: Vec3) -> tuple[float, float]:
    """x and z of the sensor before a person that faces it: to its right, and to its back (2)."""
    return -float(vector[1]), -float(vector[0])


def _cosine(value: float) -> float:
    return min(max(value, -1.0), 1.0)
