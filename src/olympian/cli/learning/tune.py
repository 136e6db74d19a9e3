"""`olympian tune`: finds the numbers of a robot's walk and of its kick by trying them."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from olympian.cli.options import ModelName, Workers
from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from olympian.arena import Crew
    from olympian.arena.walking.tuning import Study, StudySearch, Tuned
    from olympian.robot import Robot

app = typer.Typer(help="Find the numbers of a walk or kick by trying them.", rich_markup_mode=None)
Trials = Annotated[int, typer.Option(min=1, max=1_000_000, help="Candidates of the study in all.")]
StudyFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Study to begin or to go on with [walk_… or kick_ROBOT.study in out/]"
    ),
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where the best set goes [beside the study]")
]
Start = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Set to begin with [the robot's own, if any]")
]
Rounds = Annotated[
    int, typer.Option(min=1, max=100, help="Seeds for each exercise of a candidate.")
]
Population = Annotated[int, typer.Option(min=4, max=1000, help="Candidates of a generation.")]
Spread = Annotated[
    float,
    typer.Option(
        min=0.001, max=0.5, help="How far the first generation strays, as a share of a range."
    ),
]
Finalists = Annotated[
    int, typer.Option(min=1, max=100, help="Best candidates to compare at the end.")
]
FinalRounds = Annotated[
    int, typer.Option(min=1, max=1000, help="Seeds for each exercise of a finalist.")
]
Force = Annotated[bool, typer.Option("--force", help="Write over any file at --out.")]
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
    robot: ModelName = "fumanoid",
    trials: Trials = 400,
    workers: Workers = None,
    study: StudyFile = None,
    out: Out = None,
    start: Start = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Ray cluster: host:port, auto, or local."),
    ] = None,
    plots: Plots = None,
    scenarios: Annotated[
        str, typer.Option(help="Names with commas between: ahead, pushed, about …")
    ] = "all",
    rounds: Rounds = 1,
    population: Population = 16,
    spread: Spread = 0.1,
    finalists: Finalists = 5,
    final_rounds: FinalRounds = 5,
    proof_trials: Annotated[
        int, typer.Option(min=1, max=1000, help="Specimens that must hold the set's limits.")
    ] = 40,
    force: Force = False,
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
    from olympian.robot import load_robot

    model = load_robot(robot)
    path = study or FOLDER / f"walk_{model.name}.study"
    place = _place(out or _at_home(model, "walk.toml"), path)
    _check_plots(plots)
    first, origin = start_set(model, path, start)
    output.note(f"starts from {origin}")
    header = begin(model, first, _names(scenarios), rounds, output.seed, population, spread)
    with open_study(path, header) as opened:
        check_result(place, opened.header, force)
        with _crew(ray, workers or default_workers()) as crew:
            tuning = Tuning(opened, _source(robot), crew)
            tuned = _searched(output, tuning, trials, finalists, final_rounds)
            output.note("proof: every limit for 30 s; what does not hold is lowered")
            proof = prove(_source(robot), tuned.config, crew, proof_trials, output.note)
        save_result(place, opened.header, tuned, proof, about_this_run(), force)
        _draw(output, plots, opened)
        _tell(output, opened, tuned, path, place)


@command(app)
def kick(
    output: Output,
    robot: ModelName = "fumanoid",
    trials: Trials = 200,
    workers: Workers = None,
    study: StudyFile = None,
    out: Out = None,
    start: Start = None,
    kinds: Annotated[
        str, typer.Option(help="Names with commas between: straight, diagonal, side.")
    ] = "all",
    rounds: Rounds = 1,
    population: Population = 12,
    spread: Spread = 0.1,
    finalists: Finalists = 4,
    final_rounds: FinalRounds = 5,
    plots: Plots = None,
    force: Force = False,
) -> None:
    """Tune a kick with CMA-ES; the same command again goes on where it stopped."""
    from olympian.arena.kicks.tuning import KickTuning, begin_kick, save_kick, start_kick
    from olympian.arena.walking.tuning import check_result, default_workers, open_study, processes
    from olympian.robot import load_robot

    model = load_robot(robot)
    path = study or FOLDER / f"kick_{model.name}.study"
    place = _place(out or _at_home(model, "kicks/kick.toml"), path)
    _check_plots(plots)
    first = start_kick(model, path, start)
    header = begin_kick(model, first, _names(kinds), rounds, output.seed, population, spread)
    with open_study(path, header) as opened:
        check_result(place, opened.header, force)
        with processes(workers or default_workers()) as crew:
            tuning = KickTuning(opened, _source(robot), crew)
            tuned = _searched(output, tuning, trials, finalists, final_rounds)
        save_kick(place, opened.header, tuned, about_this_run(), force)
        _draw(output, plots, opened)
        _tell(output, opened, tuned, path, place)


@command(app)
def proof(
    output: Output,
    walk: Annotated[Path, typer.Argument(metavar="SET", help="Walk set; its proof is renewed.")],
    robot: ModelName = "fumanoid",
    trials: Annotated[int, typer.Option(min=1, max=1000, help="Specimens for each limit.")] = 40,
    workers: Workers = None,
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
    from olympian.arena.kicks.tuning import KickHeader
    from olympian.arena.walking.tuning import WalkHeader, read_study
    from olympian.cli.view.tune import show_study, study_json
    from olympian.errors import OlympianError

    found = read_study(study, WalkHeader, KickHeader)
    if not found.done():
        raise OlympianError(f"{study}: holds no finished trial yet")
    _check_plots(plots)
    _draw(output, plots, found)
    output.result(study_json(found), lambda console: show_study(console, found))


def _at_home(robot: "Robot", file: str) -> Path | None:
    """Where a set goes that a robot of the user's own is to use from then on."""
    from olympian.motion.home import own_folder

    folder = own_folder(robot)
    return folder / file if folder is not None and (folder / "robot.toml").is_file() else None


def _names(said: str) -> list[str]:
    """Those between the commas; none for all."""
    return [] if said == "all" else [name for name in said.split(",") if name]


def _searched(
    output: Output,
    tuning: "StudySearch[Any, Any]",
    trials: int,
    finalists: int,
    final_rounds: int,
) -> "Tuned[Any]":
    """The search as far as it is asked for, and then the finals."""
    from olympian.cli.view.tune import StudyProgress

    with StudyProgress(output, tuning.study, trials) as watcher:
        tuning.search(trials, watcher.told)
    output.note(f"finals: the best {finalists} and the start on {final_rounds} seeds each")
    with output.progress("finals") as advance:
        return tuning.finish(finalists, final_rounds, advance)


def _tell(
    output: Output, study: "Study[Any]", tuned: "Tuned[Any]", path: Path, place: Path
) -> None:
    from olympian.cli.view.tune import show_tuned, tuned_json

    output.note(f"wrote {place}")
    value = tuned_json(study, tuned, path, place)
    output.result(value, lambda console: show_tuned(console, study, tuned))


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


def _draw(output: Output, folder: Path | None, study: "Study[Any]") -> None:
    from olympian.arena import save_folder
    from olympian.arena.walking.tuning import draw_study

    if folder is not None:
        save_folder(folder, draw_study(study), PLOTS_MARKER)
        output.note(f"wrote {folder}")


def about_this_run() -> dict[str, str]:
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
