"""How `olympian olympics` looks to people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena import Result
    from olympian.seeds import Seeds

ENOUGH = 20
"""Seeds that the bars ask for."""


def show_board(console: "Console", results: "Sequence[Result]", seeds: "Seeds") -> None:
    """The scoreboard."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in ("event", "succeeded", "falls", "bar", "reached", "measured"):
        table.add_column(column, overflow="fold")
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
