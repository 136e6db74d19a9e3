"""Where and how the ground pushes a robot that stands: compiled, with a twin in the tests."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled, inlined
from olympian.geometry import GRAVITY, Vec, Vec3

LIFTED = 0.006
"""Metres above the other sole at which a foot certainly carries nothing on level ground."""

INNER = 0.15
"""Share of the way between the ankles at each end where the nearer foot carries everything."""


@inlined
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def _second_share(com, soles, up, pull, planned):
    """Part of the weight on the second of two feet, from where the push starts between them."""
    apart = soles[1] - soles[0]
    height = _dot(apart, up)
    level = apart - height * up
    start = com - _dot(com - soles[0], up) / _dot(pull, up) * pull
    along = _dot(start - soles[0], level) / _dot(level, level)
    second = min(max((along - INNER) / (1 - 2 * INNER), 0.0), 1.0)
    if not planned:
        lifted = min(abs(height) / LIFTED, 1.0)
        second += lifted * ((0.0 if height > 0 else 1.0) - second)
    return second


@compiled
def ground_push_kernel(soles, normals, com, carries, acceleration, planned):
    feet = len(soles)
    up = np.zeros(3)
    for foot in range(feet):
        if carries[foot]:
            up += normals[foot]
    up /= sqrt(_dot(up, up))
    pull = GRAVITY * up + acceleration
    shares = np.full(feet, 1.0 / feet)
    if planned and carries.sum() == 1:
        shares = carries.astype(np.float64)
    elif feet == 2:
        second = _second_share(com, soles, up, pull, planned)
        shares[0], shares[1] = 1.0 - second, second
    height, middle = 0.0, np.zeros(3)
    for foot in range(feet):
        height += shares[foot] * _dot(com - soles[foot], up)
        middle += shares[foot] * soles[foot]
    start = com - height / _dot(pull, up) * pull
    return pull, shares, soles + (start - middle)


def ground_push(
    soles: Vec,
    normals: Vec,
    com: Vec3,
    carries: NDArray[np.bool_],
    acceleration: Vec3,
    planned: bool,
) -> tuple[Vec3, Vec, Vec]:
    """Push per kilogram, its shares on the feet (n,), and the points (n, 3) where it acts.

    The push of the ground goes through the centre of mass; where it starts follows.

    Args:
        soles: (n, 3) places of the soles; all arguments in the same axes.
        normals: (n, 3) their upward normals.
        carries: (n,) feet that hold weight, and so say which way is up.
        acceleration: of the centre of mass, m/s².
        planned: `carries` is certain; if not, a foot above the other one carries less.
    """
    return ground_push_kernel(soles, normals, com, carries, acceleration, planned)
