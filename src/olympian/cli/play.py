"""`olympian play`: a robot to look at and to drive."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.body import BodyOption, PortsOption, open_session, read_ports
from olympian.cli.options import ModelName, WorldName
from olympian.cli.output import Output, command
from olympian.cli.page import Host

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.cockpit import HeadlessResult


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app, runs_robot=True)(play)


def play(
    output: Output,
    robot: ModelName = "bioloid",
    world: WorldName = "flat",
    headless: Annotated[
        bool | None,
        typer.Option(
            "--headless/--page",
            help="Run without or with the web page; by default with it where there is a screen.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.01, max=1e6, help="Stop after so many seconds: never on the page, else 10."
        ),
    ] = None,
    host: Host = "127.0.0.1",
    port: PortsOption = None,
    backend: BodyOption = "simulation",
    browser: Annotated[
        bool,
        typer.Option(help="Open the page in a browser, where there is a screen."),
    ] = True,
    show: Annotated[
        bool, typer.Option(help="Begin with a show, which any key or click ends.")
    ] = True,
) -> None:
    """Simulate a robot, or move a real one: in the browser, or headless."""
    from olympian.cockpit import has_screen, run_headless, serve_page

    ports = read_ports(port)

    if headless is None:
        headless = not has_screen()
        if headless:
            output.note(
                "no screen: running headless for "
                f"{seconds or 10:g} s; --page serves the web page on {host}:{ports.page}"
            )
    if not headless:
        from olympian.cockpit.page.serve import check_port

        check_port(host, ports.page)
        with open_session(output, robot, world, ports, backend) as session:
            shows = show and backend == "simulation"
            serve_page(session, host, ports.page, seconds, output.note, browser=browser, show=shows)
        output.result({"robot": robot, "seconds": seconds}, lambda _: None)
        return
    with (
        open_session(output, robot, world, ports, backend) as session,
        output.progress(f"{session.humanoid.robot.name} on {world}") as advance,
    ):
        result = run_headless(session, seconds or 10.0, advance)
    for failure in session.humanoid.breaker.failures.values():
        output.note(str(failure))
    output.result(result, lambda console: _show(console, result))


def _show(console: "Console", result: "HeadlessResult") -> None:
    console.print(
        f"{result.robot} {result.did} and {_verdict(result)} on {result.world}: moved"
        f" {result.moved_m:g} m, torso never below {result.min_torso_height_m:.3f} m,"
        f" {result.real_time_factor:g} × real time"
    )


def _verdict(result: "HeadlessResult") -> str:
    if result.fell_at_s is None:
        return f"stayed up for {result.seconds:g} s"
    lay = f"lay for {result.down_s:.1f} s"
    return f"fell after {result.fell_at_s:.1f} s and {lay} of {result.seconds:g} s"
