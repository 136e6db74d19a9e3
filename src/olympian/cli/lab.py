"""`olympian lab`: why a biped does not fall, computed and drawn (thesis chapters 6 to 8)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from olympian.cli.options import PlotFile, RobotName
from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from rich.console import Console

    from olympian.lab.walker.pik_view import GaitRecord
import re
from math import isfinite, pi, radians

_PI = re.compile(r"(?P<times>[\d.]*)\s*\*?\s*(?:pi|π)(?:\s*/\s*(?P<parts>[\d.]+))?")


def angle(name: str, text: str) -> float:
    """Radians of '0.785', 'pi/4', '45deg' or '45°'."""
    words = text.strip().lower()
    for unit in ("deg", "°"):
        if words.endswith(unit):
            return radians(_number(name, text, words.removesuffix(unit)))
    if found := _PI.fullmatch(words):
        times = _number(name, text, found["times"] or "1")
        return times * pi / _number(name, text, found["parts"] or "1")
    return _number(name, text, words)


def _number(name: str, text: str, digits: str) -> float:
    try:
        value = float(digits)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or (value == 0.0 and "/" in text):
        raise OlympianError(f"{name} '{text}' is not an angle; write it as 0.785, pi/4 or 45deg")
    return value


app = typer.Typer(
    help="Why a biped stays on its feet, in numbers and plots.", rich_markup_mode=None
)

Angle = Annotated[
    str, typer.Option(metavar="ANGLE", help="Radians, or as in 45deg or pi/4; legs apart.")
]
Mass = Annotated[float, typer.Option(help="Mass of the body, kg.")]
Length = Annotated[float, typer.Option(help="Length of the legs, m.")]


@command(app)
def frontal(
    output: Output,
    alpha: Angle = "pi/4",
    period: Annotated[float, typer.Option(help="Time of one step, s.")] = 0.1,
    mass: Mass = 1.0,
    length: Length = 0.2,
    plot: PlotFile = None,
) -> None:
    """Swaying from leg to leg: its working point, and whether steps from rest arrive there."""
    from math import degrees

    from olympian.figures import check_format
    from olympian.lab.walker import ClearanceRule, FrontalWalker, converge
    from olympian.lab.walker.frontal_plot import draw_frontal

    walker = FrontalWalker(angle("alpha", alpha), period, mass, length)
    if plot is not None:
        check_format(plot)
    point = walker.working_point()
    free = converge(walker, point)
    ruled = converge(walker, point, ClearanceRule.around(walker, point))
    value = {
        "energy_J": point.energy,
        "heel_strike_angle_deg": degrees(point.beta),
        "converges": free.converges,
        "steps_to_converge": free.steps,
        "topples": free.toppled,
        "error_gain_per_step": point.slope,
        "converges_with_clearance_rule": ruled.converges,
        "topples_with_clearance_rule": ruled.toppled,
        "least_clearance_m": walker.least_clearance(point.beta),
        "peak_to_peak_deg": degrees(walker.fly(point.energy).peak_to_peak),
        "rest_energy_J": walker.rest,
        "upright_energy_J": walker.upright,
        "alpha_rad": walker.alpha,
        "period_s": period,
        "mass_kg": mass,
        "length_m": length,
    }
    if plot is not None:
        draw_frontal(walker, plot)
        output.note(f"wrote {plot}")
    output.result(value, lambda console: _show(console, "frontal plane", value))


@command(app)
def ramp(
    output: Output,
    alpha: Angle = "0.4",
    slope: Annotated[
        str, typer.Option(metavar="ANGLE", help="Slope of the ramp: radians, or as in 1deg.")
    ] = "1deg",
    mass: Mass = 1.0,
    length: Length = 0.2,
    steps: Annotated[int, typer.Option(min=1, max=1000, help="Steps to simulate.")] = 100,
) -> None:
    """Passive walking down a ramp: the energy that repeats itself, and whether steps keep it."""
    from itertools import islice
    from math import degrees

    from olympian.lab.walker import SagittalWalker

    walker = SagittalWalker(angle("alpha", alpha), angle("slope", slope), mass, length)
    strides = list(islice(walker.strides(1.05 * walker.barrier), steps))
    value = {
        "steady_kinetic_J": walker.steady_kinetic,
        "needed_kinetic_J": walker.barrier,
        "walks": walker.walks,
        "least_slope_deg": degrees(walker.least_slope()),
        "steps_simulated": sum(stride.complete for stride in strides),
        "last_kinetic_J": strides[-1].kinetic,
        "step_time_s": float(strides[-1].flight.t[-1]) if strides[-1].complete else None,
    }
    output.result(value, lambda console: _show(console, "passive walk", value))


@command(app)
def walker(
    output: Output,
    controller: Annotated[
        str,
        typer.Option(
            help="open, contact, ankle, energy, symmetry, symmetry_clock, symmetry_weak, length"
            " or all."
        ),
    ] = "all",
    steps: Annotated[int, typer.Option(min=1, max=10_000, help="Steps to take.")] = 20,
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Seeds; --seed is the first.")] = 5,
    push: Annotated[
        float, typer.Option(help="Push on the hip within 0.1 s, N s; negative from the front.")
    ] = 0.0,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the first trial; with 'all', one file for each."),
    ] = None,
) -> None:
    """The thesis's biped in MuJoCo under one of its stabilisers: steps, and how far out of step."""
    from olympian.figures import check_format
    from olympian.lab.walker import CONTROLLERS, choose_controller, row, trial
    from olympian.lab.walker.biped_plot import draw_walk

    names = list(CONTROLLERS) if controller == "all" else [controller]
    chosen = [choose_controller(name) for name in names]
    if plot is not None:
        check_format(plot)
    rows = []
    with output.progress("biped") as advance:
        for index, one in enumerate(chosen):
            walks = [trial(one, output.seed + seed, steps, push) for seed in range(trials)]
            rows.append(row(one, walks, steps, push))
            if plot is not None:
                path = plot if len(chosen) == 1 else plot.with_stem(f"{plot.stem}_{one.name}")
                draw_walk(one, walks[0], path)
                output.note(f"wrote {path}")
            advance((index + 1) / len(chosen))
    value = rows if controller == "all" else rows[0]
    output.result(value, lambda console: _show_rows(console, rows))


