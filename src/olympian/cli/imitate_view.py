"""How `olympian imitate` looks to people."""

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.imitation.bench import Bench
    from olympian.arena.imitation.trial import ImitationResult

__all__ = ["show_bench", "show_result"]


def show_result(console: "Console", result: "ImitationResult") -> None:
    """What came of a stream."""
    fell = {0: "stayed up", 1: "fell once"}.get(result.falls, f"fell {result.falls} times")
    verdict = fell if result.body == "physics" else "moved"
    console.print(
        f"{result.robot} {verdict} ({result.body}, {result.method}): {result.frames} frames in"
        f" {result.seconds:g} s, followed for {result.followed_s:g} s"
    )
    if result.arm_direction_error_deg_median is not None:
        console.print(
            f"forearms off by {result.arm_direction_error_deg_median:g}° (median),"
            f" {result.arm_direction_error_deg_p90:g}° (90 %);"
            f" {100 * (result.reachable or 0):.0f} % of the arm poses in reach"
        )
    console.print(
        f"goals {result.latency_ticks} tick after the stream, {result.clamped} clamped,"
        f" {result.held_back} ticks held back from touching itself"
    )
    if result.troubles:
        counts = (f"{name.replace('_', ' ')} {n}" for name, n in result.troubles.items())
        console.print(f"troubles of the stream: {', '.join(counts)}")


def show_bench(console: "Console", bench: "Bench") -> None:
    """All figures as two tables; recordings have no second one."""
    table = _table(
        *("what", "robot", "method", "body", "stayed up", "s"),
        *("median", "90 %", "lag", "in reach"),
    )
    for row in bench.rows:
        table.add_row(
            row.what,
            row.robot,
            row.method,
            row.body,
            str(row.rates["stayed up"]),
            f"{row.seconds:g}",
            _degrees(row.arm_direction_error_deg_median),
            _degrees(row.arm_direction_error_deg_p90),
            "" if row.lag_s is None else f"{row.lag_s:g} s",
            "" if row.reachable is None else f"{100 * row.reachable:.0f} %",
        )
    console.print(table)
    console.print(bench.seeds)
    if not bench.latency:
        return
    table = _table("robot", "packets", "median", "worst", "of it work", "late", "late if idle")
    for row in bench.latency:
        table.add_row(
            row.robot,
            str(row.packets),
            f"{row.median_ms:g} ms",
            f"{row.worst_ms:g} ms",
            f"{row.work_median_ms:g} ms",
            str(row.over_a_tick_and_5_ms),
            str(row.late_idle),
        )
    console.print(table)


def _degrees(value: float | None) -> str:
    return "" if value is None else f"{value:g}°"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
