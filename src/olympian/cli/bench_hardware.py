"""`olympian bench hardware`: trials over virtual buses beside direct simulation."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.hardware import HardwareReport

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app)(hardware)


def hardware(
    output: Output,
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Specimens per case.")] = 20,
    minutes: Annotated[
        float, typer.Option(min=0, max=1000, help="Of play with 1 % dropouts, 0.1 % bit errors.")
    ] = 10.0,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Processes; by default one for each core.")
    ] = None,
) -> None:
    """Walk, get-up and dynamic walk over virtual buses and directly, on judging seeds."""
    from olympian.arena import default_workers, processes
    from olympian.arena.hardware import measure
    from olympian.lab.conditions import conditions

    with (
        processes(workers or default_workers()) as crew,
        output.progress("hardware") as advance,
    ):
        versions = conditions(("mujoco", "numpy", "numba", "pyserial"))
        report = measure(trials, minutes, output.seed, advance, versions, crew)
    output.result(report, lambda console: _show(console, report))


def _show(console: "Console", report: "HardwareReport") -> None:
    from rich.table import Table

    table = Table(box=None, title=f"{report.seeds}; {report.conditions}", title_justify="left")
    for title in ("robot", "event", "directly", "over the bus", "s", "s over the bus"):
        table.add_column(title)
    for row in report.rows:
        table.add_row(
            row.robot,
            row.event,
            str(row.direct),
            str(row.over_bus),
            str(row.direct_s),
            str(row.over_bus_s),
        )
    console.print(table)
    if report.endurance is not None:
        import msgspec

        for name, value in msgspec.structs.asdict(report.endurance).items():
            console.print(f"{name:18} {value}")
