"""`olympian tune`: finds the numbers of a robot's walk by trying them."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from olympian.arena import Crew
    from olympian.arena.walking.tuning import Study

app = typer.Typer(help="Find the numbers of a walk by trying them.", rich_markup_mode=None)
AnyModel = Annotated[str, typer.Option(help="Library name, robot.toml, folder, URDF or MJCF.")]
Processes = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Processes; by default one for each core.")
]
Plots = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Draw history, ranks and slices into here.")
]
FOLDER = Path("out")
"""Where studies and results go unless told otherwise."""
PLOTS_MARKER = ".tune"
"""File by which a folder of plots is known as one."""


@command(app)
def walk(
    output: Output,
    robot: AnyModel = "fumanoid",
    trials: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Candidates of the study in all.")
    ] = 400,
    workers: Processes = None,
    study: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Study to begin or to go on with [out/walk_ROBOT.study]"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the best set goes [beside the study]")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Walk set to begin with [the robot's own, or its size]"),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Ray cluster: host:port, auto, or local."),
    ] = None,
    plots: Plots = None,
    scenarios: Annotated[
        str, typer.Option(help="Names with commas between: ahead, pushed, about …")
    ] = "all",
    rounds: Annotated[
        int, typer.Option(min=1, max=100, help="Seeds for each scenario of a candidate.")
    ] = 1,
    population: Annotated[
        int, typer.Option(min=4, max=1000, help="Candidates of a generation.")
    ] = 16,
    spread: Annotated[
        float,
        typer.Option(
            min=0.001, max=0.5, help="How far the first generation strays, as a share of a range."
        ),
    ] = 0.1,
    finalists: Annotated[
        int, typer.Option(min=1, max=100, help="Best candidates to compare at the end.")
    ] = 5,
    final_rounds: Annotated[
        int, typer.Option(min=1, max=1000, help="Seeds for each scenario of a finalist.")
    ] = 5,
    proof_trials: Annotated[
        int, typer.Option(min=1, max=1000, help="Specimens that must hold the set's limits.")
    ] = 40,
    force: Annotated[bool, typer.Option("--force", help="Write over any file at --out.")] = False,
) -> None:
    """Tune a walk with CMA-ES; the same command again goes on where it stopped."""
    from olympian.arena.walking.tuning import (
        Tuning,
        begin,
        check_result,
        default_workers,
        open_study,
        prove,
        save_result,
        start_set,
    )
    from olympian.cli.view.tune import StudyProgress, show_tuned, tuned_json
    from olympian.robot import load_robot

    model = load_robot(robot)
    path = study or FOLDER / f"walk_{model.name}.study"
    place = _place(out, path)
    _check_plots(plots)
    first, origin = start_set(model, path, start)
    output.note(f"starts from {origin}")
    names = [] if scenarios == "all" else [name for name in scenarios.split(",") if name]
    header = begin(model, first, names, rounds, output.seed, population, spread)
    with open_study(path, header) as opened:
        check_result(place, opened.header, force)
        with _crew(ray, workers or default_workers()) as crew:
            tuning = Tuning(opened, _source(robot), crew)
            with StudyProgress(output, opened, trials) as watcher:
                tuning.search(trials, watcher.told)
            output.note(f"finals: the best {finalists} and the start on {final_rounds} seeds each")
            with output.progress("finals") as advance:
                tuned = tuning.finish(finalists, final_rounds, advance)
            output.note("proof: every limit for 30 s; what does not hold is lowered")
            proof = prove(_source(robot), tuned.config, crew, proof_trials, output.note)
        save_result(place, opened.header, tuned, proof, _about(), force)
        _draw(output, plots, opened)
        output.note(f"wrote {place}")
        value = tuned_json(opened, tuned, path, place)
        output.result(value, lambda console: show_tuned(console, opened, tuned))


@command(app)
def proof(
    output: Output,
    walk: Annotated[Path, typer.Argument(metavar="SET", help="Walk set; its proof is renewed.")],
    robot: AnyModel = "fumanoid",
    trials: Annotated[int, typer.Option(min=1, max=1000, help="Specimens for each limit.")] = 40,
    workers: Processes = None,
) -> None:
    """Walk at every limit of a set for 30 s, lower what does not hold, and write that into it."""
    from olympian.arena.walking.tuning import default_workers, processes, prove, renew_proof
    from olympian.motion.walk import read_walk
    from olympian.robot import load_robot

    config = read_walk(load_robot(robot), walk)
    with processes(workers or default_workers()) as crew:
        found = prove(_source(robot), config, crew, trials, output.note)
    renew_proof(walk, found)
    output.result({"proof": str(found), "set": walk}, lambda console: console.print(str(found)))


@command(app)
def show(
    output: Output,
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="File of a study.")],
    plots: Plots = None,
) -> None:
    """Best values of a study, and how many trials it has."""
    from olympian.arena.walking.tuning import read_study
    from olympian.cli.view.tune import show_study, study_json
    from olympian.errors import OlympianError

    found = read_study(study)
    if not found.done():
        raise OlympianError(f"{study}: holds no finished trial yet")
    _check_plots(plots)
    _draw(output, plots, found)
    output.result(study_json(found), lambda console: show_study(console, found))


def _place(out: Path | None, study: Path) -> Path:
    """Where the result goes: never over the study."""
    from olympian.errors import OlympianError

    if study.is_dir():
        raise OlympianError(f"{study}: is a folder; give a file for the study")
    place = out or study.with_suffix(".toml")
    if place.resolve() == study.resolve():
        raise OlympianError(f"{place}: is the study itself; give another --out")
    return place


def _source(robot: str) -> str:
    """The robot as other processes find it, wherever they run."""
    from olympian.robot import robot_names

    return robot if robot in robot_names() else str(Path(robot).resolve())


def _crew(address: str | None, workers: int) -> "AbstractContextManager[Crew]":
    from olympian.arena.walking.tuning import processes, ray_cluster

    return processes(workers) if address is None else ray_cluster(address, workers)


def _check_plots(folder: Path | None) -> None:
    from olympian.arena import check_folder

    if folder is not None:
        check_folder(folder, PLOTS_MARKER)


def _draw(output: Output, folder: Path | None, study: "Study") -> None:
    from olympian.arena import save_folder
    from olympian.arena.walking.tuning import draw_study

    if folder is not None:
        save_folder(folder, draw_study(study), PLOTS_MARKER)
        output.note(f"wrote {folder}")


def _about() -> dict[str, str]:
    """What the result should say of this run."""
    import shlex
    import sys
    from datetime import UTC, datetime

    from olympian.lab.conditions import conditions

    return {
        "command": shlex.join(["olympian", *sys.argv[1:]]),
        "versions": conditions(("mujoco", "numpy", "cmaes")),
        "date": datetime.now(UTC).date().isoformat(),
    }
