"""`olympian olympics`: race, stairs, fight and the rest, over many seeds, with a referee."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RobotName, Workers
from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena import Result
    from olympian.seeds import Seeds

ENOUGH = 20
"""Seeds that the bars ask for."""


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    command(app, runs_robot=True)(olympics)


def olympics(
    output: Output,
    robot: RobotName = "bioloid",
    events: Annotated[
        str, typer.Option(help="Names with commas between: race, stairs, getup_back …")
    ] = "all",
    seeds: Annotated[
        int, typer.Option(min=1, max=500, help="Trials per event, from the judging seeds.")
    ] = 20,
    tuning: Annotated[
        bool, typer.Option("--tuning", help="Tuning seeds instead: for looking, not for figures.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page with plots and clips here.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="With --json: every trial and its conditions.")
    ] = False,
    jobs: Workers = None,
) -> None:
    """Run the events headless, and say who reached the bar."""
    from olympian.arena import (
        MARKER,
        Games,
        check_folder,
        choose_events,
        default_workers,
        write_report,
    )
    from olympian.graphics import gl_problem
    from olympian.lab.conditions import conditions
    from olympian.seeds import JUDGING, TUNING

    chosen = choose_events(filter(None, events.split(",")))
    problem = gl_problem() if report else None
    if report:
        check_folder(report, MARKER)
    if problem:
        output.note(f"no pictures in the report: {problem}")
    film = report is not None and problem is None
    run = (TUNING if tuning else JUDGING).take(seeds, output.seed)
    games = Games(robot, chosen, run, jobs or default_workers(), film)
    games.check()
    with output.progress(f"Olympics of {robot}") as advance:
        results = games.run(lambda _, done, total: advance(done / total))
    if report:
        about = conditions(("mujoco", "numpy", "numba"))
        note = f"No pictures: {problem}." if problem else ""
        write_report(report, games.robot_name, results, run, about, note)
        output.note(f"wrote {report / 'index.html'}")
    value = {result.event.name: _json(result, details) for result in results}
    output.result(value, lambda console: _show(console, results, run))


def _json(result: "Result", details: bool) -> dict[str, object]:
    import msgspec

    score: dict[str, object] = msgspec.to_builtins(result.score)
    if details:
        score["details"] = [msgspec.to_builtins(outcome.trial) for outcome in result.outcomes]
    return score


def _show(console: "Console", results: "Sequence[Result]", seeds: "Seeds") -> None:
    """The scoreboard."""
    from rich.text import Text

    from olympian.cli.view.table import plain_table

    table = plain_table("event", "succeeded", "falls", "bar", "reached", "measured")
    for result in results:
        score = result.score
        table.add_row(
            result.event.name,
            str(score.rate),
            str(score.falls),
            score.must,
            Text("yes", "green") if score.reached else Text("no", "red"),
            score.figures(),
        )
    console.print(table)
    reached = sum(result.score.reached for result in results)
    console.print(f"{reached} of {len(results)} bars reached; {seeds}")
    if seeds.count < ENOUGH:
        console.print(f"the bars ask for at least {ENOUGH} seeds")
