"""Servos that push with a torque instead of going to an angle."""

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.bus_servo import BusServo, Talk
from olympian.backend.dynamixel.orders import BusOrders
from olympian.dynamixel import Bus, ControlTable
from olympian.servo import MotorConstants, ServoSpec

MODES = {"torque_control_mode_enable": (0, 1), "operating_mode": (3, 0)}
"""What goes into the register of the mode for an angle, and for a torque."""
CURRENTS = ("goal_torque", "goal_current")
FULL = 1023
"""Of the servo model's currents: the stall current at the rated voltage."""


class Pushing:
    """The mode of the servos on one bus, and the currents of those that push."""

    def __init__(self, servos: list[BusServo], joints: int) -> None:
        self._servos = [servo for servo in servos if _mode(servo.layout.table)]
        self._held = np.zeros(joints, dtype=np.bool_)

    def switch(self, bus: Bus, orders: BusOrders) -> Talk:
        """Change modes; who is to be told everything anew, because it forgets with its mode."""
        changed = [one for one in self._servos if orders.pushing[one.row] != self._held[one.row]]
        for servo in changed:
            table, pushes = servo.layout.table, bool(orders.pushing[servo.row])
            register = table[_mode(table)]
            if register.eeprom:  # X servos are locked while their motor is on
                off = table["torque_enable"]
                yield from bus.plans.write(servo.id, off.address, off.encode(0))
            value = register.encode(MODES[register.name][pushes])
            if (yield from bus.plans.write(servo.id, register.address, value)):
                self._held[servo.row] = pushes
        return [servo.row for servo in changed]

    def aim(self, bus: Bus, orders: BusOrders) -> Talk:
        """Send the currents."""
        parts: dict[int, dict[int, bytes]] = {}
        for servo in self._servos:
            if self._held[servo.row] and orders.on[servo.row]:
                register = _current(servo.layout.table)
                share = float(orders.current[servo.row]) / FULL
                raw = register.to_raw(share * _stall_current(servo.layout.spec))
                top = FULL if register.sign_bit is not None else register.high
                raw = raw if register.sign_bit is not None else max(-top, min(raw, top))
                parts.setdefault(register.address, {})[servo.id] = register.encode(raw)
        for address, data in parts.items():
            yield from bus.plans.sync_write(address, data)

    @property
    def held(self) -> NDArray[np.bool_]:
        """Which joints are in the mode for torques."""
        return self._held


def _mode(table: ControlTable) -> str:
    """The register of the mode; empty for servos that cannot be given a torque."""
    if not any(name in table for name in CURRENTS):
        return ""
    return next((name for name in MODES if name in table), "")


def _current(table: ControlTable):
    return table[next(name for name in CURRENTS if name in table)]


def _stall_current(spec: ServoSpec) -> float:
    """A, at the rated voltage."""
    return spec.voltage / MotorConstants.of(spec).resistance
