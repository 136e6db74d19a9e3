"""Classes by boxes of cells: what OpenCV's `inRange` says, on the grid of 12 bits."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.colour.table.table import ColourTable

Levels = tuple[int, int]
"""First and last level of a channel, 0 to 15, both included."""


@dataclass(frozen=True)
class ColourBox:
    """A class that fills a box of the colour space."""

    name: str
    luma: Levels
    cr: Levels
    cb: Levels

    @property
    def lower(self) -> tuple[int, int, int]:
        """Darkest corner, 0 to 255, as `inRange` wants it."""
        return self.luma[0] * 16, self.cr[0] * 16, self.cb[0] * 16

    @property
    def upper(self) -> tuple[int, int, int]:
        """Brightest corner, included."""
        return self.luma[1] * 16 + 15, self.cr[1] * 16 + 15, self.cb[1] * 16 + 15


def box_table(boxes: Sequence[ColourBox]) -> ColourTable:
    """Binary table of boxes that do not overlap."""
    codes = np.zeros((16, 16, 16), dtype=np.uint8)
    for code, box in enumerate(boxes, start=1):
        for low, high in (box.luma, box.cr, box.cb):
            if not 0 <= low <= high <= 15:
                raise OlympianError(f"box '{box.name}': levels {low} to {high} outside 0 to 15")
        cells = codes[tuple(slice(a, b + 1) for a, b in (box.luma, box.cr, box.cb))]
        taken = int(cells.max())
        if taken:
            raise OlympianError(f"boxes '{boxes[taken - 1].name}' and '{box.name}' overlap")
        cells[...] = code
    return ColourTable.numeric([box.name for box in boxes], codes)


def fit_boxes(
    names: Sequence[str], votes: NDArray[np.float64], rivals: NDArray[np.float64]
) -> list[ColourBox]:
    """The box of each class that agrees best with labels, none overlapping another.

    Each side moves a level in or out as long as the class's F1 score grows: the harmonic mean of
    recall and precision.

    Args:
        votes: (classes, 4096) pixels of each cell by label; see `count_labels`.
        rivals: (4096,) pixels of no class.
    """
    cubes = votes.reshape(-1, 16, 16, 16)
    all_pixels = (votes.sum(axis=0) + rivals).reshape(16, 16, 16)
    taken, found = np.zeros((16, 16, 16), dtype=bool), []
    for name, mine in zip(names, cubes, strict=True):
        if not mine.any():
            raise OlympianError(f"no pixel is labelled '{name}'")
        box = _fit(mine, all_pixels, taken)
        taken[_slices(box)] = True
        found.append(ColourBox(name, *box))
    return found


Sides = tuple[Levels, Levels, Levels]


def _fit(
    mine: NDArray[np.float64], all_pixels: NDArray[np.float64], taken: NDArray[np.bool_]
) -> Sides:
    def score(box: Sides) -> float:
        inside = _slices(box)
        if taken[inside].any():
            return -1.0
        return 2 * mine[inside].sum() / (all_pixels[inside].sum() + mine.sum())

    peak = np.unravel_index(int(np.argmax(np.where(taken, -1.0, mine))), mine.shape)
    box: Sides = tuple((int(level), int(level)) for level in peak)  # type: ignore[assignment]
    best = score(box)
    while True:
        better = max(_neighbours(box), key=score)
        if score(better) <= best:
            return box
        box, best = better, score(better)


def _neighbours(box: Sides) -> list[Sides]:
    """Boxes with one side moved by up to three levels, so that a gap does not stop it."""
    found = []
    for axis in range(3):
        low, high = box[axis]
        moved = [(low + step, high) for step in range(-3, 4)]
        moved += [(low, high + step) for step in range(-3, 4)]
        for side in moved:
            if 0 <= side[0] <= side[1] <= 15:
                found.append((*box[:axis], side, *box[axis + 1 :]))
    return found


def _slices(box: Sides) -> tuple[slice, slice, slice]:
    first, second, third = (slice(low, high + 1) for low, high in box)
    return first, second, third
