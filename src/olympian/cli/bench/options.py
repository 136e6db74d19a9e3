"""Options that several benches have."""

from pathlib import Path
from typing import Annotated

import typer

from olympian.cli.bench.command import OptionOf
from olympian.cli.options import RobotName, Workers


def count(what: str, default: int, most: int | None = 10_000, least: int = 1) -> OptionOf:
    return Annotated[int, typer.Option(min=least, max=most, help=what)], default


def flag(what: str) -> OptionOf:
    return Annotated[bool, typer.Option(help=what)], False


def seconds(what: str, default: float, most: float = 1e5, least: float = 0.1) -> OptionOf:
    return Annotated[float, typer.Option(min=least, max=most, help=what)], default


def text(what: str, default: str) -> OptionOf:
    return Annotated[str, typer.Option(help=what)], default


def file(what: str, metavar: str | None = "FILE") -> OptionOf:
    return Annotated[Path | None, typer.Option(metavar=metavar, help=what)], None


NAMES: OptionOf = (Annotated[list[str] | None, typer.Option(help="Only these robots.")], None)
ROBOT, WORKERS = (RobotName, "fumanoid"), (Workers, None)
WALK_SET = file("Parameter set; by default the robot's own.")
WALK: OptionOf = (
    Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Walk by name or file; by default the robot's best."),
    ],
    None,
)
PUSH = Annotated[
    float | None, typer.Option(min=0.01, max=100.0, help="N s: pushes of this strength only.")
]
