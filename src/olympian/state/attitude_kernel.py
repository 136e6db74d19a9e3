"""One step of the attitude filter in compiled code: a dozen products of three numbers each.

As NumPy calls they take twenty times as long. The NumPy twin is `tests/state_twin.py`.
"""

from math import cos, exp, sin, sqrt

from olympian.geometry import GRAVITY, Mat3, Vec3
from olympian.kinematics.compiled import called, piece

__all__ = ["LEARN_TIME", "QUICK_TIME", "SHAKE", "TRUST_TIME", "advance_attitude"]

TRUST_TIME = 1.5
"""Seconds in which the accelerometer wins over the gyro: longer than a step, shorter than drift."""
QUICK_TIME = 0.1
"""The same at the start: the first reading may come from a robot that is still touching down."""
LEARN_TIME = 20.0
"""Seconds in which a constant disagreement is taken as gyro bias."""
SHAKE = 0.3
"""Relative departure of |acceleration| from g beyond which it says nothing about gravity."""


@piece
def _turned(R, x, y, z):
    """Rows of `R` after a further rotation by the vector (x, y, z) in its own axes."""
    angle = sqrt(x * x + y * y + z * z)
    if angle <= 1e-12:
        return R[0, 0], R[0, 1], R[0, 2], R[1, 0], R[1, 1], R[1, 2], R[2, 0], R[2, 1], R[2, 2]
    x, y, z = x / angle, y / angle, z / angle
    c, s = cos(angle), sin(angle)
    d = 1.0 - c
    a00, a01, a02 = c + d * x * x, d * x * y - s * z, d * x * z + s * y
    a10, a11, a12 = d * x * y + s * z, c + d * y * y, d * y * z - s * x
    a20, a21, a22 = d * x * z - s * y, d * y * z + s * x, c + d * z * z
    return (
        R[0, 0] * a00 + R[0, 1] * a10 + R[0, 2] * a20,
        R[0, 0] * a01 + R[0, 1] * a11 + R[0, 2] * a21,
        R[0, 0] * a02 + R[0, 1] * a12 + R[0, 2] * a22,
        R[1, 0] * a00 + R[1, 1] * a10 + R[1, 2] * a20,
        R[1, 0] * a01 + R[1, 1] * a11 + R[1, 2] * a21,
        R[1, 0] * a02 + R[1, 1] * a12 + R[1, 2] * a22,
        R[2, 0] * a00 + R[2, 1] * a10 + R[2, 2] * a20,
        R[2, 0] * a01 + R[2, 1] * a11 + R[2, 2] * a21,
        R[2, 0] * a02 + R[2, 1] * a12 + R[2, 2] * a22,
    )


@called
def _advance(R, omega, up, bias, age, dt, R_after):
    strength = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2])
