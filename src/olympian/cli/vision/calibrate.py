"""`olympian vision calibrate`: a colour table from pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Console

    from olympian.vision.colour import ColourTable

    Frame = NDArray[np.uint8]


def register(app: typer.Typer) -> None:
    """Add the command to `olympian vision`."""
    command(app)(calibrate)


def calibrate(
    output: Output,
    images: Annotated[
        list[Path], typer.Argument(metavar="IMAGES...", help="Pictures, folders or datasets.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Table to write (.toml).")],
    samples: Annotated[
        list[str] | None,
        typer.Option(metavar="X,Y=NAME", help="A pixel of the first picture and its class."),
    ] = None,
    clusters: Annotated[
        int | None, typer.Option(min=1, max=200, help="Find so many clusters and name them.")
    ] = None,
    truth: Annotated[bool, typer.Option("--truth", help="Learn from a dataset's labels.")] = False,
    spread: Annotated[
        float, typer.Option(min=0.0, max=8.0, help="How far an example reaches, in cells of 16.")
    ] = 1.0,
    force: Annotated[bool, typer.Option("--force", help="Replace a table at --out.")] = False,
) -> None:
    """Fill a colour table from clicked pixels, clusters, labels or, without any, by formula."""
    ways = [name for name, given in (
        ("--samples", samples), ("--clusters", clusters is not None), ("--truth", truth),
    ) if given]  # fmt: skip
    if len(ways) > 1:
        raise OlympianError(f"{' and '.join(ways)} exclude each other; choose one")
    if out.exists() and not force:
        raise OlympianError(f"{out} exists already; choose another place or say --force")
    from olympian.vision.colour import game_table, write_table

    details: list[Any] = []
    if samples:
        table = _from_samples(images[0], samples, spread)
    elif clusters is not None:
        table, details = _from_clusters(images, clusters, output.seed)
    elif truth:
        table = _from_truth(images, spread)
    else:
        table = game_table()
    write_table(out, table)
    scores = _scores(images, table)
    value = {
        "file": str(out),
        "way": ways[0].strip("-") if ways else "formula",
        "classes": [
            {"name": name, "cells": int((table.codes == code).sum()), **scores.get(name, {})}
            for code, name in enumerate(table.names, start=1)
        ],
        "clusters": details,
    }
    output.result(value, lambda console: _show(console, value))


def _from_samples(image: Path, samples: list[str], spread: float) -> "ColourTable":
    from olympian.vision.camera import picture_files, read_picture
    from olympian.vision.colour import table_from_clicks

    clicks = [_click(text) for text in samples]
    frame = read_picture(picture_files(image)[0])
    return table_from_clicks([(frame, click) for click in clicks], spread)


def _click(text: str) -> Any:
    from olympian.vision.colour import Click

    place, _, name = text.partition("=")
    x, _, y = place.partition(",")
    try:
        return Click(int(x), int(y), _named(name))
    except ValueError:
        raise OlympianError(f"sample '{text}' is not X,Y=NAME, as in 320,200=red") from None


def _named(name: str) -> str:
    if not name.strip():
        raise ValueError("no name")
    return name.strip()


def _from_clusters(images: list[Path], clusters: int, seed: int) -> tuple["ColourTable", list[Any]]:
    import numpy as np

    from olympian.vision.colour import cluster_colours, count_colours, table_from_clusters

    found = cluster_colours(count_colours(_frames(images)), clusters, np.random.default_rng(seed))
    details = [
        {"name": cluster.name, "share": cluster.share, "y_cr_cb": cluster.centre}
        for cluster in found
    ]
    return table_from_clusters(found), details


def _from_truth(images: list[Path], spread: float) -> "ColourTable":
    from olympian.vision import Colour
    from olympian.vision.colour import count_labels, table_from_votes

    labelled = list(_datasets(images))
    if len(labelled) < len(images):
        bare = next(path for path in images if path not in labelled)
        raise OlympianError(
            f"{bare}: is not a dataset; --truth needs one (olympian vision dataset)"
        )
    votes = count_labels(_pairs(labelled), len(Colour) - 1)
    names = [colour.name.lower() for colour in list(Colour)[1:]]
    return table_from_votes(names, votes[1:], votes[0], spread)


def _frames(images: list[Path]) -> "Iterator[Frame]":
    from olympian.vision.camera import frames_from

    for path in images:
        if str(path).startswith("/dev/"):
            raise OlympianError(f"{path}: a video device has no end; give pictures")
        yield from frames_from(path)


def _datasets(images: list[Path]) -> Iterator[Path]:
    """Those of the places that have labels."""
    from olympian.vision.camera import HEAD

    return (path for path in images if (path / HEAD).is_file())


def _pairs(datasets: list[Path]) -> "Iterator[tuple[Frame, Frame]]":
    from olympian.vision.camera import read_dataset

    for path in datasets:
        for labelled in read_dataset(path):
            yield labelled.frame, labelled.truth.colours


def _scores(images: list[Path], table: "ColourTable") -> dict[str, dict[str, Any]]:
    """Recall and precision by class, where labels are there and the class is one of the game."""
    import numpy as np

    from olympian.vision import Colour
    from olympian.vision.colour import score_classes

    datasets = list(_datasets(images))
    if not datasets:
        return {}
    codes = np.zeros(len(Colour), dtype=np.uint8)
    for colour in list(Colour)[1:]:
        if colour.name.lower() in table.names:
            codes[colour] = table.code(colour.name.lower())
    pairs = ((table.classify(frame), codes[labels]) for frame, labels in _pairs(datasets))
    return {
        score.name: {
            "pixels": score.pixels, "recall": score.recall, "precision": score.precision,
        }
        for score in score_classes(table.names, pairs)
    }  # fmt: skip


def _show(console: "Console", value: dict[str, Any]) -> None:
    from olympian.cli.view.table import plain_table

    columns = ("class", "cells of 4096", "labelled pixels", "recall", "precision")
    sheet = plain_table(*columns, title=f"{value['file']}: colour table by {value['way']}")
    for row in value["classes"]:
        shares = [_share(row.get(key)) for key in ("recall", "precision")]
        sheet.add_row(row["name"], str(row["cells"]), str(row.get("pixels", "")), *shares)
    console.print(sheet)
    for cluster in value["clusters"]:
        y, cr, cb = cluster["y_cr_cb"]
        name = cluster["name"] or "no colour of the game"
        console.print(
            f"{100 * cluster['share']:5.1f} %  Y {y:3.0f} Cr {cr:3.0f} Cb {cb:3.0f}  {name}"
        )


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
