"""`olympian vision explain`: what the ball search did in every frame, as figure 11.14 counts it."""

from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Annotated, Any

import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Console


def register(app: typer.Typer) -> None:
    """Add the command to `olympian vision`."""
    command(app)(explain)


def explain(
    output: Output,
    source: Annotated[Path, typer.Argument(help="A picture, a folder of them, or a dataset.")],
    frames: Annotated[int, typer.Option(min=1, max=10_000, help="How many frames at most.")] = 100,
) -> None:
    """Calls of the ball search, windows looked at and candidates, frame by frame."""
    from olympian.vision import grey_of
    from olympian.vision.shape import BallFinder

    finder, rows = BallFinder(), []
    with output.progress("frames") as advance:
        for index, frame in enumerate(_some(source, frames)):
            found = finder.explain(grey_of(frame))
            rows.append(
                {
                    "frame": index,
                    "edge_pixels": found.edges,
                    "search_calls": found.calls,
                    "windows": len(found.windows),
                    "candidates": len(found.candidates),
                    "passing": len(found.balls),
                    "ball": found.ball,
                }
            )
            advance((index + 1) / frames)
    if not rows:
        raise OlympianError(f"{source}: has no frames")
    calls = [row["search_calls"] for row in rows]
    value = {
        "source": str(source),
        "search_calls": {"least": min(calls), "mean": float(mean(calls)), "most": max(calls)},
        "frames": rows,
    }
    output.result(value, lambda console: _show(console, value))


def _some(source: Path, count: int) -> "Iterator[NDArray[np.uint8]]":
    """The first frames of a picture, a folder or a dataset."""
    from itertools import islice

    from olympian.vision.camera import HEAD, frames_from, read_dataset

    if (source / HEAD).is_file():
        return (labelled.frame for labelled in islice(read_dataset(source), count))
    return islice(frames_from(source), count)


def _show(console: "Console", value: dict[str, Any]) -> None:
    from olympian.cli.view.table import plain_table

    names = ("frame", "edge_pixels", "search_calls", "windows", "candidates", "passing")
    columns = (name.replace("_", " ") for name in (*names, "ball"))
    sheet = plain_table(*columns, title=f"{value['source']}: ball search")
    for row in value["frames"]:
        sheet.add_row(*(str(row[name]) for name in names), _disc(row["ball"]))
    console.print(sheet)
    calls = value["search_calls"]
    span = f"{calls['least']} to {calls['most']}, {calls['mean']:.0f} on average"
    console.print(f"search calls per frame: {span}")


def _disc(ball: Any) -> str:
    return "" if ball is None else f"{ball.x:.0f}, {ball.y:.0f}, radius {ball.radius:.0f}"
