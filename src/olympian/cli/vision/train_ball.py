"""`olympian vision train-ball`: the network that knows balls learns from generated frames."""

from pathlib import Path
from typing import Annotated, Any

import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError


def register(app: typer.Typer) -> None:
    """Add the command to `olympian vision`."""
    command(app, name="train-ball")(train_ball)


def train_ball(
    output: Output,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Weights to write (.npz).")],
    frames: Annotated[int, typer.Option(min=1, help="Frames of each field.")] = 150,
    matches: Annotated[int, typer.Option(min=0, help="Matches on each field.")] = 7,
    epochs: Annotated[int, typer.Option(min=1, help="How often each example is shown.")] = 20,
    force: Annotated[bool, typer.Option("--force", help="Replace weights at --out.")] = False,
) -> None:
    """Train the network that knows balls, on tuning seeds; takes some minutes."""
    if out.exists() and not force:
        raise OlympianError(f"{out} exists already; choose another place or say --force")
    from olympian.arena.football.ball_examples import learn_ball
    from olympian.seeds import TUNING
    from olympian.vision.ball import write_weights

    seeds = TUNING.take(max(matches, 1), output.seed)
    weights, count = learn_ball(frames, seeds, matches, epochs, output.note)
    write_weights(out, weights)
    value: dict[str, Any] = {
        "file": str(out),
        "examples": count,
        "numbers": sum(one.size for one in weights),
        "bytes": out.stat().st_size,
        "seeds": str(seeds),
    }
    output.result(value, lambda console: console.print(_line(value)))


def _line(value: dict[str, Any]) -> str:
    size = f"{value['numbers']} numbers, {value['bytes'] / 1000:.0f} kB"
    return f"{value['file']}: {size}, from {value['examples']} patches ({value['seeds']})"
