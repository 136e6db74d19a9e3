"""A robot taken apart: which servo hangs on which cable, and which sensor."""

from collections.abc import Mapping

from olympian.backend.dynamixel.bus_servo import BusServo
from olympian.backend.dynamixel.cable import Cable, Source
from olympian.backend.dynamixel.layout import ServoLayout
from olympian.backend.dynamixel.readings import Readings
from olympian.backend.dynamixel.segment import Segment
from olympian.backend.dynamixel.senses.sensor_board import SensorBoard
from olympian.dynamixel import control_table
from olympian.errors import OlympianError, unknown
from olympian.robot import Robot
from olympian.servo import ServoSpec


def cables_of(robot: Robot, ports: Source | Mapping[str, Source] | None) -> dict[str, Cable]:
    """The cables of all buses, not yet open. Args: ports: one for each bus, by name."""
    bare = [name for name in robot.joint_names if name not in robot.servos]
    if bare:
        raise OlympianError(
            f"joint '{bare[0]}' of '{robot.name}' has no servo: add it to [servos] of robot.toml"
        )
    if not isinstance(ports, Mapping):
        if ports is not None and len(robot.buses) > 1:
            names = ", ".join(robot.buses)
            raise OlympianError(f"'{robot.name}' has {len(robot.buses)} buses: a port for {names}")
        ports = {} if ports is None else dict.fromkeys(robot.buses, ports)
    for name in ports:
        if name not in robot.buses:
            raise unknown("bus", name, robot.buses)
    return {name: Cable(name, bus, ports.get(name)) for name, bus in robot.buses.items()}


def segments_of(
    robot: Robot,
    specs: tuple[ServoSpec, ...],
    cables: Mapping[str, Cable],
    readings: Readings,
    boards: Mapping[str, list[SensorBoard]],
) -> list[Segment]:
    """One for each bus. Args: boards: by bus."""
    segments = []
    for name, cable in cables.items():
        rows: list[int] = robot.indices(cable.config.servos).tolist()
        servos = [
            BusServo(row, robot.servos[joint].id, _layout(robot, joint, cable, specs[row]))
            for joint, row in zip(cable.config.servos, rows, strict=True)
        ]
        segments.append(Segment(cable, servos, readings, boards.get(name, [])))
    return segments


def _layout(robot: Robot, joint: str, cable: Cable, spec: ServoSpec) -> ServoLayout:
    try:
        table = control_table(robot.bus_type(joint), cable.config.protocol)
    except OlympianError as error:
        raise OlympianError(f"servo '{joint}' on bus '{cable.name}': {error}") from None
    return ServoLayout(spec, table)
