"""How `olympian bench` looks to people: rows as tables, a report as a list, seeds beneath both."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from olympian.cli.view.table import plain_table
from olympian.statistics import Rate

if TYPE_CHECKING:
    from rich.console import Console


def show_tables(console: "Console", _title: str, results: Mapping[str, Sequence[Any]]) -> None:
    """Several tables, by title."""
    for name, rows in results.items():
        show_rows(console, name, rows)


def show_ik(console: "Console", title: str, rows: Sequence[Any]) -> None:
    """Two tables: what was measured, and what was asked."""
    from olympian.lab.ik_bars import bars

    show_tables(console, "", {title: rows, "what was asked": bars(list(rows))})


def show_rows(console: "Console", title: str, rows: Sequence[Any]) -> None:
    """One table, and the seeds that its rows rest on."""
    shown = [_shown(row) for row in rows]
    table = plain_table(*(shown[0] if shown else ()), title=title)
    for row in shown:
        table.add_row(*row.values())
    console.print(table)
    if seeds := dict.fromkeys(row.seeds for row in rows if hasattr(row, "seeds")):
        console.print("; ".join(seeds))


def show_report(console: "Console", title: str, report: Any) -> None:
    """One report, a line for each figure; its rows, if it has any, as a table before it."""
    table = plain_table("figure", "value", title=title)
    for key, value in _shown(report).items():
        rows = getattr(report, key, None)
        if isinstance(rows, list | tuple):
            show_rows(console, title, rows)
        else:
            table.add_row(key, value)
    console.print(table)
    console.print(report.seeds)


def _shown(row: Any) -> dict[str, str]:
    """Fields as text; a count that has a rate is shown as that rate."""
    names = getattr(row, "__struct_fields__", None) or [field.name for field in fields(row)]
    values = {name: getattr(row, name) for name in names if name not in ("rates", "seeds")}
    values |= getattr(row, "rates", {})
    return {name: _cell(value) for name, value in values.items()}


def _cell(value: object) -> str:
    if isinstance(value, Rate):
        return str(value)
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    if hasattr(value, "__struct_fields__"):
        return ", ".join(f"{key} {item}" for key, item in _shown(value).items())
    return str(value)
