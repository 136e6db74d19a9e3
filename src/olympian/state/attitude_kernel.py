"""One step of the attitude filter in compiled code.

It is a dozen products of three numbers each, which as NumPy calls take ten times as long.
`advance_attitude` is the only entrance; its NumPy twin is `tests/attitude_twin.py`.
"""

from math import cos, exp, sin, sqrt

import numpy as np

from olympian.compiled import compiled, inlined
from olympian.geometry import GRAVITY, Mat3, Vec3

__all__ = ["advance_attitude"]

TRUST_TIME = 1.5
"""Seconds in which the accelerometer wins over the gyro: longer than a step, shorter than drift."""
QUICK_TIME = 0.1
"""The same at the start: the first reading may come from a robot that is still touching down."""
LEARN_TIME = 20.0
"""Seconds in which a constant disagreement is taken as gyro bias."""
SHAKE = 0.3
"""Relative departure of |acceleration| from g beyond which it says nothing about gravity."""


@inlined
def _times(A, B):
    product = np.zeros((3, 3))
    for row in range(3):
        for column in range(3):
            for k in range(3):
                product[row, column] += A[row, k] * B[k, column]
    return product


@inlined
def _length(v):
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@inlined
def _gravity_error(R, up):
    """Small rotation in torso axes that would bring the believed 'up' onto the measured one."""
    error = np.zeros(3)
    strength = _length(up)
    if strength >= 1e-6:
        trust = max(0.0, 1.0 - abs(strength / GRAVITY - 1.0) / SHAKE) / strength
        for k in range(3):
            i, j = (k + 1) % 3, (k + 2) % 3
            error[k] = trust * (up[i] * R[2, j] - up[j] * R[2, i])
    return error


@inlined
def _rotation(v, angle):
    """Rotation by the vector `v` of length `angle` (Rodrigues)."""
    x, y, z = v[0] / angle, v[1] / angle, v[2] / angle
    c, s = cos(angle), sin(angle)
    d = 1.0 - c
    R = np.empty((3, 3))
    R[0, 0], R[0, 1], R[0, 2] = c + d * x * x, d * x * y - s * z, d * x * z + s * y
    R[1, 0], R[1, 1], R[1, 2] = d * x * y + s * z, c + d * y * y, d * y * z - s * x
    R[2, 0], R[2, 1], R[2, 2] = d * x * z - s * y, d * y * z + s * x, c + d * z * z
    return R


@compiled
def _advance(R, omega, up, bias, age, dt):
    error = _gravity_error(R, up)
    trust_time = min(TRUST_TIME, QUICK_TIME + age / 2)
    if trust_time == TRUST_TIME:
        bias -= error * ((1 - exp(-dt / LEARN_TIME)) / TRUST_TIME)
    rotation = omega * dt + error * (1 - exp(-dt / trust_time))
    angle = _length(rotation)
    if angle <= 1e-12:
        return R.copy()
    turned = _times(R, _rotation(rotation, angle))
    # One Newton step towards the nearest rotation keeps rounding from adding up.
    return 1.5 * turned - 0.5 * _times(turned, _times(turned.T, turned))


def advance_attitude(R: Mat3, omega: Vec3, up: Vec3, bias: Vec3, age: float, dt: float) -> Mat3:
    """`R_world_torso` after `dt` more seconds.

    Args:
        R: `R_world_torso` before.
        omega: rad/s measured in torso axes, bias taken off.
        up: accelerometer in torso axes, m/s².
        bias: of the gyro in torso axes, learnt in place.
        age: seconds since the filter started, this step included.
    """
    return _advance(R, omega, up, bias, age, dt)
