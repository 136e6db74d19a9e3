"""`olympian vision dataset`: labelled frames of the simulated camera, in a folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from olympian.cli.options import RobotName
from olympian.cli.output import Output, command


def register(app: typer.Typer) -> None:
    """Add the command to `olympian vision`."""
    command(app)(dataset)


def dataset(
    output: Output,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write.")],
    frames: Annotated[int, typer.Option(min=1, max=10_000, help="How many frames.")] = 60,
    robot: RobotName = "fumanoid",
    lens: Annotated[str, typer.Option(help="pinhole, distorted or fisheye.")] = "pinhole",
    field: Annotated[str, typer.Option(help="modern or 2010.")] = "modern",
    ball: Annotated[
        str, typer.Option(help="orange or patched; by default the one of the field.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a dataset at --out.")] = False,
) -> None:
    """Frames of a football game with their truth; the same seed gives the same bytes."""
    from olympian.arena.football import BALLS, FIELDS, football_frames, lens_of
    from olympian.errors import unknown
    from olympian.robot import load_robot
    from olympian.vision.camera import check_folder, write_dataset

    machine = load_robot(robot)
    glass = lens_of(machine, lens)
    if field not in FIELDS:
        raise unknown("field", field, FIELDS)
    if ball and ball not in BALLS:
        raise unknown("ball", ball, BALLS)
    check_folder(out, force=force)
    taken = football_frames(machine, field, glass, frames, output.seed, ball)
    with output.progress(f"{frames} frames") as advance:

        def counted() -> Iterator[Any]:
            for index, frame in enumerate(taken):
                advance((index + 1) / frames)
                yield frame

        about = {"field": field, "robot": machine.name, "seed": output.seed}
        head = write_dataset(out, counted(), glass, **about, force=force)
    value = {
        "folder": str(out),
        "frames": len(head.frames),
        "size": [glass.width, glass.height],
        "with_ball": sum(entry.ball is not None for entry in head.frames),
        **about,
        "lens": lens,
    }
    output.result(value, lambda console: console.print(_sentence(value)))


def _sentence(value: dict[str, Any]) -> str:
    width, height = value["size"]
    return (
        f"{value['folder']}: {value['frames']} frames of {width} × {height}, {value['lens']} lens, "
        f"field {value['field']}, seed {value['seed']}; a ball is seen in {value['with_ball']}"
    )
