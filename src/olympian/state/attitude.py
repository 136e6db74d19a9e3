"""Which way is up: the gyro for the moment, gravity for the long run."""

from math import isfinite

import numpy as np

from olympian.geometry import GRAVITY, Mat3, Vec3, sealed
from olympian.records import Imu
from olympian.state.attitude_kernel import advance_attitude

__all__ = ["AttitudeFilter"]


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
