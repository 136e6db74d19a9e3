"""Registers that come with goals, written when they change and put back when they end."""

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import frozen
from olympian.records import ServoSettings

if TYPE_CHECKING:
    from olympian.servo.bank import ServoBank

__all__ = ["SettingsSwitch"]

REGISTERS = {
    "slope": ("slope_cw", "slope_ccw"),
    "margin": ("margin_cw", "margin_ccw"),
    "punch": ("punch",),
    "p_gain": ("p_gain",),
    "i_gain": ("i_gain",),
    "d_gain": ("d_gain",),
    "torque_limit": ("torque_limit",),
}
"""Each setting acts alike in both directions of turning."""
OWN = {"torque_limit": "max_torque"}
"""Where a servo keeps what it takes by itself; a register that is not named here holds it."""
COMPLIANCE = ("slope", "margin")
"""What only firmware of the compliant kind has."""


class SettingsSwitch:
    """The registers of one robot's servos, and what they were before a goal changed them.

    Only joints for which a goal has a number are written: to write the torque limit of a servo that
    gave up would forgive it.
    """

    def __init__(self, servos: "ServoBank") -> None:
        self._registers = servos.registers
        self._deaf = np.array([spec.controller != "compliance" for spec in servos.specs])
        self._names = servos.names
        self._own: dict[str, NDArray] = {}
        self._set: dict[str, NDArray[np.bool_]] = {}
        """Joints for which a goal sets a register now."""
        self._now: ServoSettings | None = None

    @property
    def most(self) -> ServoSettings:
        """What each register holds at most."""
        tops = {name: self._registers.top(own[0]) for name, own in REGISTERS.items()}
        return ServoSettings(**{name: frozen(top) for name, top in tops.items()})

    def apply(self, settings: ServoSettings | None) -> None:
        """Write what has changed; what nobody sets any more is put back."""
        if settings is self._now:
            return
        self._now = settings
        self._warn_deaf(settings)
        for setting, registers in REGISTERS.items():
            values = None if settings is None else getattr(settings, setting)
            for register in registers:
                self._write(register, values)

    def _write(self, register: str, values: NDArray | None) -> None:
        if values is None and register not in self._own:
            return
        own = self._own.setdefault(register, self._registers.read(OWN.get(register, register)))
        given = np.full(len(own), np.nan) if values is None else values
        now, before = ~np.isnan(given), self._set.get(register, False)
        self._set[register], joints = now, now | before
        if joints.any():
            wanted = np.where(now, given, own)[joints].astype(np.int64)
            self._registers.write(register, wanted, joints)

    def _warn_deaf(self, settings: ServoSettings | None) -> None:
        for setting in COMPLIANCE:
            values = None if settings is None else getattr(settings, setting)
            if values is not None and (deaf := self._deaf & ~np.isnan(values)).any():
                names = ", ".join(self._names[index] for index in np.flatnonzero(deaf))
                line = f"compliance has no effect on {names}: PID servos have gains instead"
                warnings.warn(line, stacklevel=3)
                return
