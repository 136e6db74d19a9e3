"""`olympian robot`: list, show, inspect, import, adopt and export descriptions."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.options import Workers
from olympian.cli.output import Output, command

if TYPE_CHECKING:
    from olympian.robot import Robot

app = typer.Typer(help="Robot descriptions: list, show, inspect, import, adopt, export.")

ModelFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="URDF or MJCF file, robot.toml or its folder.")
]
RobotName = Annotated[
    str, typer.Argument(metavar="NAME", help="Robot of the library, or a file or folder.")
]
Repair = Annotated[
    bool, typer.Option("--repair", help="Mend impossible masses and inertias, and say so.")
]
Forward = Annotated[
    str | None,
    typer.Option("--forward", metavar="AXIS", help="Axis of the root that is ahead: x, y, -x, -y."),
]
Packages = Annotated[
    list[str] | None,
    typer.Option("--package", metavar="NAME=DIR", help="Folder of a ROS package; may be repeated."),
]
Arguments = Annotated[
    list[str] | None,
    typer.Option("--arg", metavar="NAME=VALUE", help="Argument of a xacro file; may be repeated."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


class ModelFormat(StrEnum):
    """Model formats that can be written."""

    URDF = "urdf"
    MJCF = "mjcf"


@command(app, "list")
def list_(output: Output) -> None:
    """Robots that come with Olympian."""
    from olympian.cli.view.robot import show_list
    from olympian.robot import load_robot, robot_names

    robots = [load_robot(name) for name in robot_names()]
    rows = [
        {
            "name": robot.name,
            "dof": robot.dof,
            "mass_kg": robot.tree.mass,
            "description": robot.description,
        }
        for robot in robots
    ]
    output.result(rows, lambda console: show_list(console, rows))


@command(app)
def show(output: Output, name: RobotName) -> None:
    """One robot on a page."""
    _report(output, name)


@command(app)
def inspect(output: Output, file: ModelFile, repair: Repair = False) -> None:
    """What a model file holds, what is recognised in it and what is missing."""
    from olympian.errors import OlympianError

    if not file.exists():
        raise OlympianError(f"{file}: no such file; give a URDF, an MJCF or a robot.toml")
    _report(output, file, repair)


def _report(output: Output, source: str | Path, repair: bool = False) -> None:
    from olympian.cli.view.robot import show_report
    from olympian.lab.report import inspect as report_on
    from olympian.robot import load_robot

    report = report_on(load_robot(source, repair))
    output.result(report, lambda console: show_report(console, report))


@command(app, "import")
def import_(
    output: Output,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="URDF, xacro or MJCF file.")],
    name: Annotated[str, typer.Option("--name", help="Name of the robot and of its folder.")],
    out: Annotated[Path, typer.Option("--out", help="Where the folder is made.")] = Path("."),
    forward: Forward = None,
    package: Packages = None,
    arg: Arguments = None,
    walk: Annotated[
        bool, typer.Option("--walk", help="Try a walk from its size; keep it if it stays up.")
    ] = False,
    force: Force = False,
    repair: Repair = False,
) -> None:
    """Write OUT/NAME/robot.toml for a model file, ready to be edited."""
    from olympian.adopt import import_model, write_import
    from olympian.cli.view.robot import show_import
    from olympian.lab.missing import missing
    from olympian.robot import load_robot

    found = import_model(file, name, out / name, repair, forward, *_given(package, arg))
    target = write_import(found, out / name, force)
    robot = load_robot(target)
    notes = [*found.notes, *([_first_walk(output, robot, target, force)] if walk else [])]
    gaps = missing(robot)
    value = {
        "name": name,
        "file": str(target),
        "limbs": list(robot.limbs),
        "notes": notes,
        "missing": gaps,
    }
    output.result(
        value, lambda console: show_import(console, str(target), robot.limbs, found.notes, gaps)
    )


@command(app)
def adopt(
    output: Output,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="URDF, xacro or MJCF file.")],
    name: Annotated[
        str | None, typer.Option("--name", help="Name of the robot and its folder [the file's]")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Where the folder is made.")] = Path("."),
    minutes: Annotated[
        float, typer.Option(min=0.0, max=100_000.0, help="Of all work on it, earlier runs too.")
    ] = 60.0,
    trials: Annotated[
        int, typer.Option(min=1, max=1000, help="Specimens that are judged at the end.")
    ] = 20,
    workers: Workers = None,
    forward: Forward = None,
    package: Packages = None,
    arg: Arguments = None,
    force: Annotated[bool, typer.Option("--force", help="Begin anew over what is there.")] = False,
    repair: Repair = False,
) -> None:
    """Import, stand, search for a walk and judge it; the same command again goes on."""
    from olympian.adopt import Adoption, import_model
    from olympian.arena import default_workers, processes
    from olympian.cli.learning.tune import about_this_run
    from olympian.cli.view.robot import show_adoption

    called = name or file.stem
    given = _given(package, arg)
    with processes(workers or default_workers()) as crew:
        adoption = Adoption(
            model=file,
            folder=out / called,
            crew=crew,
            minutes=minutes,
            trials=trials,
            seed=output.seed,
            about=about_this_run(),
            tell=output.note,
            make=lambda: import_model(file, called, out / called, repair, forward, *given),
        )
        found = adoption.run(force)
    value = {"name": called, "folder": str(out / called), "adoption": found}
    output.result(value, lambda console: show_adoption(console, called, found))


def _given(
    package: list[str] | None, arg: list[str] | None
) -> tuple[dict[str, Path], dict[str, str]]:
    """Folders of packages, and arguments of a xacro file."""
    packages = {key: Path(value) for key, value in _pairs(package, "--package").items()}
    return packages, _pairs(arg, "--arg")


def _first_walk(output: Output, robot: "Robot", config: Path, force: bool) -> str:
    """A walk.toml beside the robot.toml if the robot walks with it; what came of it."""
    from olympian.adopt import first_steps
    from olympian.errors import OlympianError
    from olympian.motion.number_set import write_numbers

    place = config.with_name("walk.toml")
    if place.exists() and not force:
        raise OlympianError(f"{place} exists already; leave out --walk or say --force")
    with output.progress("first steps") as advance:
        steps = first_steps(robot, advance)
    if not steps.walks:
        return f"no walk yet ({steps}): find one with 'olympian tune walk --robot {config.parent}'"
    write_numbers(place, steps.config, str(steps))
    return f"wrote {place}: {steps}; make it better with 'olympian tune walk --force'"


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    """What NAME=VALUE options say."""
    from olympian.errors import OlympianError

    pairs: dict[str, str] = {}
    for one in given or []:
        name, equals, value = one.partition("=")
        if not (name and equals):
            raise OlympianError(f"{option} '{one}': write it as NAME=VALUE")
        pairs[name] = value
    return pairs


@command(app)
def export(
    output: Output,
    name: RobotName,
    to: Annotated[ModelFormat, typer.Option("--format", help="Format to write.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="File to write; by default stdout.")
    ] = None,
    force: Force = False,
) -> None:
    """The model of a robot as URDF or MJCF."""
    from olympian.cli.files import save_text
    from olympian.robot import load_robot

    text = _model_text(load_robot(name), to)
    if out is None:
        value = {"name": name, "format": to.value, "file": None, "text": text}
        output.result(value, lambda _: output.text(text))
        return
    save_text(out, text, force=force)
    value = {"name": name, "format": to.value, "file": str(out)}
    output.result(value, lambda console: console.print(f"wrote {out}"))


def _model_text(robot: "Robot", to: ModelFormat) -> str:
    if to is ModelFormat.URDF:
        from olympian.robot.files.write_urdf import write_urdf

        return write_urdf(robot.tree, robot.name)
    from olympian.robot import build_spec

    spec = build_spec(robot)
    spec.compile()
    return spec.to_xml()
