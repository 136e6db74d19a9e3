"""How `olympian match` looks to people."""

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.match import ChallengeSeries, MatchResult, MatchSeries


def show_matches(console: "Console", series: "MatchSeries") -> None:
    """A row for each match; of a single one its players and its log as well."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in (
        "seed", "goals", "contacts", "possession", "falls", "got up", "penalties", "untouched",
        "stuck", "speed",
    ):  # fmt: skip
        table.add_column(column)
    for one in series.matches:
        first, second = one.possession
        table.add_row(
            str(one.seed), _both(one.goals), _both(one.ball_contacts),
            f"{first:.0%} : {second:.0%}", _both(one.falls), _both(one.recoveries),
            _both(one.illegal), f"{one.untouched_longest_s:.0f} s",
            f"{one.stuck_longest_s:.0f} s", f"{one.real_time_factor:.2f} × real time",
        )  # fmt: skip
    console.print(table)
    if len(series.matches) == 1:
        _players(console, series.matches[0])
    else:
        matches = len(series.matches)
        console.print(
            f"goals {_both(series.goals)}; team 1 scored in {series.with_goals} of {matches}"
        )


def show_challenge(console: "Console", series: "ChallengeSeries") -> None:
    """A row for each attempt, and how many succeeded."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in ("seed", "success", "after", "contacts", "falls", "how"):
        table.add_column(column)
    for one in series.attempts:
        table.add_row(
            str(one.seed), "yes" if one.success else "no", f"{one.seconds:.1f} s",
            str(one.ball_contacts), str(one.falls), one.why,
        )  # fmt: skip
    console.print(f"{series.challenge}: {series.task}")
    console.print(table)
    console.print(f"{series.rate} succeeded")


def _players(console: "Console", result: "MatchResult") -> None:
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in (
        "player", "contacts", "falls", "got up", "penalties", "walked", "stood longest", "what for",
    ):  # fmt: skip
        table.add_column(column)
    for one in result.players:
        table.add_row(
            f"{one.team}/{one.number}", str(one.ball_contacts), str(one.falls),
            str(one.recoveries), str(one.penalties), f"{one.walked_m:.1f} m",
            f"{one.stood_longest_s:.0f} s", one.stood_for,
        )  # fmt: skip
    console.print()
    console.print(table)
    console.print()
    for line in result.journal:
        console.print(str(line))


def _both(pair: tuple[int, int]) -> str:
    return f"{pair[0]} : {pair[1]}"
