"""Which body a command moves: a simulated one, or servos on serial ports."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from olympian.errors import OlympianError

if TYPE_CHECKING:
    from olympian.backend import Dynamixel
    from olympian.cli.output import Output
    from olympian.cockpit import Session

BodyName = Literal["simulation", "dynamixel"]
BodyOption = Annotated[BodyName, typer.Option("--backend", help="What is moved.")]
PortsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--port",
        metavar="PORT",
        help="A number: of the page [8080]. A path: of the servos; BUS=PATH where there are more.",
    ),
]
PAGE_PORT = 8080
HIGHEST_PORT = 65535
REST_S = 15.0
"""Seconds in which a robot that was interrupted has to have sat down."""


class Ports(NamedTuple):
    """What `--port` said."""

    page: int
    servos: "str | dict[str, str] | None"


def read_ports(given: list[str] | None) -> Ports:
    """Numbers are ports of the page, everything else leads to servos."""
    page, paths = PAGE_PORT, dict[str, str]()
    for word in given or ():
        if word.lstrip("-").isdigit():
            page = int(word)
            if not 1 <= page <= HIGHEST_PORT:
                raise OlympianError(f"--port {page} is not a port: 1 to {HIGHEST_PORT}, or a path")
            continue
        bus, _, path = word.rpartition("=")
        if bus in paths:
            raise OlympianError(f"--port {word}: one port for each bus, as in BUS=PATH")
        paths[bus] = path
    if "" in paths and len(paths) > 1:
        raise OlympianError("--port: with several buses each port has its name, as in BUS=PATH")
    return Ports(page, paths.get("") or paths or None)


@contextmanager
def open_session(
    output: "Output",
    robot: str,
    world: str,
    ports: Ports,
    body: BodyName = "simulation",
    walk: str | None = None,
) -> Iterator["Session"]:
    """A robot to drive. Real servos come to rest on Ctrl-C, and let go on the second."""
    from olympian.cockpit import Session

    if body == "simulation":
        if ports.servos is not None:
            raise OlympianError("a serial port moves nothing in a simulation: --backend dynamixel")
        yield Session.open(robot, world, output.seed, walk)
        return
    from olympian.backend import Dynamixel

    real = Dynamixel(robot, ports.servos)
    try:
        session = Session.open(robot, world, output.seed, walk, real)
        try:
            yield session
        except KeyboardInterrupt:
            output.note("comes to rest; Ctrl-C once more lets go of everything at once")
            _rest(session)
            raise
    finally:
        real.close()
        _report(output, real)


def _rest(session: "Session") -> None:
    """Sit down and switch the motors off, as key 9 does; one that is calibrated hangs already."""
    from olympian.decision.hcm import Stop

    humanoid = session.humanoid
    if session.desk.open:
        return
    humanoid.hcm.wishes.stop = Stop.OFF
    for _ in range(round(REST_S / humanoid.body.dt)):
        if not humanoid.tick().sensors.torque_on.any():
            return


def _report(output: "Output", body: "Dynamixel") -> None:
    """How the buses did."""
    if body.statistics.ticks:
        output.note(str(body.statistics))
