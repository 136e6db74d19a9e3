"""Everything that was sensed and sent, to the last bit: what a replay needs."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from olympian.bridge.ros import Template, unpack
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec, sealed
from olympian.records import Imu, JointGoal, RobotState, Sensors, ServoSettings

__all__ = ["GOAL", "SENSORS", "GoalPacker", "SensesTeller", "read_sensors"]

SENSORS = Topic("/olympian/sensors", "olympian_msgs/msg/Sensors")
GOAL = Topic("/olympian/goal", "olympian_msgs/msg/Goal")
VECTORS = ("q", "dq", "load", "temperature_c", "voltage")
EVERYBODY = 2
"""Instead of `answered`: nobody counts who answers."""
SETTINGS = [field.name for field in fields(ServoSettings)]


class SensesTeller:
    """Raw numbers in a type of our own; messages of ROS leave out some of them."""

    topics = (SENSORS, GOAL)

    def __init__(self, dof: int) -> None:
        self._dof = dof
        self._goals = GoalPacker(dof)
        self._shape: tuple[bool, int] | None = None

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:
        """Every tick, first what was sensed."""
        sensors = state.sensors
        feet = -1 if sensors.foot_pressure is None else len(sensors.foot_pressure)
        shape = sensors.imu is not None, feet
        if shape != self._shape:
            self._shape = shape
            self._make(*shape)
        parts = [sensors.q, sensors.dq, sensors.load, sensors.temperature_c, sensors.voltage]
        if sensors.imu is not None:
            parts += (sensors.imu.gyro, sensors.imu.accelerometer)
        if sensors.foot_pressure is not None:
            parts.append(sensors.foot_pressure.ravel())
        place = state.place
        self._template.numbers[self._rows] = np.concatenate(
            ((sensors.t,), *parts, (place.x, place.y, place.yaw))
        )
        self._on[:], self._fault[:] = sensors.torque_on, sensors.fault
        self._answered[:] = EVERYBODY if sensors.answered is None else sensors.answered
        yield Outgoing(SENSORS, self._template.stamped(t_ns))
        if told.sent is not None:
            yield Outgoing(GOAL, self._goals.pack(told.sent, t_ns))

    def _make(self, imu: bool, feet: int) -> None:
        nothing, bits = np.zeros(self._dof), np.zeros(self._dof, np.uint8)
        values: dict[str, Any] = dict.fromkeys(VECTORS, nothing)
        values |= dict.fromkeys(("gyro", "accelerometer"), np.zeros(3 if imu else 0))
        values |= dict.fromkeys(("torque_on", "fault", "answered"), bits)
        values["foot_pressure"] = np.zeros(4 * max(feet, 0))
        self._template = Template(SENSORS.type, values)
        names = ["t", *VECTORS, *(("gyro", "accelerometer") if imu else ())]
        self._rows = self._template.floats(
            *names, *(["foot_pressure"] if feet > 0 else []), "place"
        )
        on, fault, answered = (
            self._template.view(name, np.uint8) for name in ("torque_on", "fault", "answered")
        )
        self._on, self._fault, self._answered = on, fault, answered


class GoalPacker:
    """A goal as bytes: two are the same where their bytes are."""

    def __init__(self, dof: int) -> None:
        self._dof = dof
        self._templates: dict[tuple[bool, ...], Template] = {}

    def pack(self, goal: JointGoal, t_ns: int) -> bytes:
        """All that reaches the servos; what a goal leaves open has no numbers."""
        settings = None if goal.settings is None else _registers(goal.settings, self._dof)
        given = {"speed": goal.speed, "torque": goal.torque, "settings": settings}
        key = (*(value is not None for value in given.values()), goal.power is not None)
        template = self._templates.get(key)
        if template is None:
            sizes = {
                name: np.zeros(value.size) for name, value in given.items() if value is not None
            }
            values = {"q": np.zeros(self._dof), "mask": np.zeros(self._dof, np.uint8), **sizes}
            if goal.power is not None:
                values["power"] = np.zeros(self._dof, np.int8)
            template = self._templates[key] = Template(GOAL.type, values)
        template.view("q")[:] = goal.q
        template.view("mask", np.uint8)[:] = goal.mask
        for name, value in given.items():
            if value is not None:
                template.view(name)[:] = value.ravel()
        if goal.power is not None:
            template.view("power", np.int8)[:] = goal.power
        return template.stamped(t_ns)


def read_sensors(data: bytes, dof: int) -> tuple[Sensors, Place]:
    """What was sensed, and where the robot believed to be.

    Raises: OlympianError: it is no such message, or of a robot with other joints.
    """
    found = unpack(SENSORS.type, data)
    sizes = {len(found[name]) for name in (*VECTORS, "torque_on", "fault", "answered")}
    if sizes != {dof} or len(found["gyro"]) not in (0, 3) or len(found["foot_pressure"]) % 4:
        raise OlympianError(f"sensors of {sorted(sizes)} joints, not of {dof}")
    answered = found["answered"]
    vectors: dict[str, Any] = {name: _sealed(found[name]) for name in VECTORS}
    sensors = Sensors(
        t=found["t"],
        **vectors,
        torque_on=_sealed(found["torque_on"].astype(np.bool_)),
        fault=_sealed(found["fault"].copy()),
        imu=_imu(found["gyro"], found["accelerometer"]),
        foot_pressure=_pressure(found["foot_pressure"]),
        answered=None if (answered == EVERYBODY).all() else _sealed(answered == 1),
    )
    return sensors, Place(*map(float, found["place"]))


def _imu(gyro: Vec, accelerometer: Vec) -> Imu | None:
    return Imu(_sealed(gyro), _sealed(accelerometer)) if len(gyro) else None


def _pressure(numbers: Vec) -> Vec | None:
    return _sealed(numbers.reshape(-1, 4)) if len(numbers) else None


def _sealed(numbers: np.ndarray) -> np.ndarray:
    """Aligned as what sensors deliver is: sums of the same numbers are then the same."""
    return sealed(np.array(numbers))


def _registers(settings: ServoSettings, dof: int) -> Vec:
    rows: Sequence[Vec | None] = [getattr(settings, name) for name in SETTINGS]
    return np.array([np.full(dof, np.nan) if row is None else row for row in rows])
