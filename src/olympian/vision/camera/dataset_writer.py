"""Writes a dataset: the folder appears whole or not at all, and never over somebody's own files."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.camera.dataset import FORMAT, HEAD, DatasetHeader, Entry, LensTable, Row
from olympian.vision.camera.lens import Lens
from olympian.vision.truth import Colour, Thing, Truth

THING_PAINT = {
    Thing.NOTHING: (40, 40, 40),
    Thing.FIELD: (40, 140, 60),
    Thing.LINE: (245, 245, 245),
    Thing.BALL: (240, 110, 30),
    Thing.GOAL: (250, 210, 40),
    Thing.POLE: (170, 80, 200),
    Thing.ROBOT: (70, 120, 250),
}
COLOUR_PAINT = {
    Colour.NONE: (110, 110, 110),
    Colour.RED: (240, 90, 20),
    Colour.BLUE: (30, 60, 220),
    Colour.YELLOW: (250, 210, 40),
    Colour.CYAN: (40, 200, 230),
    Colour.MAGENTA: (220, 40, 160),
    Colour.BLACK: (0, 0, 0),
    Colour.WHITE: (255, 255, 255),
    Colour.GREEN: (40, 140, 60),
}
"""How label pictures are shown to people, in the order of labels, which are the files' numbers."""


def check_folder(folder: Path, *, force: bool) -> None:
    """Refuse a place where a dataset cannot or should not go.

    Raises:
        OlympianError: it is a file, holds other files, or a dataset that should stay.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise OlympianError(f"{folder}: is a file; give a folder")
        there = {path.name for path in folder.iterdir()} if folder.exists() else set()
        nearest = next(part for part in folder.resolve().parents if part.exists())
        if not os.access(nearest, os.W_OK):
            raise OlympianError(f"{folder}: cannot be written: no permission in {nearest}")
    except OSError as error:
        raise OlympianError(f"{folder}: {error.strerror or error}") from error
    if there and HEAD not in there:
        raise OlympianError(
            f"{folder}: holds other files already, such as {min(there)}; choose another folder"
        )
    if there and not force:
        raise OlympianError(f"{folder}: holds a dataset already; choose another or say --force")


def write_dataset(
    folder: Path,
    frames: Iterable[tuple[NDArray[np.uint8], Truth, dict[str, float]]],
    lens: Lens,
    *,
    field: str,
    robot: str,
    seed: int,
    force: bool = False,
) -> DatasetHeader:
    """Write frames as they come; if anything fails on the way, the folder is as it was."""
    check_folder(folder, force=force)
    folder = folder.resolve()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
            new = Path(beside) / "new"
            new.mkdir()
            entries = tuple(
                _write(new, index, frame, truth, conditions)
                for index, (frame, truth, conditions) in enumerate(frames)
            )
            head = DatasetHeader(FORMAT, field, robot, seed, LensTable.of(lens), entries)
            text = msgspec.json.format(msgspec.json.encode(head), indent=1)
            (new / HEAD).write_bytes(text + b"\n")
            if folder.exists():
                shutil.move(folder, Path(beside) / "old")
            new.chmod(0o755)
            new.rename(folder)
    except OSError as error:
        raise OlympianError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return head


def _write(
    folder: Path, index: int, frame: NDArray[np.uint8], truth: Truth, conditions: dict[str, float]
) -> Entry:
    from PIL import Image

    name = f"{index:04d}"
    Image.fromarray(frame).save(folder / f"{name}.png", compress_level=4)
    painted = ("things", truth.things, THING_PAINT), ("colours", truth.colours, COLOUR_PAINT)
    for kind, labels, paint in painted:
        picture = Image.fromarray(labels)
        picture.putpalette(bytes(part for rgb in paint.values() for part in rgb))
        picture.save(folder / f"{name}.{kind}.png")
    a, b, c, d = (msgspec.convert(row.tolist(), Row) for row in truth.T_field_camera)
    return Entry(name, (a, b, c, d), truth.ball, truth.ball_at, truth.robots_at, conditions)
