"""A body in which things break and heal while it runs."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.backend.fault import Fault, FaultKind
from olympian.backend.protocol import Backend
from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.records import JointGoal, Sensors, ServoSettings
from olympian.servo import AMBIENT_C, ServoBank

__all__ = ["FaultyBackend"]

Mask = NDArray[np.bool_]

CUT = {
    FaultKind.SERVO_MISSING,
    FaultKind.SERVO_UNPOWERED,
    FaultKind.SERVO_REPEATS,
    FaultKind.BUS_LOST,
}
"""What keeps goals from the servos and answers from the program."""
SILENT = CUT - {FaultKind.SERVO_REPEATS}
"""What the driver notices, because no status packet comes."""
IN_THE_SERVO = {
    FaultKind.SERVO_UNPOWERED,
    FaultKind.OVERLOAD,
    FaultKind.OVERHEATING,
    FaultKind.VOLTAGE_LOW,
}
"""What needs servos to happen to."""
SENSES = {FaultKind.IMU_FROZEN: "imu", FaultKind.PRESSURE_STUCK: "soles"}
"""Sensors that a robot has to have for it to happen."""
READINGS = ("q", "dq", "load", "temperature_c", "voltage", "torque_on", "fault")
"""All that a status packet brings."""


class FaultyBackend:
    """Any backend, with faults injected at run time; without faults it changes nothing.

    A fault changes what it would really change: a broken data line stops packets and not the servo,
    heat and overload go into the servo model, whose firmware then does what it does, and a low
    battery weakens every motor.
    """

    def __init__(self, backend: Backend) -> None:
        self.inner = backend
        self.robot = backend.robot
        self.dt = backend.dt
        self._faults: dict[Fault, None] = {}
        self._last: Sensors | None = None
        self._settings: ServoSettings | None = None
        self._charged = None if backend.servos is None else backend.servos.bus_supply
        self._sort()

    @property
    def servos(self) -> ServoBank | None:
        """Those of the body."""
        return self.inner.servos

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is broken now, in the order in which it broke."""
        return tuple(self._faults)

    def inject(self, fault: Fault) -> None:
        """Break something; breaking it twice is breaking it once.

        Raises:
            OlympianError: the robot has no such part, or this body cannot suffer the fault.
        """
        self._check(fault)
        if fault in self._faults:
            return
        self._faults[fault] = None
        self._sort()
        if fault.kind is FaultKind.SERVO_UNPOWERED:
            self._bank(fault).torque(False, self._joints(fault))
        elif fault.kind is FaultKind.VOLTAGE_LOW:
            self._supply()

    def clear(self, fault: Fault) -> None:
        """Repair something. A servo that had switched itself off stays off until it is told.

        A hot motor is cool at once: minutes of rest are not waited for.
        """
        if fault not in self._faults:
            raise unknown("fault", str(fault), map(str, self._faults))
        del self._faults[fault]
        self._sort()
        if fault.kind is FaultKind.OVERHEATING:
            self._bank(fault).heat(AMBIENT_C, self._joints(fault))
        elif fault.kind is FaultKind.VOLTAGE_LOW:
            self._supply()

    def heal(self) -> None:
        """Repair everything."""
        for fault in self.faults:
            self.clear(fault)

    def read(self) -> Sensors:
        """What the robot feels, the last values of what does not answer included."""
        sensors = self.inner.read()
        if self._faults and self._last is not None:
            sensors = replace(sensors, **self._stale(sensors, self._last))
        self._last = sensors
        return sensors

    def write(self, goal: JointGoal) -> None:
        """Send goals to the servos that can be reached, and let one tick pass."""
        goal = self._reaching(goal)
        self._suffer()
        self.inner.write(goal)

    def close(self) -> None:
        """Let go of the body."""
        self.inner.close()

    def _reaching(self, goal: JointGoal) -> JointGoal:
        """What arrives of a goal; a servo that cannot be reached keeps its registers."""
        if not self._any_cut:
            self._settings = goal.settings
            return goal
        power = None if goal.power is None else np.where(self._cut, 0, goal.power).astype(np.int8)
        self._settings = _kept(self._cut, self._settings, goal.settings)
        mask = goal.mask & ~self._cut
        return replace(goal, mask=mask, power=power, settings=self._settings)

    def _stale(self, now: Sensors, last: Sensors) -> dict[str, Any]:
        """The fields of a record that do not come from this tick."""
        old: dict[str, Any] = {}
        if self._any_cut:
            for name in READINGS:
                old[name] = _either(self._cut, getattr(last, name), getattr(now, name))
            old["answered"] = ~self._silent if self._silent.any() else None
        if self._imu_frozen:
            old["imu"] = last.imu
        if self._stuck.any() and last.foot_pressure is not None and now.foot_pressure is not None:
            stuck = self._stuck[:, None]
            old["foot_pressure"] = _either(stuck, last.foot_pressure, now.foot_pressure)
        return old

    def _suffer(self) -> None:
        """What lasts: a blocked joint stays blocked, and a hot motor hot."""
        for fault in self._faults:
            if fault.kind is FaultKind.OVERLOAD:
                self._bank(fault).overload(self._joints(fault))
            elif fault.kind is FaultKind.OVERHEATING:
                bank, joints = self._bank(fault), self._joints(fault)
                limit = float(bank.registers.read("temperature_limit")[joints][0])
                bank.heat(limit if fault.value is None else fault.value, joints)

    def _supply(self) -> None:
        """Let the battery be as the latest fault says, or charged as it was."""
        values = [f.value for f in self._faults if f.kind is FaultKind.VOLTAGE_LOW]
        volts = values[-1] if values else self._charged
        if self.servos is not None and volts is not None:
            self.servos.set_supply(volts)

    def _sort(self) -> None:
        """What the present faults mean for joints, IMU and feet."""
        self._cut = self._joints(*(fault for fault in self._faults if fault.kind in CUT))
        self._any_cut = bool(self._cut.any())
        self._silent = self._joints(*(fault for fault in self._faults if fault.kind in SILENT))
        self._imu_frozen = any(fault.kind is FaultKind.IMU_FROZEN for fault in self._faults)
        stuck = {f.where for f in self._faults if f.kind is FaultKind.PRESSURE_STUCK}
        self._stuck = np.array([foot.limb in stuck for foot in self.robot.feet], dtype=np.bool_)

    def _joints(self, *faults: Fault) -> Mask:
        """Which joints the faults are about."""
        mask = np.zeros(self.robot.dof, dtype=np.bool_)
        for fault in faults:
            limb = fault.kind is FaultKind.BUS_LOST
            names = self.robot.limb(fault.where).chain.joint_names if limb else (fault.where,)
            mask[self.robot.indices(names)] = True
        return mask

    def _check(self, fault: Fault) -> None:
        sense = SENSES.get(fault.kind, "")
        if sense in self.robot.lacks:
            raise OlympianError(f"{fault}: '{self.robot.name}' lacks '{sense}'")
        if fault.kind is FaultKind.PRESSURE_STUCK:
            legs = [foot.limb for foot in self.robot.feet]
            if fault.where not in legs:
                raise unknown("foot", fault.where, legs)
        elif fault.kind not in (FaultKind.IMU_FROZEN, FaultKind.VOLTAGE_LOW):
            self._joints(fault)
        if fault.kind in IN_THE_SERVO:
            self._bank(fault)
        if fault.kind is FaultKind.VOLTAGE_LOW and self._charged is None:
            raise OlympianError(f"{fault}: no servo of '{self.robot.name}' hangs on the battery")
        if fault.kind is FaultKind.VOLTAGE_LOW and not 0.0 < (fault.value or 0.0) < np.inf:
            raise OlympianError(f"{fault}: a battery gives some volts, not {fault.value}")

    def _bank(self, fault: Fault) -> ServoBank:
        if self.servos is None:
            raise OlympianError(f"{fault}: this body has no servos to which it could happen")
        return self.servos


def _either(mask: Mask, old: Vec, new: Vec) -> Vec:
    """Values of the last tick where `mask` is true, those of this one elsewhere; read-only."""
    values = np.where(mask, old, new)
    values.flags.writeable = False
    return values


def _kept(cut: Mask, old: ServoSettings | None, new: ServoSettings | None) -> ServoSettings | None:
    """Registers of the last tick where `cut` is true, those of this one elsewhere."""
    if old is new:
        return new
    nothing = np.full(len(cut), np.nan)
    merged: dict[str, Vec | None] = {}
    for name in (field.name for field in fields(ServoSettings)):
        before, now = (None if one is None else getattr(one, name) for one in (old, new))
        if before is None and now is None:
            continue
        merged[name] = _either(
            cut, nothing if before is None else before, nothing if now is None else now
        )
    return ServoSettings(**merged)
