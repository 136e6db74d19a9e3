"""Servo housings as they look and weigh: dark case, bright horn on the axis."""

from dataclasses import dataclass

import numpy as np

from describe.part import Part, Triple, box, cylinder

__all__ = ["CASES", "Case", "servo_case"]


@dataclass(frozen=True)
class Case:
    """A servo as a body. Sizes are the datasheets' outer dimensions."""

    mass: float
    across: float
    """Width, at right angles to axis and length."""
    along: float
    """Length, on which the axis sits near one end."""
    deep: float
    """Depth in the direction of the axis, horn included."""
    effort: float
    """Stall torque in N m at the voltage of the robot that uses it."""
    velocity: float


CASES = {
    # Stall torque and no-load speed are both close to proportional to the supply: the datasheet
    # values (facts/robots.md) scaled to the supply of the robot that carries the servo.
    "ax-12a": Case(0.0546, 0.032, 0.050, 0.040, 1.5 * 11.1 / 12, 6.18 * 11.1 / 12),
    "rx-28": Case(0.072, 0.0356, 0.0506, 0.0355, 3.7 * 14.8 / 16, 8.3 * 14.8 / 16),
    "rx-64": Case(0.125, 0.0402, 0.0611, 0.041, 6.3 * 14.8 / 15, 5.57 * 14.8 / 15),
    "mx-64": Case(0.126, 0.0402, 0.0611, 0.041, 7.3, 8.17),
    "mx-106": Case(0.153, 0.0402, 0.0651, 0.046, 10.0, 5.76),
    "xh540-w270": Case(0.165, 0.0335, 0.0585, 0.044, 12.9, 3.87),
}


def servo_case(kind: str, axis: str, body: Triple, at: Triple = (0.0, 0.0, 0.0)) -> list[Part]:
    """Housing of a servo whose output axis passes through `at`.

    Args:
        axis: direction of the output axis, x, y or z.
        body: unit vector from the output axis to the far end of the case.
    """
    case = CASES[kind]
    length = np.abs(np.array(body))
    depth = np.eye(3)["xyz".index(axis)]
    width = 1.0 - length - depth
    size = case.along * length + case.deep * depth + case.across * width
    centre = np.array(at) + (case.along - case.across) / 2 * np.array(body)
    return [
        box(_triple(size), _triple(centre), "housing", case.mass),
        cylinder(0.34 * case.across, case.deep + 0.004, at, axis, "steel"),
        box(_triple(size * (1.02 - 0.5 * length)), _triple(centre), "graphite"),
    ]


def _triple(values: np.ndarray) -> Triple:
    return float(values[0]), float(values[1]), float(values[2])
