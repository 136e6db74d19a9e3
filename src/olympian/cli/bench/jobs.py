"""Benches that need a word before they can measure."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from olympian.cli.bench.command import Advance
from olympian.errors import OlympianError


def pik(robot: Sequence[str] | None, seed: int, progress: Advance) -> list[Any]:  # noqa: ARG001
    """Every angle of a grid is tried: no seed changes anything."""
    from olympian.kinematics import validity
    from olympian.robot import load_robot

    rows, names = [], robot or ("bioloid", "fumanoid", "wolfgang", "atlas")
    for index, name in enumerate(names):
        rows += validity(load_robot(name))
        progress((index + 1) / len(names))
    return rows


def tick(plot: Path | None, **options: Any) -> Any:
    from olympian.arena.control.tick import measure
    from olympian.arena.control.tick_drawing import draw_tick
    from olympian.cli.files import save_text

    if plot is not None and plot.suffix != ".svg":
        raise OlympianError(f"cannot draw '{plot}': a tick is drawn as .svg")
    report = measure(**options)
    if plot is not None:
        save_text(plot, draw_tick(report), force=True)
    return report


def localisation(plot: Path | None, robot: str, **options: Any) -> Any:
    from olympian.arena.localisation import draw_outing, measure

    if plot is not None:
        draw_outing(plot, robot)
    return measure(robot, **options)


def bus(rounds: int, seed: int, progress: Advance) -> Any:  # noqa: ARG001
    """Nothing is random."""
    from olympian.lab.bus import measure

    return measure(rounds, progress)


def scenarios(ticks: int, seed: int, progress: Advance) -> Any:  # noqa: ARG001
    """Nothing is random."""
    from olympian.lab.bench_scenarios import measure

    return measure(ticks, progress)
