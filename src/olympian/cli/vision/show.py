"""`olympian vision show`: a picture of every stage from a frame to objects."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from olympian.cli.output import Output, command
from olympian.errors import OlympianError, unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from olympian.geometry import Mat4
    from olympian.vision import SeenFrame
    from olympian.vision.camera import Lens
    from olympian.vision.colour import ColourTable
    from olympian.vision.shape import BallSearch

    Picture = NDArray[np.uint8]

GAP, ABREAST, LABEL = 8, 5, 16
"""Of the sheet: pixels between pictures, pictures in a row, height of a name in pixels."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """A frame, and what a dataset knows about it."""

    picture: "Picture"
    lens: "Lens | None" = None
    place: "Mat4 | None" = None
    field: str = "modern"


def register(app: typer.Typer) -> None:
    """Add the command to `olympian vision`."""
    command(app)(show)


def show(
    output: Output,
    source: Annotated[Path, typer.Argument(help="A picture, a folder of them, or a dataset.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the pictures.")],
    frame: Annotated[int, typer.Option(min=0, help="Number of the frame, from 0.")] = 0,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Colour table; without it the light is learnt."),
    ] = None,
    height: Annotated[
        float | None,
        typer.Option(
            metavar="M", min=0.05, help="Of the camera over the ground: lines get places."
        ),
    ] = None,
    tilt: Annotated[float, typer.Option(metavar="DEG", help="How far it looks down.")] = 20.0,
    view: Annotated[
        float, typer.Option(metavar="DEG", min=5.0, max=150.0, help="From top to bottom edge.")
    ] = 45.0,
    field: Annotated[str, typer.Option(help="Whose ball and centre circle: modern or 2010.")] = (
        "modern"
    ),
) -> None:
    """Write one PNG per stage, and a sheet of them all; tell what is seen, and how surely."""
    from PIL import Image

    from olympian.cli.vision.sights import drawn as draw_sights
    from olympian.cli.vision.sights import look, sights_of
    from olympian.vision import GAMES, Eyes
    from olympian.vision.camera import Pinhole
    from olympian.vision.colour import read_table

    if field not in GAMES:
        raise unknown("field", field, GAMES)
    shown = _with_pose(_frame(source, frame, field), height, tilt, view)
    lens = shown.lens or Pinhole.of_view(shown.picture.shape[1], shown.picture.shape[0], view)
    sizes = GAMES.get(shown.field, GAMES["modern"])
    eyes = Eyes(lens, None if table is None else read_table(table), *sizes)
    seen = look(eyes, shown.picture, shown.place)
    sights = sights_of(eyes, seen)
    found = _search(shown.picture)
    stages = {
        "frame": shown.picture,
        **_stages(shown, eyes.table, found, seen),
        "sights": draw_sights(shown.picture, sights),
    }
    stages["sheet"] = _sheet(stages)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, image in stages.items():
            Image.fromarray(image).save(out / f"{name}.png")
    except OSError as error:
        raise OlympianError(f"{out}: cannot be written: {error.strerror or error}") from error
    names = [f"{name}.png" for name in stages]
    calls = found.calls
    value = {"folder": str(out), "frame": frame, "pictures": names, "search_calls": calls}
    value |= {
        "sights": [msgspec.to_builtins(one) for one in sights],
        "placed": seen.markings is not None,
    }
    output.result(value, lambda console: console.print(_sentence(value)))


def _with_pose(shown: "_Shown", height: float | None, tilt: float, view: float) -> "_Shown":
    """With the camera's place, where it was told and the dataset does not know it."""
    from olympian.cli.vision.sights import camera_at
    from olympian.vision.camera import Pinhole

    if height is None or shown.place is not None:
        return shown
    lens = Pinhole.of_view(shown.picture.shape[1], shown.picture.shape[0], view)
    return replace(shown, lens=lens, place=camera_at(height, tilt))


