"""`olympian play`: a robot to look at and to drive."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.cockpit import HeadlessResult

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(play)


def play(
    output: Output,
    robot: Annotated[str, typer.Option(help="Library name, robot.toml, URDF or MJCF.")] = "bioloid",
    world: Annotated[
        str, typer.Option(help="flat, ramp:angle_deg=3, stairs:height=0.03,count=3, ring …")
    ] = "flat",
    headless: Annotated[
        bool | None,
        typer.Option(
            "--headless/--page",
            help="Without or with the web page; by default whether there is a screen.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=1e6, help="Stop after so long; a page runs on, headless 10 s."),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 8080,
) -> None:
    """Simulate a robot: in the browser, or headless where there is no screen."""
    from olympian.cockpit import Session, run_headless

    if headless is None:
        headless = not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        if headless:
            output.note(
                "no screen: running headless for "
                f"{seconds or 10:g} s; --page serves the web page on {host}:{port} all the same"
            )
    if not headless:
        _serve(output, Session, robot, world, seconds, host, port)
        return
    session = Session(robot, world, output.seed)
    with output.progress(f"{session.robot.name} on {world}") as advance:
        result = run_headless(session, seconds or 10.0, advance)
    output.result(result, lambda console: _show(console, result))


def _serve(
    output: Output,
    session_of: type,
    robot: str,
    world: str,
    seconds: float | None,
    host: str,
    port: int,
) -> None:
    from olympian.cockpit.serve import Cockpit, check_port

    check_port(host, port)
    session = session_of(robot, world, output.seed)
    cockpit = Cockpit(session, host, port)
    reach = "your network, by this address only" if "token" in cockpit.url else "this machine only"
    output.note(f"{robot} on {cockpit.url} (open to {reach}); Ctrl-C ends it")
    try:
        cockpit.run(seconds, output.note)
    finally:
        cockpit.close()
    output.result({"robot": robot, "seconds": seconds}, lambda _: None)


def _show(console: "Console", result: "HeadlessResult") -> None:
    verdict = "fell" if result.fell else "stayed up"
    console.print(
        f"{result.robot} {verdict} for {result.seconds:g} s on {result.world}: moved"
        f" {result.moved_m:g} m, torso never below {result.min_torso_height_m:.3f} m,"
        f" {result.real_time_factor:g} × real time"
    )
