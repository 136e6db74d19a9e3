"""`olympian servo virtual`: a simulated robot on serial ports, for programs that drive servos."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import ModelName, WorldName
from olympian.cli.output import Output, command
from olympian.cli.page import Port
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.virtual import Service

__all__ = ["register"]

KEEPS_UP = 0.99
"""Share of the clock below which it says that it did not keep real time."""
FAULTS = "dropouts=0.01,bit_errors=0.001,echo,twin=6@5,death=5@10,unplug=20-25"


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(virtual)


def virtual(
    output: Output,
    robot: ModelName = "bioloid",
    servos: Annotated[
        str, typer.Option(help="Servos on a table instead of a robot: ax-12a:1-18,mx-28:20.")
    ] = "",
    world: WorldName = "flat",
    protocol: Annotated[
        int | None, typer.Option(min=1, max=2, help="Of --servos that have a firmware for either.")
    ] = None,
    baud: Annotated[int, typer.Option(min=1200, max=10_000_000, help="Of --servos.")] = 1_000_000,
    latency_ms: Annotated[
        float, typer.Option(min=0, max=255, help="Of the USB adapters: 1, or 16 as delivered.")
    ] = 1.0,
    return_delay_us: Annotated[
        int, typer.Option(min=0, max=508, help="Of all devices: 500 as delivered.")
    ] = 0,
    faults: Annotated[str, typer.Option(help=f"On every bus: {FAULTS}.")] = "",
    vision: Annotated[bool, typer.Option(help="Hang a vision module on the first bus.")] = False,
    limp: Annotated[bool, typer.Option(help="Begin with torque off.")] = False,
    folder: Annotated[
        Path | None, typer.Option(help="Where the ports are made; else a temporary folder.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=1e6, help="Stop after so many seconds.")
    ] = None,
    page: Annotated[bool, typer.Option(help="Show the robot on a web page.")] = False,
    host: Annotated[str, typer.Option(help="Address of the page.")] = "127.0.0.1",
    port: Port = 8080,
) -> None:
    """Put servos on serial ports in real time, one port per bus, until Ctrl-C."""
    from olympian.virtual import Service, VirtualRobot, VirtualServos, read_faults, read_models

    setting = {
        "seed": output.seed,
        "latency": latency_ms / 1000.0,
        "return_delay": return_delay_us // 2,
        "faults": read_faults(faults),
    }
    if servos and (page or vision):
        raise OlympianError("--servos lie on a table: --page and --vision need a robot")
    if servos:
        bench = VirtualServos(read_models(servos), protocol, baud, **setting)
    else:
        bench = VirtualRobot(robot, world, **setting, vision=vision, limp=limp)
    with _place(folder) as place, _shown(bench, page, host, port, output) as watch:
        service = Service(bench, place)
        service.watch = watch
        try:
            paths = {name: str(end.path) for name, end in service.ends.items()}
            output.result(paths, lambda console: _show(console, paths))
            _serve(service, seconds)
        finally:
            service.close()
        _judge(service, output)


def _serve(service: "Service", seconds: float | None) -> None:
    """Until the time is over, Ctrl-C, or somebody terminates it."""

    def stop(*_: object) -> None:
        service.stopped = True

    before = signal.signal(signal.SIGTERM, stop)
    try:
        with suppress(KeyboardInterrupt):
            service.run(float("inf") if seconds is None else seconds)
    finally:
        signal.signal(signal.SIGTERM, before)


def _show(console: "Console", paths: dict[str, str]) -> None:
    for name, path in paths.items():
        console.print(f"{name}  {path}")


def _judge(service: "Service", output: Output) -> None:
    """Say how well it kept up, and what the lines went through."""
    factor, t = service.real_time_factor, service.bench.t
    output.note(f"served {t:.1f} s with {service.busy / max(t, 1e-9):.0%} of a processor")
    if factor < KEEPS_UP:
        output.note(f"this computer was too slow: simulated time ran at {factor:.0%} of real time")
    for name, line in service.bench.lines.items():
        if line.collisions:
            output.note(f"{name}: {line.collisions} collisions: a program spoke out of turn")


@contextmanager
def _place(folder: Path | None) -> Iterator[Path]:
    """The folder of the ports; one of our own is gone afterwards."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OlympianError(f"{folder}: cannot be made: {error.strerror}") from error
        yield folder
        return
    with TemporaryDirectory(prefix="olympian-") as name:
        yield Path(name)


@contextmanager
def _shown(bench: object, page: bool, host: str, port: int, output: Output) -> Iterator:
    """What draws the robot while it is served; None without a page."""
    if not page:
        yield None
        return
    from olympian.cockpit.page.onlooking import Onlooking
    from olympian.virtual import VirtualRobot

    assert isinstance(bench, VirtualRobot), "servos on a table were refused above"
    with Onlooking(bench.simulation, host, port) as onlooking:
        output.note(f"{bench.robot.name} on {onlooking.url}; Ctrl-C ends it")
        yield onlooking.show
