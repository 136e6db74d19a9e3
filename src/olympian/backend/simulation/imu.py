"""The inertial sensor: true motion averaged over a tick, then bias and noise."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation.body import ACCELEROMETER, GYRO
from olympian.backend.simulation.options import Noise
from olympian.geometry import R_from_rpy, Vec, sealed
from olympian.records import Imu

__all__ = ["ImuSensor"]


class ImuSensor:
    """Averages like the low-pass filter in a real chip, so that one spike is not the truth."""

    def __init__(
        self, model: mujoco.MjModel, prefix: str, noise: Noise, rpy: tuple[float, float, float]
    ) -> None:
        """Args: rpy: how the chip is turned against its place in the description."""
        self._noise = noise
        self._R_place_chip = R_from_rpy(*rpy)
        self._at = np.array([_places(model, prefix + name) for name in (GYRO, ACCELEROMETER)])
        self._white = np.array([[noise.gyro], [noise.accelerometer]])
        self._sum = np.zeros((2, 3))
        self._count = 0
        self._bias = np.zeros((2, 3))

    def reset(self, rng: np.random.Generator) -> None:
        """Forget the past and draw the biases of a new run."""
        self._sum[:] = 0.0
        self._count = 0
        scale = np.array([[self._noise.gyro_bias], [self._noise.accelerometer_bias]])
        self._bias = scale * rng.standard_normal((2, 3))

    def sample(self, sensordata: Vec) -> None:
        """Take in one physics step."""
        self._sum += sensordata[self._at]
        self._count += 1

    def read(self, sensordata: Vec, rng: np.random.Generator) -> Imu:
        """Mean since the last reading, with bias and noise."""
        if self._count == 0:
            self.sample(sensordata)
        mean = self._sum @ self._R_place_chip / self._count
        self._sum[:] = 0.0
        self._count = 0
        noisy = sealed(mean + self._bias + self._white * rng.standard_normal((2, 3)))
        return Imu(noisy[0], noisy[1])


def _places(model: mujoco.MjModel, name: str) -> NDArray[np.intp]:
    """Where the three numbers of a sensor are in MuJoCo's list."""
    return int(model.sensor(name).adr[0]) + np.arange(3)
