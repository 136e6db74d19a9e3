"""`olympian servo doctor` and `scan`: who is on a bus, and what is the matter with them."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command
from olympian.cli.servo.options import BusOption, PortOption, RobotOption, bus_of, need_port

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.servos.finding import BusFinding

SIGNS = {"good": "ok ", "odd": "hm ", "bad": "BAD"}
UNWELL = 1
"""Exit code where something is bad."""


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    command(app)(doctor)
    command(app)(scan)


def doctor(
    output: Output,
    port: PortOption = None,
    robot: RobotOption = None,
    bus: BusOption = None,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Try all rates, even if all servos are found.")
    ] = False,
) -> None:
    """Find out why servos do not work, and say what to do; exit code 1 if something is bad."""
    from olympian.lab.servos.bench_bus import opener
    from olympian.lab.servos.doctor import examine_bus, examine_port
    from olympian.robot import load_robot

    whose = None if robot is None else load_robot(robot)
    name = "" if whose is None else bus_of(whose, bus)
    path = need_port(port, None if whose is None else whose.buses[name])
    findings = list(examine_port(path))
    if all(finding.severity != "bad" for finding in findings):
        findings += examine_bus(opener(path), name, whose, everywhere, output.note)
    ill = [finding for finding in findings if finding.severity == "bad"]
    value = {"port": path, "well": not ill, "findings": findings}
    output.result(value, lambda console: _tell(console, findings))
    if ill:
        raise typer.Exit(UNWELL)


def _tell(console: "Console", findings: "list[BusFinding]") -> None:
    for finding in findings:
        console.print(f"{SIGNS[finding.severity]}  {finding.what}")
        if finding.advice:
            console.print(f"     → {finding.advice}")


def scan(
    output: Output,
    port: PortOption = None,
    baud: Annotated[
        int | None, typer.Option(min=1200, max=10_000_000, help="Only this rate.")
    ] = None,
    protocol: Annotated[int | None, typer.Option(min=1, max=2, help="Only this one.")] = None,
) -> None:
    """List everybody on a bus, at every rate and in both protocols."""
    from olympian.lab.servos.bench_bus import BAUDS, model_of, opener, search

    path = need_port(port)
    rows = []
    rates, kinds = (baud,) if baud else BAUDS, (protocol,) if protocol else (1, 2)
    with output.progress(f"scanning {path}") as advance:
        tries = enumerate(search(opener(path), rates, kinds), 1)
        for tried, (rate, kind, found) in tries:
            advance(tried / (len(rates) * len(kinds)))
            for one in found:
                table = model_of(one, kind)
                model = "unknown" if table is None else table.model
                rows.append(
                    {
                        "id": one.id,
                        "model": model,
                        "number": one.model_number,
                        "firmware": one.firmware,
                        "baud": rate,
                        "protocol": kind,
                    }
                )
    output.result({"port": path, "found": rows}, lambda console: _list(console, path, rows))


def _list(console: "Console", path: str, rows: list[dict]) -> None:
    from olympian.cli.view.table import plain_table

    if not rows:
        console.print(f"nobody answers on {path}; olympian servo doctor --port {path} says more")
        return
    table = plain_table(*rows[0], right=rows[0].keys() - {"model"})
    for row in rows:
        table.add_row(*map(str, row.values()))
    console.print(table)
