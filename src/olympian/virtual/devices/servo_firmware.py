"""What the firmwares of all servos have in common: a joint of the bank behind the registers."""

from collections.abc import Callable
from math import inf

import numpy as np

from olympian.dynamixel import Register
from olympian.servo import ServoBank
from olympian.virtual.devices.firmware import Firmware
from olympian.virtual.devices.memory import Memory

__all__ = ["FULL", "ServoFirmware"]

FULL = 1023
"""The bank's registers count duty and torque in 1/1023."""
TICK_WRAP = 32768
"""Milliseconds after which the clock of a servo begins anew."""
STILL = 2
"""Counts of the speed register below which a horn that has arrived does not move."""
ARRIVED, START = 3, 0.05
"""Ticks off the goal that are none, and seconds after a new goal in which it surely moves."""


class ServoFirmware(Firmware):
    """One servo. The bank has the truth of its motor, the memory what it was told."""

    def __init__(self, memory: Memory, bank: ServoBank, joint: int) -> None:
        """Args: joint: which servo of the bank it is."""
        super().__init__(memory)
        self.bank, self.joint = bank, joint
        self.row = bank.table[joint]
        self._present: dict[str, Callable[[], int]] = {}
        self._written: dict[str, Callable[[int], None]] = {}
        self._t, self._goal_time = 0.0, -inf

    def heard(self, t: float) -> None:
        """A packet for it has come."""
        self._t = t

    def refresh(self, names: list[str], t: float, /) -> None:
        """Read the motor where the registers show it."""
        self._t = t
        for name in names:
            if present := self._present.get(name):
                self.memory[name] = present()

    def obey(self, register: Register, value: int) -> None:
        """Do what a register was written for."""
        if written := self._written.get(register.name):
            written(value)
        if register.name == "goal_position":
            self._goal_time = self._t

    def power_off(self) -> None:
        """No power, no torque."""
        self.row["torque_enable"] = 0

    def hold(self) -> None:
        """Torque on, goal where the horn is: as if somebody had just switched it on."""

    def set_bank(self, register: str, value: int) -> None:
        """Write a register of this joint's row, as far as it reaches."""
        top = int(self.bank.registers.top(register)[self.joint])
        self.bank.registers.write(register, max(0, min(value, top)), np.array([self.joint]))

    @property
    def ticks(self) -> int:
        """Where the horn is."""
        return int(self.row["position_ticks"])

    @property
    def speed(self) -> int:
        """Counts of the speed register, with a sign."""
        return round(float(self.row["speed"] / self.row["speed_unit"]))

    @property
    def duty(self) -> float:
        """Share of full duty, with a sign."""
        return float(self.row["duty"])

    @property
    def volts(self) -> int:
        """Supply in 0.1 V."""
        return round(10.0 * float(self.row["supply"]))

    @property
    def heat(self) -> int:
        """Whole degrees."""
        return int(self.row["temperature_c"])

    @property
    def on(self) -> bool:
        """Is the motor driven?"""
        return bool(self.row["torque_enable"])

    @property
    def moving(self) -> bool:
        """Is it under way to its goal?"""
        row = self.row
        led = row["set_point_ticks"] != row["goal_ticks"]
        far = abs(row["goal_ticks"] - row["position_ticks"]) > ARRIVED
        begun = self._t - self._goal_time < START
        return abs(self.speed) > STILL or bool(self.on and (led or (far and begun)))

    @property
    def current(self) -> float:
        """Ampere through the winding, with a sign."""
        return float(self.row["current"]) * self.stall_current

    @property
    def stall_current(self) -> float:
        """Ampere at stall and rated voltage."""
        return float(self.row["rated_voltage"] / self.bank.resistance[self.joint])

    def clock(self) -> int:
        """Milliseconds since the power came, from zero again every 32.8 s."""
        return int(1000.0 * self._t) % TICK_WRAP
