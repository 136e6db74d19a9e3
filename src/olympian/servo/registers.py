"""The control table of every servo: what can be set over the bus, in its own whole numbers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.errors import OlympianError, unknown
from olympian.servo.spec import ServoSpec
from olympian.servo.table import Table

__all__ = ["Registers"]

_TOP = {
    "torque_enable": 1,
    "moving_speed": 1023,
    "torque_limit": 1023,
    "max_torque": 1023,
    "margin_cw": 255,
    "margin_ccw": 255,
    "slope_cw": 254,
    "slope_ccw": 254,
    "punch": 1023,
    "temperature_limit": 150,
    "low_voltage_limit": 300,
    "high_voltage_limit": 300,
    "shutdown": 127,
}
"""Highest value; the lowest is 0. Gains and goals depend on the servo."""

_GAINS = ("p_gain", "i_gain", "d_gain")
_GOAL = "goal_ticks"

Joints = NDArray[np.bool_] | NDArray[np.intp] | slice
ALL = slice(None)


class Registers:
    """Settable registers by name, one value per joint.

    moving_speed counts the servo's speed unit (0: as fast as it can); torque_limit, max_torque and
    punch count 1/1023 of full duty; margins and slopes count ticks, voltage limits 0.1 V,
    temperature_limit °C; P, I and D count `ServoSpec.gain_unit`. A slope acts as the nearest power
    of two that is not above it, from 2 to 128: 12 acts as 8.
    """

    def __init__(self, names: Sequence[str], specs: Sequence[ServoSpec], table: Table) -> None:
        self._names = tuple(names)
        self._table = table
        count = len(self._names)
        self._top = {name: np.full(count, top, dtype=np.int64) for name, top in _TOP.items()}
        self._top |= {name: np.array([spec.gain_top for spec in specs]) for name in _GAINS}
        self._top[_GOAL] = np.array([spec.ticks - 1 for spec in specs])

    def top(self, register: str) -> NDArray[np.int64]:
        """Highest value of one register, joint by joint."""
        self._check_name(register)
        return self._top[register].copy()

    def read(self, register: str) -> NDArray[np.int32]:
        """Values of one register, joint by joint (a copy)."""
        self._check_name(register)
        return self._table[register].copy()

    def write(self, register: str, value: ArrayLike, joints: Joints = ALL) -> None:
        """Set one register of all or some joints; a value out of range changes nothing.

        A torque limit above zero ends a shutdown, as on the real servo; torque stays off until
        it is enabled.
        """
        self._check_name(register)
        values = self._checked(register, value, joints)
        self._table[register][joints] = values
        if register == _GOAL:
            self._table["goal_clamped"][joints] = 0
        if register == "torque_limit":
            written = np.arange(len(self._names))[joints]
            self.clear_faults(written[self._table["torque_limit"][written] > 0])

    def clear_faults(self, joints: Joints) -> None:
        """Forget past shutdowns; where the cause lasts, as heat does, the next step repeats it."""
        self._table["latched"][joints] = 0
        self._table["overload_time"][joints] = 0.0

    def _check_name(self, register: str) -> None:
        if register not in self._top:
            raise unknown("register", register, self._top)

    def _checked(self, register: str, value: ArrayLike, joints: Joints) -> NDArray[np.int64]:
        values = np.asarray(value)
        tops = self._top[register][joints]
        if not np.issubdtype(values.dtype, np.integer) and not np.issubdtype(
            values.dtype, np.bool_
        ):
            raise OlympianError(f"register '{register}' takes whole numbers, got {value!r}")
        values = np.broadcast_to(values.astype(np.int64), tops.shape)
        wrong = (values < 0) | (values > tops)
        if wrong.any():
            first = int(wrong.argmax())
            name, got, top = np.array(self._names)[joints][first], values[first], tops[first]
            raise OlympianError(
                f"register '{register}' of joint '{name}': {got} is not within 0…{top}"
            )
        return values
