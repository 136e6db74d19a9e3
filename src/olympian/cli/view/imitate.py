"""How `olympian imitate` looks to people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from olympian.cli.view.table import plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.arena.imitation import ArmFigures, ArmVerdict
    from olympian.arena.imitation.bench import Bench
    from olympian.arena.imitation.trial import ImitationResult

FASTER = "faster than the servos"


def show_result(console: "Console", result: "ImitationResult") -> None:
    """What came of a stream."""
    fell = {0: "stayed up", 1: "fell once"}.get(result.falls, f"fell {result.falls} times")
    verdict = fell if result.body == "physics" else "moved"
    console.print(
        f"{result.robot} {verdict} ({result.body}, {result.method}): {result.frames} frames in"
        f" {result.seconds:g} s, followed for {result.followed_s:g} s"
    )
    for line in _arms(result.arms):
        console.print(line)
    console.print(
        f"goals {result.latency_ticks} ticks after the stream, {result.clamped} clamped,"
        f" {result.held_back} ticks held back from touching itself"
    )
    if result.troubles:
        counts = (f"{name.replace('_', ' ')} {n}" for name, n in result.troubles.items())
        console.print(f"troubles of the stream: {', '.join(counts)}")


def show_bench(console: "Console", bench: "Bench") -> None:
    """All figures as two tables; recordings have no second one."""
    table = plain_table(
        *("what", "robot", "method", "body", "stayed up", "s"),
        *("moving", "raised", "hanging", "lag", "out of reach", "touching", "asked", ""),
    )
    for row in bench.rows:
        arms = row.arms
        table.add_row(
            row.what,
            row.robot,
            row.method,
            row.body,
            str(row.rates["stayed up"]),
            f"{row.seconds:g}",
            *(_figures(one) for one in (arms.moving, arms.raised, arms.hanging)),
            "" if row.lag_s is None else f"{row.lag_s:g} s",
            str(arms.out_of_reach),
            str(arms.touching),
            "" if arms.asked_p90 is None else f"{arms.asked_p90:g}",
            FASTER if arms.faster_than_servos else "",
        )
    console.print(
        f"{bench.seeds}; forearms off by median (90 %), in frames of an arm; moving: a person's"
        " forearm turns by 30°/s or more; asked: joint speed that nine of ten moving frames stay"
        " below, in no-load speeds"
    )
    console.print(table)
    if not bench.latency:
        return
    table = plain_table("robot", "packets", "median", "worst", "of it work", "late", "late if idle")
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


def _arms(arms: "ArmVerdict") -> Iterator[str]:
    """What the referee says of the arms, in lines."""
    kinds = (("move", arms.moving), ("are held up", arms.raised), ("hang", arms.hanging))
    for what, figures in kinds:
        if figures.frames:
            yield f"forearms that {what} are off by {_figures(figures)}"
    if arms.out_of_reach or arms.touching:
        yield (
            f"not counted: {arms.out_of_reach} frames out of reach of the joints,"
            f" {arms.touching} in which an arm would touch the robot"
        )
    if arms.faster_than_servos:
        yield f"{FASTER}: joints are asked for up to {arms.asked_p90:g} times what they can do"


def _figures(figures: "ArmFigures") -> str:
    if not figures.frames:
        return ""
    return f"{figures.median_deg:g}° ({figures.p90_deg:g}°) in {figures.frames}"
