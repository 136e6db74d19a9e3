"""All servos of one robot, advanced together once per physics step."""

from collections.abc import Sequence
from math import radians
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.records import JointGoal, ServoSettings
from olympian.servo.bus_kernel import read_servos, write_goals, write_torques
from olympian.servo.kernel import FULL_DUTY, OVERLOAD_TIME, step_servos
from olympian.servo.lead import lead
from olympian.servo.motor import MotorConstants
from olympian.servo.registers import Registers
from olympian.servo.settings import SettingsSwitch
from olympian.servo.spec import (
    AMBIENT_C,
    Controller,
    ServoSpec,
    current_controlled,
    generic_servo,
    servo_type,
)
from olympian.servo.table import TORQUE, Table, new_table

if TYPE_CHECKING:
    from olympian.robot import Robot

__all__ = ["ServoBank"]

Mask = NDArray[np.bool_]

_FORGOTTEN = (
    *("speed", "integral", "duty", "current", "overload_time", "latched", "fault"),
    *("goal_current", "goal_speed", "goal_duty", "endless"),
)
"""What is zero at a start."""


class ServoBank:
    """Servos in joint order: goals in, terminal voltages out, readings as the hardware reports.

    The physics turns a voltage V into the torque K/R·(V − K·ω) minus dry friction, with
    `motor_constant` K, `resistance` R, `friction` and `armature` of each joint: MuJoCo's native
    DC motor takes just these.
    """

    def __init__(
        self,
        names: Sequence[str],
        specs: Sequence[ServoSpec],
        signs: Sequence[float],
        zeros: Sequence[float],
        supply_v: float | None = None,
        generic: Sequence[str] = (),
    ) -> None:
        """Servos that start at their centre, torque on.

        Args:
            zeros: servo angle at joint angle zero, rad: `servo angle = sign · joint angle + zero`.
            supply_v: bus voltage; None gives each servo the voltage of its datasheet.
            generic: joints whose servo is a guess from their limits.
        """
        self.names = tuple(names)
        self.specs = tuple(specs)
        self.generic = tuple(generic)
        self._motors = tuple(MotorConstants.of(spec) for spec in specs)
        self._table = new_table(specs, signs, zeros)
        self.registers = Registers(names, specs, self._table)
        self._switch = SettingsSwitch(self)
        self.motor_constant = frozen([motor.torque_constant for motor in self._motors])
        self.resistance = frozen([motor.resistance for motor in self._motors])
        self.friction = frozen([motor.friction for motor in self._motors])
        self.armature = frozen([spec.armature for spec in specs])
        self._volts = np.zeros(len(self.names))
        self._unlimited = np.full(len(self.names), np.inf)
        self._on_bus = np.array([not spec.own_supply for spec in specs], dtype=np.bool_)
        self._takes_torque = np.array([spec.current_control for spec in specs], dtype=np.bool_)
        if supply_v is not None:
            self.set_supply(supply_v)
        self.reset(-self._table["sign"] * self._table["zero"])

    @staticmethod
    def of(
        robot: "Robot", supply_v: float | None = None, controller: Controller | None = None
    ) -> "ServoBank":
        """The servos of `robot`, in the order of its joints.

        Joints without an entry in the robot's file get a generic servo and are listed in `generic`.

        Args:
            supply_v: bus voltage; None takes the robot's, or else each datasheet's.
            controller: flashes all servos with this firmware instead of their own.
        """
        specs, signs, zeros, generic = [], [], [], []
        for joint in robot.tree.movable:
            config = robot.servos.get(joint.name)
            if config is None:
                generic.append(joint.name)
                spec = generic_servo(joint.effort, joint.velocity)
            else:
                spec = servo_type(config.type, robot.servo_types)
                spec = spec.for_joint(joint.effort, joint.velocity)
            specs.append(msgspec.structs.replace(spec, controller=controller or spec.controller))
            signs.append(config.sign if config else 1)
            zeros.append(radians(config.zero_deg) if config else 0.0)
        supply = robot.supply_v if supply_v is None else supply_v
        return ServoBank(robot.joint_names, specs, signs, zeros, supply, generic)

    def step(self, q: Vec, dq: Vec, dt: float) -> Vec:
        """Terminal voltages for the next `dt` seconds; the same array every time.

        Args:
            q: true joint angles (n,), rad.
            dq: true joint speeds (n,), rad/s.
        """
        step_servos(self._table, q, dq, dt, self._volts)
        return self._volts

    def reset(self, q: ArrayLike, torque_on: bool = True) -> None:
        """Cool servos at rest at `q`, which is also their goal; what goals had set is put back."""
        angles = self._finite("position", q)
        table = self._table
        self._switch.apply(None)
        for field in _FORGOTTEN:
            table[field] = 0
        table["temperature_c"] = AMBIENT_C
        table["moving_speed"] = 0
        self.set_goal(angles)
        table["position_ticks"] = table["set_point_ticks"] = table["goal_ticks"]
        table["torque_limit"] = table["max_torque"]
        table["torque_enable"] = torque_on
        self._volts[:] = 0.0

    def obey(self, goal: JointGoal) -> None:
        """Do all that a goal says: power, registers, angles, speeds and torques."""
        if goal.power is not None:
            self.torque(True, goal.power > 0)
            self.torque(False, goal.power < 0)
        self._switch.apply(goal.settings)
        self.set_goal(goal.q, goal.mask, goal.speed, goal.torque)

    def set_goal(
        self,
        q_goal: ArrayLike,
        mask: Mask | None = None,
        speed: Vec | None = None,
        torque: Vec | None = None,
    ) -> None:
        """Where the joints should go; those outside `mask` keep their goal and speed.

        Goals are rounded to ticks. One outside the servo's range is clamped to it and raises the
        fault bit ANGLE_LIMIT until a good one comes. Writing a goal does not switch torque on.
        Joints with a `torque` push instead of holding an angle, until they get an angle again.

        Args:
            q_goal: (n,) rad; NaN or infinity under the mask is an OlympianError.
            speed: (n,) rad/s, rounded to the servo's unit and at least one unit (the register's
                zero would mean unlimited); infinity or None: as fast as it can.
            torque: (n,) N m of the winding, of which dry friction takes its part; NaN: an angle.

        Raises:
            OlympianError: a servo without a current sensor is given a torque.
        """
        joints = np.ones(len(self.names), dtype=np.bool_) if mask is None else mask
        if torque is not None:
            joints = joints & ~self._push(torque, joints)
        angles = self._finite("goal", q_goal, joints)
        speeds = self._unlimited if speed is None else self._not_negative(speed, joints)
        write_goals(self._table, angles, speeds, joints)

    def torque(self, on: bool, mask: Mask | None = None) -> None:
        """Switch motors on or off. On also ends a shutdown whose cause is over."""
        joints = np.ones(len(self.names), dtype=np.bool_) if mask is None else mask
        self._table["torque_enable"][joints] = on
        if on:
            tripped = joints & (self._table["latched"] != 0)
            self.registers.clear_faults(tripped)
            self._table["torque_limit"][tripped] = self._table["max_torque"][tripped]

    def set_supply(self, supply_v: float) -> None:
        """Voltage of the bus from now on; servos with a supply of their own do not notice."""
        if not (np.isfinite(supply_v) and supply_v > 0):
            raise OlympianError(f"supply voltage must be positive, got {supply_v}")
        self._table["supply"][self._on_bus] = supply_v

    @property
    def table(self) -> Table:
        """The servos' own numbers, one row per joint, for who emulates their firmware."""
        return self._table

    @property
    def bus_supply(self) -> float | None:
        """Voltage of the bus now, or None if no servo hangs on it."""
        on_bus = self._table["supply"][self._on_bus]
        return float(on_bus[0]) if len(on_bus) else None

    def heat(self, temperature_c: float, joints: Mask) -> None:
        """Bring windings to a temperature; whether the firmware then gives up is its affair."""
        self._table["temperature_c"][joints] = temperature_c

    def overload(self, joints: Mask) -> None:
        """Let these servos have been stuck at their torque limit for long enough to give up."""
        self._table["overload_time"][joints] = OVERLOAD_TIME

    @property
    def strength(self) -> Vec:
        """Factor on each winding's current; write into it to weaken or strengthen servos."""
        return self._table["strength"]

    def lead(self, torque: Vec, speed: Vec) -> Vec:
        """How far ahead of a joint its goal must be so that the servo gives `torque` at `speed`.

        Uses the registers as they are now and the servo of the datasheet, not this one's strength.
        """
        return lead(self._table, self.resistance, self.friction, torque, speed)

    @property
    def stall(self) -> Vec:
        """Torque of a blocked horn at the present supply, N m."""
        pairs = zip(self._motors, self._table["supply"], strict=True)
        return np.array([motor.stall(supply) for motor, supply in pairs])

    @property
    def no_load(self) -> Vec:
        """Speed of a free horn at the present supply, rad/s."""
        pairs = zip(self._motors, self._table["supply"], strict=True)
        return np.array([motor.no_load(supply) for motor, supply in pairs])

    @property
    def top_settings(self) -> ServoSettings:
        """The most that the registers of a goal's settings hold."""
        return self._switch.most

    @property
    def goal(self) -> Vec:
        """Goals as the registers hold them: clamped and in whole ticks, as joint angles."""
        table = self._table
        servo_angle = (table["goal_ticks"] - table["centre_ticks"]) * table["tick"]
        return table["sign"] * (servo_angle - table["zero"])

    @property
    def range(self) -> tuple[Vec, Vec]:
        """Lowest and highest joint angles that the servos count, rad."""
        table = self._table
        ticks = np.array([np.zeros(len(self.names)), table["top_ticks"]])
        ends = table["sign"] * ((ticks - table["centre_ticks"]) * table["tick"] - table["zero"])
        return ends.min(axis=0), ends.max(axis=0)

    @property
    def pushing(self) -> Mask:
        """Which push with a torque instead of going to an angle."""
        return self._table["mode"] == TORQUE

    @property
    def goal_current(self) -> NDArray[np.int32]:
        """Of those that push: 1/1023 of the stall current, in the servo's own sense (a copy)."""
        return self._table["goal_current"].copy()

    def readings(self) -> Vec:
        """(5, n): `position`, `speed`, `load`, `temperature_c` and `voltage` in one transfer."""
        return read_servos(self._table)

    def position(self) -> Vec:
        """Joint angles as reported: whole ticks."""
        return self.readings()[0]

    def speed(self) -> Vec:
        """Joint speeds as reported: whole counts of the speed register."""
        return self.readings()[1]

    def load(self) -> Vec:
        """Drive as reported: share of full duty, −1…1 in steps of 1/1023, in the joint's sense."""
        return self.readings()[2]

    @property
    def temperature_c(self) -> Vec:
        """Whole degrees."""
        return self.readings()[3]

    @property
    def voltage(self) -> Vec:
        """Supply as reported, in steps of 0.1 V."""
        return self.readings()[4]

    @property
    def fault(self) -> NDArray[np.uint8]:
        """Bits of `records.ServoFault`."""
        return self._table["fault"].astype(np.uint8)

    @property
    def saturated(self) -> Mask:
        """Which drive with all the duty that their torque limit allows."""
        most = self._table["torque_limit"] / FULL_DUTY
        return np.abs(self._table["duty"]) >= most - 1e-9

    @property
    def torque_on(self) -> Mask:
        """Is the motor driven?"""
        return self._table["torque_enable"] != 0

    def _finite(self, what: str, values: ArrayLike, joints: Mask | None = None) -> Vec:
        angles = np.asarray(values, dtype=np.float64)
        if angles.shape != (len(self.names),):
            raise OlympianError(
                f"{what} has shape {angles.shape}, the robot has {len(self.names)} joints"
            )
        wrong = ~np.isfinite(angles) if joints is None else joints & ~np.isfinite(angles)
        if wrong.any():
            index = int(np.flatnonzero(wrong)[0])
            raise OlympianError(
                f"{what} of joint '{self.names[index]}' is {angles[index]}, not an angle"
            )
        return angles

    def _push(self, torque: Vec, joints: Mask) -> Mask:
        """Hand torques to the joints that have one; which these are."""
        pushing = joints & ~np.isnan(torque)
        deaf = pushing & ~self._takes_torque
        if deaf.any():
            index = int(np.flatnonzero(deaf)[0])
            raise OlympianError(
                f"joint '{self.names[index]}' cannot be given a torque: its servo "
                f"{self.specs[index].name} has no current sensor; these have one: "
                f"{', '.join(current_controlled())}"
            )
        infinite = pushing & np.isinf(torque)
        if infinite.any():
            index = int(np.flatnonzero(infinite)[0])
            raise OlympianError(f"torque of joint '{self.names[index]}' is {torque[index]}")
        write_torques(self._table, torque, pushing)
        return pushing

    def _not_negative(self, speed: ArrayLike, joints: Mask) -> Vec:
        speeds = np.asarray(speed, dtype=np.float64)
        wrong = joints & ~(speeds >= 0.0)
        if wrong.any():
            index = int(np.flatnonzero(wrong)[0])
            raise OlympianError(
                f"speed of joint '{self.names[index]}' is {speeds[index]}, not zero or more"
            )
        return speeds