@command(app)
def pik(
    output: Output,
    robot: RobotName = "bioloid",
    gait: Annotated[str, typer.Option(help="Gait of the library, or a .toml file.")] = "walk",
    walk: Annotated[
        str, typer.Option(metavar="NAME", help="A walk in physics instead of a gait: dynamic …")
    ] = "",
    distance: Annotated[float, typer.Option(min=0.01, max=5.0, help="How far to walk, m.")] = 0.3,
    recording: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A recorded run instead of a gait.")
    ] = None,
    plot: PlotFile = None,
) -> None:
    """One walk in joint space and in PIK space: which parameters make it."""
    from math import degrees

    from olympian.figures import check_format
    from olympian.kinematics import PikParameters
    from olympian.lab.walker.pik_view import draw_pik, pik_view

    if plot is not None:
        check_format(plot)
    if recording is not None and walk:
        raise OlympianError("--recording and --walk: choose one of them")
    record = _record(robot, gait, walk, distance, recording, output.seed)
    view = pik_view(record)
    ranges = view.parameters.max(axis=0) - view.parameters.min(axis=0)
    value = {
        "seconds": len(record.q) * record.dt,
        "explained": view.explained(record),
        "rest_deg": degrees(float(view.rest.max())),
        "range_deg": {
            name: degrees(float(span))
            for name, span in zip(PikParameters.names(), ranges, strict=True)
        },
    }
    if plot is not None:
        draw_pik(record, view, plot)
        output.note(f"wrote {plot}")
    output.result(value, lambda console: _show(console, f"{robot} in PIK space", value))


def _record(
    robot: str, gait: str, walk: str, distance: float, recording: Path | None, seed: int
) -> "GaitRecord":
    from olympian.backend import Recording
    from olympian.lab.walker.pik_view import record_gait, record_of, record_walk
    from olympian.motion.step import read_gait
    from olympian.robot import load_robot

    model = load_robot(robot)
    if recording is not None:
        return record_of(model, Recording.load(recording))
    if walk:
        return record_of(model, record_walk(model, walk, distance, seed))
    return record_gait(model, read_gait(model, gait), distance)


def _show(console: "Console", title: str, value: dict[str, Any]) -> None:
    from olympian.cli.view.table import plain_table

    table = plain_table("figure", "value", title=title)
    for key, item in value.items():
        if isinstance(item, dict):
            for name, number in item.items():
                table.add_row(f"{key} {name}", _cell(number))
        else:
            table.add_row(key, _cell(item))
    console.print(table)


def _show_rows(console: "Console", rows: list[Any]) -> None:
    from olympian.cli.view.table import plain_table

    names = ("controller", "figure", "survived", "steps", "out of step", "speed", "step")
    table = plain_table(*names, title="biped")
    for one in rows:
        table.add_row(
            one.controller,
            one.figure,
            f"{one.survived} of {one.trials}",
            ", ".join(map(str, one.steps)),
            f"{1000 * one.synchronisation_error_m:.1f} mm",
            f"{one.speed_m_s:.2f} m/s",
            f"{1000 * one.step_length_m:.0f} mm",
        )
    console.print(table)


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