def _frame(source: Path, index: int, field: str) -> "_Shown":
    """A frame with all that is known about how it was taken."""
    from olympian.vision.camera import HEAD, frames_from, read_dataset, read_head

    if not (source / HEAD).is_file():
        return _Shown(_nth(frames_from(source), index, source), field=field)
    labelled = _nth(read_dataset(source), index, source)
    known = read_head(source).field
    return _Shown(labelled.frame, labelled.camera, labelled.truth.T_field_camera, known)


def _nth(frames: Any, index: int, source: Path) -> Any:
    count = 0
    for count, one in enumerate(frames, start=1):
        if count > index:
            return one
    raise OlympianError(f"{source}: has no frame {index}; it has {count}, counted from 0")


def _search(picture: "Picture") -> "BallSearch":
    from olympian.vision import grey_of
    from olympian.vision.shape import BallFinder

    return BallFinder().explain(grey_of(picture))


def _stages(
    shown: "_Shown", table: "ColourTable", search: "BallSearch", seen: "SeenFrame"
) -> "dict[str, Picture]":
    """Colours and edges; lines on the field and a ball of its size where the place is known."""
    from olympian.vision import grey_of
    from olympian.vision.camera import pixels_of_field
    from olympian.vision.colour import colour_stages
    from olympian.vision.shape import GradientGrid, StraightEdges
    from olympian.vision.shape import picture as draw

    picture, lens, place = shown.picture, shown.lens, shown.place
    traces = GradientGrid().find(grey_of(picture))
    stages = {
        **colour_stages(picture, table),
        "straight": draw.straight_picture(picture, StraightEdges(picture.shape[1]).find(picture)),
        "representers": draw.representers_picture(picture, traces),
        "traces": draw.traces_picture(picture, traces),
    }
    if lens is not None and place is not None and seen.markings is not None:
        search = replace(search, ball=seen.ball)
        stages["markings"] = draw.markings_picture(
            picture, seen.markings, lambda points: pixels_of_field(lens, place, points)
        )
    return {**stages, "ball": draw.ball_picture(picture, search)}


def _sheet(stages: "dict[str, Picture]") -> "Picture":
    """All pictures side by side, five in a row, at half their size, each under its name."""
    import numpy as np

    small = {name: picture[::2, ::2] for name, picture in stages.items()}
    height, width = next(iter(small.values())).shape[:2]
    rows = -(-len(small) // ABREAST)
    across, down = width + GAP, LABEL + height + GAP
    sheet = np.full((rows * down - GAP, ABREAST * across - GAP, 3), 255, dtype=np.uint8)
    for k, (name, picture) in enumerate(small.items()):
        top, left = k // ABREAST * down, k % ABREAST * across
        sheet[top : top + LABEL, left : left + width] = _label(name, width)
        sheet[top + LABEL : top + LABEL + height, left : left + width] = picture
    return sheet


def _label(name: str, width: int) -> "Picture":
    """The name of a stage, black on white."""
    import numpy as np
    from PIL import Image, ImageDraw

    strip = Image.new("RGB", (width, LABEL), "white")
    ImageDraw.Draw(strip).text((2, 2), name, fill="black")
    return np.asarray(strip)


def _sentence(value: dict[str, Any]) -> str:
    calls = f"{value['search_calls']} calls of the ball search"
    lines = [f"{value['folder']}: {', '.join(value['pictures'])}; {calls}"]
    for one in value["sights"]:
        where = "" if one["ahead"] is None else f", {one['ahead']} m ahead, {one['left']} m left"
        what = f"{one['thing']} at {one['x']}, {one['y']}{where}"
        lines.append(f"{one['word']} ({one['certainty']:.2f}): {what}")
    if not value["sights"]:
        lines.append("nothing of the game is seen")
    if not value["placed"]:
        lines.append("lines need the camera's place: --height M --tilt DEG --view DEG")
    return "\n".join(lines)
