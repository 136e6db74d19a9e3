"""The plain NumPy twin of `olympian.state.attitude`."""

from math import exp

import numpy as np

from olympian.geometry import GRAVITY, Mat3, R_from_axis_angle, Vec3, skew
from olympian.state.attitude import LEARN_TIME, QUICK_TIME, SHAKE, TRUST_TIME


def advance(R: Mat3, omega: Vec3, up: Vec3, bias: Vec3, age: float, dt: float) -> Mat3:
    """The attitude after `dt`; `bias` is learnt in place."""
    error = gravity_error(R, up)
    trust_time = min(TRUST_TIME, QUICK_TIME + age / 2)
    if trust_time == TRUST_TIME:
        bias -= error * (1 - exp(-dt / LEARN_TIME)) / TRUST_TIME
    rotation = omega * dt + error * (1 - exp(-dt / trust_time))
    angle = float(np.linalg.norm(rotation))
    if angle <= 1e-12:
        return R
    R = R @ R_from_axis_angle(rotation / angle, angle)
    return 1.5 * R - 0.5 * R @ (R.T @ R)


def gravity_error(R: Mat3, up: Vec3) -> Vec3:
    strength = float(np.linalg.norm(up))
    if strength < 1e-6:
        return np.zeros(3)
    doubt = abs(strength / GRAVITY - 1.0) / SHAKE
    return max(0.0, 1.0 - doubt) * (skew(up / strength) @ R[2])
