"""Which way is up: the gyro for the moment, gravity for the long run."""

from math import exp

import numpy as np

from olympian.geometry import GRAVITY, Mat3, R_from_axis_angle, Vec3, skew
from olympian.records import Imu

__all__ = ["AttitudeFilter"]

TRUST_TIME = 1.5
"""Seconds in which the accelerometer wins over the gyro: longer than a step, shorter than drift."""
QUICK_TIME = 0.1
"""The same at the start: the first reading may come from a robot that is still touching down."""
LEARN_TIME = 20.0
"""Seconds in which a constant disagreement is taken as gyro bias."""
SHAKE = 0.3
"""Relative departure of |acceleration| from g beyond which it says nothing about gravity."""


class AttitudeFilter:
    """Complementary filter on the rotation itself (Mahony): no angles, no gimbal, no NaN."""

    def __init__(self, R_torso_imu: Mat3) -> None:
        self._R_torso_imu = R_torso_imu
        self.reset()

    def reset(self) -> None:
        """Upright, heading zero, and eager to believe the first accelerometer reading."""
        self.R_world_torso: Mat3 = np.eye(3)
        self._bias: Vec3 = np.zeros(3)
        self._started = False
        self._age = 0.0

    def step(self, imu: Imu, dt: float) -> tuple[Mat3, Vec3]:
        """Attitude and angular velocity in the torso frame after one more reading."""
        if not (np.isfinite(imu.gyro).all() and np.isfinite(imu.accelerometer).all()):
            return self.R_world_torso, np.zeros(3)
        omega = self._R_torso_imu @ imu.gyro - self._bias
        up_measured = self._R_torso_imu @ imu.accelerometer
        strength = float(np.linalg.norm(up_measured))
        if not self._started and strength > 0.5 * GRAVITY:
            self.R_world_torso = _tilt_from(up_measured / strength)
            self._started = True
        error = self._gravity_error(up_measured, strength)
        self._age += dt
        trust_time = min(TRUST_TIME, QUICK_TIME + self._age / 2)
        if trust_time == TRUST_TIME:
            self._bias = self._bias - error * (1 - exp(-dt / LEARN_TIME)) / TRUST_TIME
        self._turn(omega * dt + error * (1 - exp(-dt / trust_time)))
        return self.R_world_torso, omega

    def _gravity_error(self, up_measured: Vec3, strength: float) -> Vec3:
        """Small rotation in torso axes that would bring the believed 'up' onto the measured one."""
        if strength < 1e-6:
            return np.zeros(3)
        doubt = abs(strength / GRAVITY - 1.0) / SHAKE
        up_believed = self.R_world_torso[2]
        return max(0.0, 1.0 - doubt) * (skew(up_measured / strength) @ up_believed)

    def _turn(self, rotation: Vec3) -> None:
        angle = float(np.linalg.norm(rotation))
        if angle > 1e-12:
            self.R_world_torso = self.R_world_torso @ R_from_axis_angle(rotation / angle, angle)
            # One Newton step towards the nearest rotation keeps rounding from adding up.
            R = self.R_world_torso
            self.R_world_torso = 1.5 * R - 0.5 * R @ (R.T @ R)


def _tilt_from(up_in_torso: Vec3) -> Mat3:
    """Attitude of heading zero in which `up_in_torso` points up."""
    ahead = np.array([1.0, 0.0, 0.0]) - up_in_torso[0] * up_in_torso
    if np.linalg.norm(ahead) < 1e-6:
        ahead = np.array([0.0, 0.0, -np.sign(up_in_torso[0])])
    ahead = ahead / np.linalg.norm(ahead)
    return np.array([ahead, np.cross(up_in_torso, ahead), up_in_torso])
