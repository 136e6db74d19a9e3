"""Which way is up: the gyro for the moment, gravity for the long run."""

from math import cos, exp, isfinite, sin, sqrt

import numpy as np

from olympian.compiled import compiled, inlined
from olympian.geometry import GRAVITY, Mat3, Vec3, sealed
from olympian.records import Imu

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


class AttitudeFilter:
    """Complementary filter on the rotation itself (Mahony): no angles, no gimbal, no NaN."""

    def __init__(self, R_torso_imu: Mat3) -> None:
        self._R_torso_imu = R_torso_imu
        self.reset()

    def reset(self) -> None:
        """Upright, heading zero, and eager to believe the first accelerometer reading."""
        self.R_world_torso: Mat3 = sealed(np.eye(3))
        self._bias: Vec3 = np.zeros(3)
        self._started = False
        self._age = 0.0

    def step(self, imu: Imu, dt: float, dead: bool = False) -> tuple[Mat3, Vec3]:
        """Attitude and angular velocity in the torso frame after one more reading.

        Args: dead: the reading is an old one, and to turn on by it would turn the world over.
        """
        if dead or not isfinite(sum(imu.gyro.tolist()) + sum(imu.accelerometer.tolist())):
            return self.R_world_torso, sealed(np.zeros(3))
        omega = self._R_torso_imu @ imu.gyro - self._bias
        up_measured = self._R_torso_imu @ imu.accelerometer
        if not self._started:
            self._start(up_measured)
        self._age += dt
        self.R_world_torso = sealed(
            advance_attitude(self.R_world_torso, omega, up_measured, self._bias, self._age, dt)
        )
        return self.R_world_torso, sealed(omega)

    def _start(self, up_measured: Vec3) -> None:
        strength = float(np.linalg.norm(up_measured))
        if strength > 0.5 * GRAVITY:
            self.R_world_torso = sealed(_tilt_from(up_measured / strength))
            self._started = True


def _tilt_from(up_in_torso: Vec3) -> Mat3:
    """Attitude of heading zero in which `up_in_torso` points up."""
    ahead = np.array([1.0, 0.0, 0.0]) - up_in_torso[0] * up_in_torso
    if np.linalg.norm(ahead) < 1e-6:
        ahead = np.array([0.0, 0.0, -np.sign(up_in_torso[0])])
    ahead = ahead / np.linalg.norm(ahead)
    return np.array([ahead, np.cross(up_in_torso, ahead), up_in_torso])
