"""How `olympian bench walk` looks to people."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET
from rich.table import Table
from rich.text import Text

from olympian.arena.walking import MEASURES, Bar, bars
from olympian.cli.view.table import plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.walking import Held, WalkReport

STRAINS = ("duty_saturated", "clamped", "hottest_c")
ENOUGH = 20
"""Trials with which 95 % means something."""


def show_walk(console: "Console", _title: str, report: "WalkReport") -> None:
    """The figures, what is asked, and at which level how many trials held."""
    columns = ("measure", "value", "must", "aim", "reached", "held")
    table = plain_table(*columns, title=f"{report.kind} walk of {report.robot}")
    asked = {bar.key: bar for bar in bars(report.robot, report.kind)}
    measures = {measure.key: name for name, measure in MEASURES.items()}
    for key in (*measures, *STRAINS, "push_ratio", "engine_us"):
        if getattr(report, key, UNSET) is not UNSET:
            _row(table, report, key, measures.get(key, ""), asked.get(key))
    console.print(table)
    for name, held in report.held.items():
        console.print(_speed(name, held))
    console.print(f"trials: {report.trials}; {report.conditions.seeds}")
    if report.trials < ENOUGH:
        console.print(f"the bars ask for at least {ENOUGH} trials")


def _row(table: Table, report: "WalkReport", key: str, measure: str, bar: Bar | None) -> None:
    must, aim, reached = ("", "", Text(""))
    if bar is not None:
        sign = "≤ " if bar.at_most else "≥ "
        must, aim = f"{sign}{bar.must:g}", f"{sign}{bar.aim:g}"
        reached = _reached(report, bar)
    table.add_row(key, _value(getattr(report, key)), must, aim, reached, _held(report, measure))


def _reached(report: "WalkReport", bar: Bar) -> Text:
    value = report.value(bar)
    must, aim = (False, False) if value is None else bar.met(value)
    return Text("aim", "green") if aim else Text("yes", "green") if must else Text("no", "red")


def _held(report: "WalkReport", measure: str) -> str:
    """How many of how many, by part where there are parts; beside medians their bad end."""
    said = []
    for name, rate in report.rates.items():
        first, _, part = name.partition(" ")
        if first == measure:
            tail = f" (bad end {report.tails[name]:.3g})" if name in report.tails else ""
            said.append(f"{part} {rate}{tail}".strip())
    return "; ".join(said)


def _speed(name: str, held: "Held") -> str:
    """A speed that was asked for, and what became of it."""
    said = f"{name}: asked {held.asked:.3g} (limit {held.limit:.3g})"
    if held.speed is not None:
        said += f", went {held.speed.median:.3g}, 5th percentile {held.speed.p5:.3g}"
    said += f"; {held.rate} held it"
    if held.heading_error_deg is not None:
        error = held.heading_error_deg
        said += f"; heading off by {error.median:.0f}°, 95th percentile {error.p95:.0f}°"
    return said


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(part)}" for name, part in value.items())
    return f"{value:.3g}" if isinstance(value, float | int) else "–"
