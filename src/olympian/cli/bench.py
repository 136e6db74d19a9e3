"""`olympian bench`: every figure in the documentation, measured here and now."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from olympian.arena import Crew

app = typer.Typer(help="Measure speed, servos, standing and walking.", rich_markup_mode=None)

RobotName = Annotated[str, typer.Option(help="Library name, robot.toml or folder.")]
RobotNames = Annotated[list[str] | None, typer.Option(help="Only these robots.")]
Workers = Annotated[
    int | None, typer.Option(min=1, max=256, help="Processes; by default one per core.")
]
WalkFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Parameter set; by default the robot's own.")
]

ROBOTS = ("bioloid", "fumanoid", "wolfgang", "atlas")
RAMP_ROBOTS = ("bioloid", "fumanoid", "wolfgang")
IK_PACKAGES = ("mujoco", "numpy", "numba", "EAIK", "pin", "mink")
RAMP = "ramp:angle_deg=3"


@command(app)
def servo(output: Output) -> None:
    """Stall torque, no-load speed and holding error of every servo type."""
    from olympian.lab.bench_servo import measure

    _run(output, "servos", lambda advance: measure(seed=output.seed, progress=advance))


@command(app)
def ik(
    output: Output,
    robot: RobotNames = None,
    poses: Annotated[int, typer.Option(min=10, help="Random poses per leg.")] = 10_000,
) -> None:
    """Inverse kinematics against EAIK, pinocchio and mink, interleaved in one run."""
    from olympian.cli.view.bench import show_tables
    from olympian.lab.bench_ik import measure
    from olympian.lab.ik_bars import bars

    names = tuple(robot) if robot else ROBOTS
    output.note(_conditions(*IK_PACKAGES))
    with output.progress("kinematics") as advance:
        rows = measure(names, output.seed, poses, advance)
    results = {"kinematics": rows, "what was asked": bars(rows)}
    output.result(rows, lambda console: show_tables(console, results))


@command(app)
def tasks(
    output: Output,
    rounds: Annotated[int, typer.Option(min=3, max=10_000, help="Runs of each solver.")] = 30,
) -> None:
    """Stacked tasks against mink, interleaved in one run: 17 × 23 on Atlas, legs on Wolfgang."""
    from olympian.cli.view.bench import show_rows
    from olympian.lab.bench_tasks import measure

    output.note(_conditions("mujoco", "numpy", "numba", "mink", "daqp"))
    with output.progress("tasks") as advance:
        rows = measure(rounds, output.seed, advance)
    output.result(rows, lambda console: show_rows(console, "stacked tasks", rows))


@command(app)
def pik(
    output: Output,
    robot: RobotNames = None,
) -> None:
    """How far pseudo inverse kinematics can be trusted, against exact kinematics."""
    output.note("every angle of a grid is tried: --seed changes nothing")
    _run(output, "pseudo inverse kinematics", lambda advance: _pik(robot or ROBOTS, advance))


@command(app)
def sim(
    output: Output,
    robot: Annotated[str, typer.Option(help="Robot to multiply.")] = "fumanoid",
    seconds: Annotated[
        float, typer.Option(min=0.1, max=1e6, help="Simulated seconds per row.")
    ] = 5.0,
) -> None:
    """Real-time factor for 1, 2 and 4 robots, and the cost of one whole tick."""
    from olympian.lab.bench_sim import measure

    _run(
        output, "simulation", lambda advance: measure(robot, seconds, output.seed, progress=advance)
    )


@command(app)
def stand(
    output: Output,
    seconds: Annotated[float, typer.Option(min=0.1, max=1e6, help="How long to stand.")] = 60.0,
    trials: Annotated[int, typer.Option(min=1, help="Seeds per robot and floor.")] = 3,
) -> None:
    """All robots on flat ground, the small ones on a 3° ramp, noise on."""
    from olympian.lab.stand import measure

    cases = [(name, "flat") for name in ROBOTS] + [(name, RAMP) for name in RAMP_ROBOTS]
    _run(output, "standing", lambda advance: measure(cases, seconds, trials, output.seed, advance))


@command(app)
def trajectory(
    output: Output,
    robot: Annotated[str, typer.Option(help="Robot that moves.")] = "bioloid",
    plot: Annotated[
        Path | None, typer.Option(help="Also draw position, speed and acceleration (png, svg).")
    ] = None,
) -> None:
    """Peak torque, load and tracking of every trajectory policy, same move and duration."""
    from olympian.lab.trajectory_lab import MOVES, compare
    from olympian.lab.trajectory_plot import draw
    from olympian.robot import load_robot

    model = load_robot(robot)
    if plot is not None:
        draw(plot)
        output.note(f"wrote {plot}")

    def job(advance: Callable[[float], None]) -> list[Any]:
        rows: list[Any] = []
        for index, move in enumerate(MOVES):
            rows += compare(model, move, seed=output.seed)
            advance((index + 1) / len(MOVES))
        return rows

    _run(output, "trajectories", job)


@command(app)
def walk(
    output: Output,
    robot: RobotName = "fumanoid",
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Specimens per level.")] = 20,
    workers: Workers = None,
    walk: WalkFile = None,
    only: Annotated[
        str, typer.Option(help="Names with commas between: forward, push, tiles, hour …")
    ] = "",
    push: Annotated[
        float | None, typer.Option(min=0.01, max=100.0, help="N s: pushes of this strength only.")
    ] = None,
) -> None:
    """Speed, pushes, tiles, ramps and an hour of driving, on judging seeds."""
    from olympian.arena.walking import WalkBench, choose_measures, default_workers
    from olympian.cli.view.walk import show_walk

    measures = choose_measures(filter(None, (name.strip() for name in only.split(","))))
    crew = workers or default_workers()
    bench = WalkBench(robot, measures, trials, crew, output.seed, walk, push)
    with output.progress(f"walk of {robot}") as advance:
        report = bench.run(_conditions("mujoco", "numpy", "numba"), advance)
    output.result(report, lambda console: show_walk(console, report))


@command(app)
def stabilisers(
    output: Output,
    robot: RobotName = "fumanoid",
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Specimens per row.")] = 8,
    workers: Workers = None,
    walk: WalkFile = None,
) -> None:
    """What each feedback of the walk is worth: alone, left out, and all together."""
    from olympian.arena.walking.ablation import ablate
    from olympian.motion.walk import read_walk
    from olympian.robot import load_robot

    machine = load_robot(robot)
    config = read_walk(machine, walk)
    with _crew(workers) as crew:
        _run(
            output,
            f"stabilisers of {robot}",
            lambda advance: ablate(robot, machine, config, trials, crew, output.seed, advance),
        )


@command(app)
def tick(
    output: Output,
    robot: RobotName = "fumanoid",
    seconds: Annotated[float, typer.Option(min=1.0, max=1e5, help="Simulated seconds.")] = 20.0,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw the way through the rooms (svg).")
    ] = None,
) -> None:
    """What a tick costs with everything at work, which files it crosses, what open eyes add."""
    from olympian.arena.control.tick import TickReport, measure
    from olympian.arena.control.tick_drawing import draw_tick
    from olympian.cli.files import save_text

    if plot is not None and plot.suffix != ".svg":
        raise OlympianError(f"cannot draw '{plot}': a tick is drawn as .svg")

    def measured(*how: Any) -> TickReport:
        report = measure(robot, seconds, output.seed, *how)
        if plot is not None:
            save_text(plot, draw_tick(report), force=True)
        return report

    _report(output, "tick", robot, measured, "stages")


@command(app)
def falls(
    output: Output,
    robot: RobotName = "fumanoid",
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="How many pushes.")] = 100,
    calm: Annotated[
        float, typer.Option(min=0.0, max=1e5, help="Seconds of driving for false alarms.")
    ] = 600.0,
    workers: Workers = None,
) -> None:
    """Random shoves with and without the control module, and a drive without any."""
    from olympian.arena.falls.bench import measure

    with _crew(workers) as crew:
        _report(
            output,
            "falls",
            robot,
            lambda *how: measure(robot, trials, output.seed, *how, crew=crew, calm_s=calm),
        )


@command(app)
def faults(
    output: Output,
    robot: RobotName = "bioloid",
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Specimens per case.")] = 2,
    workers: Workers = None,
) -> None:
    """Eight faults while standing, walking and getting up, on judging seeds."""
    from olympian.arena.control.faults import measure

    with _crew(workers) as crew:
        _report(
            output,
            "faults",
            robot,
            lambda *how: measure(robot, trials, output.seed, *how, crew=crew),
            rows="rows",
        )


@command(app)
def drive(
    output: Output,
    robot: RobotName = "fumanoid",
    trials: Annotated[
        int, typer.Option(min=1, max=10_000, help="Rooms, each with its own robot.")
    ] = 10,
    workers: Workers = None,
) -> None:
    """Five goals in a room of 4 × 4 m full of things, on judging seeds."""
    from olympian.arena.control.drive import measure

    with _crew(workers) as crew:
        _report(
            output,
            "drive",
            robot,
            lambda *how: measure(robot, trials, output.seed, *how, crew=crew),
            rows="rooms",
        )


@command(app)
def vision(
    output: Output,
    frames: Annotated[
        int, typer.Option(min=4, max=1000, help="Frames of each kind to score.")
    ] = 30,
    rounds: Annotated[int, typer.Option(min=3, max=1000, help="Timings of each frame.")] = 15,
) -> None:
    """Colour, edges, ball and the whole pipeline beside OpenCV, interleaved, on judging seeds."""
    from olympian.cli.view.bench import show_rows
    from olympian.cli.vision.bench import measure

    output.note(_conditions("numpy", "numba", "opencv-python-headless"))
    with output.progress("vision") as advance:
        rows = measure(frames, rounds, output.seed, advance)
    output.result(rows, lambda console: show_rows(console, "vision", rows))


@command(app, "all")
def everything(output: Output) -> None:
    """Servos, kinematics, simulation and standing, one after the other."""
    from olympian.cli.view.bench import show_tables
    from olympian.lab import bench_ik, bench_servo, bench_sim
    from olympian.lab import stand as standing

    cases = [(name, "flat") for name in ROBOTS] + [(name, RAMP) for name in RAMP_ROBOTS]
    jobs: dict[str, Callable[[Callable[[float], None]], Sequence[Any]]] = {
        "servo": lambda advance: bench_servo.measure(seed=output.seed, progress=advance),
        "ik": lambda advance: bench_ik.measure(ROBOTS, output.seed, 10_000, advance),
        "pik": lambda advance: _pik(ROBOTS, advance),
        "sim": lambda advance: bench_sim.measure(seed=output.seed, progress=advance),
        "stand": lambda advance: standing.measure(cases, seed=output.seed, progress=advance),
    }
    results = {}
    output.note(_conditions(*IK_PACKAGES))
    for name, job in jobs.items():
        with output.progress(name) as advance:
            results[name] = job(advance)
    output.result(results, lambda console: show_tables(console, results))


def _pik(names: Sequence[str], advance: Callable[[float], None]) -> list[Any]:
    from olympian.kinematics import validity
    from olympian.robot import load_robot

    rows = []
    for index, name in enumerate(names):
        rows += validity(load_robot(name))
        advance((index + 1) / len(names))
    return rows


def _run(
    output: Output, title: str, job: Callable[[Callable[[float], None]], Sequence[Any]]
) -> None:
    from olympian.cli.view.bench import show_rows

    output.note(_conditions("mujoco", "numpy", "numba"))
    with output.progress(title) as advance:
        rows = job(advance)
    output.result(rows, lambda console: show_rows(console, title, rows))


def _report(
    output: Output,
    title: str,
    robot: str,
    job: Callable[[Callable[[float], None], str], Any],
    rows: str | None = None,
) -> None:
    """One robot, one report. Args: job: told where progress goes, and the versions of packages."""
    from olympian.cli.view.bench import show_report

    versions = _conditions("mujoco", "numpy", "numba")
    with output.progress(f"{title} of {robot}") as advance:
        report = job(advance, versions)
    output.result(report, lambda console: show_report(console, title, report, rows))


def _crew(workers: int | None) -> "AbstractContextManager[Crew]":
    from olympian.arena import default_workers, processes

    return processes(workers or default_workers())


def _conditions(*packages: str) -> str:
    from olympian.lab.conditions import conditions

    return conditions(packages)
