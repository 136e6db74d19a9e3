"""The inertial sensor: true motion averaged over a tick, then bias and noise."""

import mujoco
import numpy as np

from olympian.backend.simulation.body import ACCELEROMETER, GYRO
from olympian.backend.simulation.options import Noise
from olympian.geometry import Vec, frozen
from olympian.records import Imu

__all__ = ["ImuSensor"]


class ImuSensor:
    """Averages like the low-pass filter in a real chip, so that one spike is not the truth."""

    def __init__(self, model: mujoco.MjModel, prefix: str, noise: Noise) -> None:
        self._noise = noise
        self._at = [slice(*_place(model, prefix + name)) for name in (GYRO, ACCELEROMETER)]
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
        for row, place in enumerate(self._at):
            self._sum[row] += sensordata[place]
        self._count += 1

    def read(self, sensordata: Vec, rng: np.random.Generator) -> Imu:
        """Mean since the last reading, with bias and noise."""
        if self._count == 0:
            self.sample(sensordata)
        mean = self._sum / self._count
        self._sum[:] = 0.0
        self._count = 0
        scale = np.array([[self._noise.gyro], [self._noise.accelerometer]])
        noisy = mean + self._bias + scale * rng.standard_normal((2, 3))
        return Imu(frozen(noisy[0]), frozen(noisy[1]))


def _place(model: mujoco.MjModel, name: str) -> tuple[int, int]:
    sensor = model.sensor(name)
    return int(sensor.adr[0]), int(sensor.adr[0] + sensor.dim[0])
