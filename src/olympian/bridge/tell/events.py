"""What the robot is about, how its hardware is, and what it wrote into its log."""

from collections.abc import Iterator
from typing import Any

from olympian.bridge.ros import pack
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.records import HealthReport, RobotState, Semantic, Situation
from olympian.robot import Robot

__all__ = ["STATE", "EventTeller", "situation_of"]

STATE = Topic("/hcm/state", "diagnostic_msgs/msg/DiagnosticStatus", latched=True)
DIAGNOSTICS = Topic("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray")
LOG = Topic("/rosout", "rcl_interfaces/msg/Log")
OK, WARN, ERROR = 0, 1, 2
INFO = 20
"""Of a line in ROS's log."""
BAD = {Semantic.HARDWARE_PROBLEM: ERROR, Semantic.FALLEN: WARN, Semantic.FALLING: WARN}
EVERY = 1.0
"""Seconds from one report about the hardware to the next."""
SECOND = 1_000_000_000


class EventTeller:
    """States when they change, diagnostics every second, lines of the log as they are written."""

    topics = (STATE, DIAGNOSTICS, LOG)

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._situation: Situation | None = None
        self._next = -1.0
        self._written = 0

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:
        """What is new."""
        now = told.known_situation
        if now is not None and now is not self._situation:
            self._situation = now
            yield Outgoing(STATE, pack(STATE.type, _status(now)))
        if not self._next - EVERY <= state.t < self._next:
            self._next = state.t + EVERY
            yield Outgoing(DIAGNOSTICS, pack(DIAGNOSTICS.type, self._report(state, t_ns)))
        lines = told.lines
        if lines is not None and lines.written != self._written:
            for line in lines.since(self._written):
                yield Outgoing(LOG, pack(LOG.type, _line(line, self._robot.name, t_ns)))
            self._written = lines.written

    def _report(self, state: RobotState, t_ns: int) -> dict[str, Any]:
        sensors, health = state.sensors, state.health
        servos = []
        for row, joint in enumerate(self._robot.joint_names):
            bad = joint in health.missing or joint in health.overloaded
            hot = joint in health.overheated
            values = {
                "temperature °C": f"{sensors.temperature_c[row]:g}",
                "voltage V": f"{sensors.voltage[row]:g}",
                "torque": "on" if sensors.torque_on[row] else "off",
            }
            message = "" if not (bad or hot) else "missing or overloaded" if bad else "hot"
            level = ERROR if bad else WARN if hot else OK
            servos.append(_entry(level, f"servo {joint}", message, values))
        whole = _entry(OK if health.well else ERROR, self._robot.name, _words(health), {})
        return {"header": _header(t_ns), "status": [whole, *servos]}


def situation_of(fields: dict[str, Any]) -> tuple[str, str]:
    """State and reason in a message of `/hcm/state`."""
    values = {pair["key"]: pair["value"] for pair in fields["values"]}
    return values.get("state", ""), values.get("reason", "")


def _status(now: Situation) -> dict[str, Any]:
    said = now.state.value.replace("_", " ")
    message = f"{said}: {now.reason}" if now.reason else said
    values = {"state": now.state.value, "reason": now.reason, "since": f"{now.since:.3f}"}
    return _entry(BAD.get(now.state, OK), "hcm", message, values)


def _entry(level: int, name: str, message: str, values: dict[str, str]) -> dict[str, Any]:
    pairs = [{"key": key, "value": value} for key, value in values.items()]
    return {"level": level, "name": name, "message": message, "values": pairs}


def _line(text: str, name: str, t_ns: int) -> dict[str, Any]:
    return {"stamp": _stamp(t_ns), "level": INFO, "name": name, "msg": text}


def _words(health: HealthReport) -> str:
    if health.well:
        return "well"
    faults = (*health.missing, *health.overloaded, *health.overheated)
    low = ("battery low",) if health.voltage_low else ()
    stale = ("inertial sensor",) if health.imu_stale else ()
    return ", ".join((*faults, *low, *stale, *health.pressure_stale))


def _header(t_ns: int) -> dict[str, Any]:
    return {"stamp": _stamp(t_ns)}


def _stamp(t_ns: int) -> dict[str, int]:
    sec, nanosec = divmod(t_ns, SECOND)
    return {"sec": sec, "nanosec": nanosec}
