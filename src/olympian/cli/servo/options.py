"""What commands that talk to servos have in common: port, rate, protocol, and who is asked."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.errors import OlympianError, unknown

if TYPE_CHECKING:
    from olympian.dynamixel import Bus, ControlTable
    from olympian.robot import BusConfig, Robot

PortOption = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="Serial port: /dev/ttyUSB0, or a pty of servo virtual."),
]
BaudOption = Annotated[int, typer.Option(min=1200, max=10_000_000, help="Bits per second.")]
ProtocolOption = Annotated[int, typer.Option(min=1, max=2, help="1 (AX, RX, MX) or 2 (X, MX).")]
RobotOption = Annotated[
    str | None, typer.Option(help="Whose servos they are: library name, robot.toml or folder.")
]
BusOption = Annotated[str | None, typer.Option(help="Which of the robot's buses [the first].")]
IdArgument = Annotated[int, typer.Argument(min=0, max=252, help="Id of the servo.")]


def need_port(port: str | None, config: "BusConfig | None" = None) -> str:
    """The port that was given, or that the robot names."""
    named = port or (config.port if config is not None else "")
    if not named:
        there = sorted([*Path("/dev").glob("ttyUSB*"), *Path("/dev").glob("ttyACM*")])
        known = ", ".join(map(str, there)) or "no adapter is plugged in"
        raise OlympianError(f"which port? --port PATH; there is {known}")
    return named


def bus_of(robot: "Robot", name: str | None) -> str:
    """The name of one of its buses, the first where none is given."""
    name = next(iter(robot.buses), "") if name is None else name
    if name not in robot.buses:
        raise unknown("bus", name, robot.buses)
    return name


def open_one(port: str | None, baud: int, protocol: int) -> "Bus":
    """The bus on a port."""
    from olympian.dynamixel import SerialPort
    from olympian.lab.servos.bench_bus import open_bus

    return open_bus(SerialPort(need_port(port), baud), protocol)


def table_of(bus: "Bus", id: int, port: str | None) -> "ControlTable":
    """The control table of a servo that answers."""
    from olympian.dynamixel import control_table_of

    found = bus.ping(id)
    if found is None:
        raise OlympianError(
            f"nobody answers as id {id} on '{port}' ({bus.port.baud} baud, protocol"
            f" {bus.protocol}); olympian servo scan --port {port} finds who is there"
        )
    return control_table_of(found.model_number, bus.protocol)
