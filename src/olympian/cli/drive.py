"""`olympian drive`: a robot driven by keys in the terminal."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.body import BodyOption, PortsOption, open_session, read_ports
from olympian.cli.options import ModelName, WorldName
from olympian.cli.output import Output, command
from olympian.cli.page import Host

if TYPE_CHECKING:
    from olympian.cockpit import Session
    from olympian.cockpit.terminal.drive import DriveResult, DriveStage

KEYS = """Keys: 1 stand, 2 walk, 3 stairs, 4 fight, 5 run, g get up, 7 halt, 8 hold, 9 rest, m next
mode, f freeze or go on, 0 start again, q end.

Go to a place: 6, then x y θ (metres and degrees from where it started) and Enter; Esc leaves the
line, or forgets the goal; any driving key takes over. Head: k ahead, ; then x y z and Enter looks
at a point, / searches.

Walk: w s or arrows ahead and back, a d turn, z c side steps, space stop, + - step length, r v step
height, y n turning angle, t b acceleration. A key starts, space stops.

Stairs: w up, s down, + - how many steps, r v how high, t b how deep, y n how far to the first edge.

Fight: j l punch (once more: lever), u o uppercut, b n kick, w s a d z c single steps and turns, h
cheer.

Run: w s a d z c or arrows, all at once too, space stop, + - speed, y n how fast it turns.

Without a terminal the keys are read from stdin as fast as the simulation goes, and a dot lets a
second pass: printf '2w........ ....q' | olympian drive

States and faults that come and go are told as they happen, each in a dated line."""


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    drive.__doc__ = f"{drive.__doc__}\n\n{KEYS}"
    command(app, runs_robot=True)(drive)


def drive(
    output: Output,
    robot: ModelName = "bioloid",
    world: WorldName = "flat",
    walk: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Mode run: dynamic, static, a plug-in or a walk .toml."),
    ] = None,
    page: Annotated[bool, typer.Option("--page", help="Serve the web page as well.")] = False,
    host: Host = "127.0.0.1",
    port: PortsOption = None,
    backend: BodyOption = "simulation",
) -> None:
    """Drive a robot, simulated or real, with keys in this terminal."""
    from olympian.cockpit.terminal.drive import Solo

    ports = read_ports(port)
    with open_session(output, robot, world, ports, backend, walk) as session:
        if not sys.stdin.isatty():
            result = _by_text(output, session)
        elif page:
            result = _with_page(output, session, host, ports.page)
        else:
            result = _by_terminal(Solo(session))
    output.result(result, lambda console: console.print(_sentence(result)))


def _by_text(output: Output, session: "Session") -> "DriveResult":
    from olympian.cockpit.terminal.drive import drive_by_text
    from olympian.errors import OlympianError

    first = sys.stdin.read(1)
    if not first:
        raise OlympianError(
            "no keys: stdin is neither a terminal nor has text; try printf '2w.....' | olympian"
            " drive, or olympian play --page"
        )
    return drive_by_text(session, _characters(first), output.note)


def _characters(first: str) -> Iterator[str]:
    yield first
    yield from iter(lambda: sys.stdin.read(1), "")


def _with_page(output: Output, session: "Session", host: str, port: int) -> "DriveResult":
    from olympian.cockpit.page.serve import Cockpit

    cockpit = Cockpit(session, host, port)
    output.note(f"the page is on {cockpit.url}")
    try:
        return _by_terminal(cockpit)
    finally:
        cockpit.close()


def _by_terminal(stage: "DriveStage") -> "DriveResult":
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    from olympian.cli.view.drive import display
    from olympian.cockpit.terminal.drive import drive_by_terminal
    from olympian.cockpit.terminal.terminal import terminal_keys

    console = Console(stderr=True, highlight=False)
    with (
        terminal_keys(sys.stdin) as keys,
        Live(console=console, auto_refresh=False, transient=True) as live,
    ):
        return drive_by_terminal(
            stage,
            keys,
            lambda *now: live.update(display(*now), refresh=True),
            lambda line: console.print(Text(line)),  # above the display, which stays below
        )


def _sentence(result: "DriveResult") -> str:
    times = {0: "stayed up", 1: "fell once"}
    verdict = times.get(result.falls, f"fell {result.falls} times")
    return (
        f"{result.robot} {verdict} on {result.world}: {result.seconds:g} s, moved"
        f" {result.moved_m:g} m, turned {result.turned_deg:g}°; {result.mode} {result.state}"
    )
