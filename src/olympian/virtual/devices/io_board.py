"""The IO board: eight pins, on which pressure cells hang, and an inertial sensor of its own."""

import numpy as np

from olympian.geometry import GRAVITY, frozen, rpy_from_R
from olympian.records import Imu, Sensors
from olympian.state import AttitudeFilter
from olympian.virtual.body import SimulatedRobot
from olympian.virtual.devices.firmware import Firmware
from olympian.virtual.devices.memory import Memory

__all__ = ["IoBoard"]

PINS = 8
HALF = 512
"""Counts from which a digital input is high."""
AXES = "xyz"
LEVEL = Imu(frozen([0.0, 0.0, 0.0]), frozen([0.0, 0.0, GRAVITY]))
"""What a board shows whose chip is missing."""


class IoBoard(Firmware):
    """Samples with the robot's sensors, and believes an attitude from its own gyro and gravity."""

    def __init__(self, memory: Memory, body: SimulatedRobot, cells: list[int], full: float) -> None:
        """Args:
        cells: pressure cell of each pin, counted through the robot's feet.
        full: newtons at the highest count.
        """
        super().__init__(memory)
        self._body, self._cells, self._full = body, cells[:PINS], full
        self._attitude = AttitudeFilter(np.eye(3))
        self._counts = [0] * PINS
        self._samples = 0
        body.on_sample.append(self._take)

    def refresh(self, _names: list[str], _t: float, /) -> None:
        """Show the last sample."""
        sensors, memory = self._body.sensors, self.memory
        for pin, count in enumerate(self._counts):
            memory[f"input_{pin + 1}"] = count if memory["analogue_pins"] & 1 << pin else 0
        memory["samples"] = self._samples % 256
        memory["levels"] = self._levels()
        memory["present_voltage"] = round(10.0 * float(np.max(sensors.voltage, initial=0.0)))
        table = memory.table
        motion = LEVEL if sensors.imu is None else sensors.imu
        for axis, turn, pull in zip(AXES, motion.gyro, motion.accelerometer, strict=True):
            memory[f"gyro_{axis}"] = _word(table.to_raw(f"gyro_{axis}", float(turn)))
            pulled = table.to_raw(f"acceleration_{axis}", float(pull))
            memory[f"acceleration_{axis}"] = _word(pulled)
        roll, pitch, _ = rpy_from_R(self._attitude.R_world_torso)
        memory["roll"] = table.to_raw("roll", roll)
        memory["pitch"] = table.to_raw("pitch", pitch)

    def _take(self, sensors: Sensors, dt: float) -> None:
        if sensors.foot_pressure is not None:
            newtons = sensors.foot_pressure.reshape(-1)
            for pin, cell in enumerate(self._cells):
                self._counts[pin] = min(round(float(newtons[cell]) / self._full * 1023), 1023)
        if sensors.imu is not None:
            self._attitude.step(sensors.imu, dt)
        self._samples += 1

    def _levels(self) -> int:
        """A bit per pin: outputs as they were told, inputs high from half the scale."""
        high = sum(1 << pin for pin, count in enumerate(self._counts) if count >= HALF)
        outputs = self.memory["output_pins"] & ~self.memory["analogue_pins"]
        return (high & ~outputs) | (self.memory["output_levels"] & outputs)


def _word(count: int) -> int:
    """What fits two bytes: a sensor shows no more than its full scale."""
    return max(-32768, min(count, 32767))
