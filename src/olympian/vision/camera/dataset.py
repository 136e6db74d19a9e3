"""Labelled frames in a folder: what `olympian vision dataset` writes and benches read.

`dataset.json` says how they were made and holds the truth that fits into a line; beside it lie
`0000.png` (the frame), `0000.things.png` and `0000.colours.png` (labels, painted for people).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.files import plain_name, read_bytes
from olympian.geometry import frozen
from olympian.vision.camera.fisheye import FishEye
from olympian.vision.camera.lens import Lens
from olympian.vision.camera.pinhole import Pinhole
from olympian.vision.camera.source import read_picture
from olympian.vision.truth import BallDisc, Colour, Thing, Truth

HEAD = "dataset.json"
"""File by which a folder is known as a dataset; written last."""
FORMAT = "olympian frames 1"
Row: TypeAlias = tuple[float, float, float, float]


class Labelled(NamedTuple):
    """A frame, what it really shows, and the lens it was taken with."""

    frame: NDArray[np.uint8]
    truth: Truth
    camera: Lens


class LensTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lens as the file says it."""

    kind: str
    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, ...]
    reach: float | None = None
    """Of a fish-eye, rad."""

    @staticmethod
    def of(lens: Lens) -> "LensTable":
        """The table of one of our lenses."""
        if isinstance(lens, FishEye):
            optics = (lens.focal, lens.centre, lens.distortion, lens.reach)
            return LensTable("fisheye", lens.width, lens.height, *optics)
        if isinstance(lens, Pinhole):
            optics = (lens.focal, lens.centre, lens.distortion)
            return LensTable("pinhole", lens.width, lens.height, *optics)
        raise TypeError(f"no table for a {type(lens).__name__}")

    def lens(self) -> Lens:
        """The lens itself."""
        count = {"pinhole": 5, "fisheye": 4}.get(self.kind)
        if count is None or len(self.distortion) != count:
            raise OlympianError(
                f"lens '{self.kind}' with {len(self.distortion)} distortion numbers; "
                "choose from pinhole (5), fisheye (4)"
            )
        shape = (self.width, self.height, self.focal, self.centre)
        if self.kind == "pinhole":
            k1, k2, p1, p2, k3 = self.distortion
            return Pinhole(*shape, (k1, k2, p1, p2, k3))
        k1, k2, k3, k4 = self.distortion
        reach = np.pi / 2 if self.reach is None else self.reach
        return FishEye(*shape, (k1, k2, k3, k4), reach)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The truth of one frame that is no picture."""

    name: str
    T_field_camera: tuple[Row, Row, Row, Row]
    ball: BallDisc | None
    ball_at: tuple[float, float] | None
    robots_at: tuple[tuple[float, float, float], ...]
    conditions: dict[str, float]
    """Light and sensor of this frame, for those who ask why it looks as it does."""


class DatasetHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the frames were made, and their truth."""

    format: str
    field: str
    robot: str
    seed: int
    lens: LensTable
    frames: tuple[Entry, ...]


def read_head(folder: Path | str) -> DatasetHeader:
    """What a dataset says about itself.

    Raises:
        OlympianError: there is none, or it is not as it should be; names file and culprit.
    """
    path = Path(folder) / HEAD
    if not path.exists():
        raise OlympianError(f"{folder}: is not a dataset: it has no {HEAD}")
    try:
        head = msgspec.json.decode(read_bytes(path), type=DatasetHeader)
    except (msgspec.DecodeError, RecursionError) as error:
        raise OlympianError(f"{path}: {error}") from error
    if head.format != FORMAT:
        raise OlympianError(f"{path}: format '{head.format}' is not '{FORMAT}'")
    return head


def read_dataset(folder: Path | str) -> Iterator[Labelled]:
    """Frames with truth and lens, in the order they were made; one is in memory at a time."""
    head = read_head(folder)
    lens = head.lens.lens()
    return (_read(Path(folder), entry, lens) for entry in head.frames)


def _read(folder: Path, entry: Entry, lens: Lens) -> Labelled:
    name = plain_name(entry.name, f"{folder / HEAD}: frame")
    path = folder / f"{name}.png"
    frame = read_picture(path)
    if frame.shape[:2] != (lens.height, lens.width):
        height, width = frame.shape[:2]
        raise OlympianError(
            f"{path}: is {width} × {height}, the lens of {HEAD} {lens.width} × {lens.height}"
        )
    things = _labels(folder / f"{name}.things.png", frame, Thing)
    colours = _labels(folder / f"{name}.colours.png", frame, Colour)
    T_field_camera = frozen(entry.T_field_camera)
    truth = Truth(things, colours, entry.ball, T_field_camera, entry.ball_at, entry.robots_at)
    return Labelled(frame, truth, lens)


def _labels(
    path: Path, frame: NDArray[np.uint8], kinds: type[Thing] | type[Colour]
) -> NDArray[np.uint8]:
    from PIL import Image

    try:
        with Image.open(path) as picture:
            labels = np.array(picture)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise OlympianError(f"{path}: cannot be read as labels: {error}") from error
    if labels.shape != frame.shape[:2] or labels.dtype != np.uint8:
        raise OlympianError(f"{path}: labels of shape {labels.shape} for a frame {frame.shape}")
    if labels.max(initial=0) > max(kinds):
        known = f"0 to {max(kinds):d}"
        raise OlympianError(
            f"{path}: label {labels.max()} is not a {kinds.__name__}; known are {known}"
        )
    return labels
