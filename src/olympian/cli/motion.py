"""`olympian motion`: list, check, plot and play movements."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import RobotName
from olympian.cli.output import Output, command
from olympian.cli.page import Host, Port, serve

if TYPE_CHECKING:
    from olympian.motion.animate import BuiltSet
    from olympian.robot import Robot

app = typer.Typer(help="Movements made of frames: list, check, plot, play.")

MotionName = Annotated[
    str, typer.Argument(metavar="MOTION", help="Movement of the library, or a .toml file.")
]
Loops = Annotated[
    int, typer.Option("--loops", min=0, max=10_000, help="Cycles of the loop; 0 skips it.")
]


@command(app, "list")
def list_(
    output: Output,
    robot: RobotName = "bioloid",
    skills: Annotated[
        bool, typer.Option("--skills", help="Skills that are installed, ours and plug-ins.")
    ] = False,
) -> None:
    """Movements that come with Olympian, or skills that are installed."""
    from olympian.cli.view.motion import show_list, show_skills
    from olympian.motion.animate import movement_names, read_movement
    from olympian.motion.skills import describe_skill, skill_names
    from olympian.robot import load_robot

    machine = load_robot(robot)
    if skills:
        found = [describe_skill(machine, skill) for skill in skill_names()]
        output.result(found, lambda console: show_skills(console, found))
        return
    name = machine.name
    sets = [read_movement(machine, movement) for movement in movement_names(machine)]
    rows = [
        {
            "robot": name,
            "name": one.name,
            "description": one.description,
            "frames": len(one.frames),
            "phases": list(dict.fromkeys(frame.phase for frame in one.frames)),
            "interrupts": one.interrupts,
        }
        for one in sets
    ]
    output.result(rows, lambda console: show_list(console, name, rows))


@command(app)
def check(output: Output, motion: MotionName, robot: RobotName = "bioloid") -> None:
    """Is a movement reachable, free of collisions and stable? How long does it take?"""
    from olympian.cli.view.motion import show_check
    from olympian.lab.motion_lab import check as report_on
    from olympian.motion.animate import load_movement
    from olympian.robot import load_robot

    machine = load_robot(robot)
    report = report_on(machine, load_movement(machine, motion))
    output.result(report, lambda console: show_check(console, report))


@command(app)
def plot(
    output: Output,
    motion: MotionName,
    out: Annotated[Path, typer.Option("--out", help="File to write: .png, .svg or .pdf.")],
    robot: RobotName = "bioloid",
    loops: Loops = 1,
) -> None:
    """Joint angles, sole heights and stability along a movement, as a picture."""
    from olympian.lab.motion_plot import draw_motion
    from olympian.motion.animate import load_movement
    from olympian.robot import load_robot

    machine = load_robot(robot)
    built = load_movement(machine, motion)
    draw_motion(out, machine, built, loops)
    value = {"robot": machine.name, "name": built.name, "loops": loops, "file": str(out)}
    output.result(value, lambda console: console.print(f"wrote {out}"))


@command(app, runs_robot=True)
def play(
    output: Output,
    motion: MotionName,
    robot: RobotName = "bioloid",
    world: Annotated[
        str, typer.Option(help="flat, ramp:angle_deg=3, stairs:height=0.03,count=3, ring …")
    ] = "flat",
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, max=1e5, help="Repeat the loop for so many seconds, then end it."),
    ] = None,
    loops: Loops = 1,
    page: Annotated[
        bool, typer.Option("--page", help="In the browser, again and again, while you look.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = 8080,
) -> None:
    """Play a movement in the simulation: did it fall, how well did it follow?"""
    from olympian.cli.view.motion import show_trial
    from olympian.lab.motion_trial import try_out
    from olympian.motion.animate import load_movement
    from olympian.robot import load_robot
    from olympian.world import parse_world

    machine = load_robot(robot)
    built = load_movement(machine, motion)
    if page:
        _show(output, machine, built, world, loops, seconds, host, port)
        return
    with output.progress(f"{built.name} on {machine.name}") as advance:
        trial = try_out(machine, built, parse_world(world), loops, seconds, output.seed, advance)
    output.result(trial, lambda console: show_trial(console, trial))


def _show(
    output: Output,
    robot: "Robot",
    built: "BuiltSet",
    world: str,
    loops: int,
    seconds: float | None,
    host: str,
    port: int,
) -> None:
    """Check a movement, then play it on the page until Ctrl-C, or for so long."""
    from olympian.cli.view.motion import show_check
    from olympian.cockpit.shows.motion import motion_page
    from olympian.lab.motion_lab import check as report_on
    from olympian.world import parse_world

    report = report_on(robot, built)
    page = motion_page(robot, built, parse_world(world), loops, output.seed, host, port)
    serve(output, page, built.name, seconds)
    output.result(report, lambda console: show_check(console, report))
