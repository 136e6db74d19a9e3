"""The IO board of the thesis: an inertial sensor and pressure cells, read over the servos' bus."""

from collections.abc import Generator
from typing import Any

import numpy as np

from olympian.backend.dynamixel.layout import RegisterBlock
from olympian.backend.dynamixel.senses.sources import LEVEL
from olympian.dynamixel import Bus, control_table
from olympian.geometry import Vec, frozen
from olympian.records import Imu

INPUTS = 8
AXES = "xyz"


class SensorBoard:
    """Senses attitude and soles; what it said last stays until it says something new."""

    def __init__(self, id: int, full_scale_n: float) -> None:
        """Args: full_scale_n: newtons of an input at its highest count."""
        table = control_table("io-board")
        self.id, self._full = id, full_scale_n
        self._gyro = [table[f"gyro_{axis}"] for axis in AXES]
        self._pull = [table[f"acceleration_{axis}"] for axis in AXES]
        self._inputs = [table[f"input_{number}"] for number in range(1, INPUTS + 1)]
        self._block = RegisterBlock.around(*self._gyro, *self._pull, *self._inputs)
        self._last = LEVEL
        self.inputs: Vec = frozen(np.zeros(INPUTS))
        """Newtons on its inputs."""

    def ask(self, bus: Bus) -> Generator[Any, Any, None]:
        """Read it."""
        block = self._block
        data = yield from bus.plans.read(self.id, block.address, block.size)
        if data is not None:
            gyro, pull, inputs = (
                frozen([one.to_si(block.cut(one, data)) for one in group])
                for group in (self._gyro, self._pull, self._inputs)
            )
            self._last, self.inputs = Imu(gyro, pull), frozen(self._full * inputs)

    def imu(self) -> Imu:
        """The latest."""
        return self._last
