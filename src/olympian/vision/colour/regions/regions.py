"""Regions of one frame: connected pixels of one class."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.regions.field import (
    AREA,
    BOTTOM,
    CLASS,
    LEFT,
    RIGHT,
    TOP,
)


class Region(NamedTuple):
    """Connected pixels of one class; edges are the outermost pixels that belong to it."""

    code: int
    area: int
    x: float
    y: float
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    @property
    def fill(self) -> float:
        """Share of the bounding box that the pixels cover, 0 to 1."""
        return self.area / (self.width * self.height)


@dataclass(frozen=True, eq=False)
class Regions:
    """All regions of a frame, in the order in which they ended, and what was lost.

    `rows` has one row per region: class, area, sum of x, sum of y, left, top, right, bottom.
    """

    rows: NDArray[np.int64]
    lost: int = 0
    """Regions for which there was no room."""
    lost_area: int = 0
    """Pixels in them."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def codes(self) -> NDArray[np.int64]:
        """(n,) class of each"""
        return self.rows[:, CLASS]

    @property
    def areas(self) -> NDArray[np.int64]:
        """(n,) pixels"""
        return self.rows[:, AREA]

    @property
    def boxes(self) -> NDArray[np.int64]:
        """(n, 4) left, top, right, bottom: the outermost pixels"""
        return self.rows[:, [LEFT, TOP, RIGHT, BOTTOM]]

    def __iter__(self) -> Iterator[Region]:
        for row in self.rows.tolist():
            yield _region(row)

    def of(self, code: int, least_area: int = 1, most: int | None = None) -> list[Region]:
        """Regions of one class that are large enough, the largest first, at most so many."""
        areas = np.where(self.rows[:, CLASS] == code, self.rows[:, AREA], 0)
        chosen = np.flatnonzero(areas >= max(least_area, 1))
        order = chosen[np.argsort(-areas[chosen], kind="stable")][:most]
        return [_region(row) for row in self.rows[order].tolist()]

    def largest(self, codes: Sequence[int], least_area: int, most: int) -> dict[int, list[Region]]:
        """The same as `of` for several classes, by their codes; one look at all regions."""
        found: dict[int, list[Region]] = {code: [] for code in codes}
        large = self.rows[self.rows[:, AREA] >= least_area].tolist()
        large.sort(key=itemgetter(AREA), reverse=True)
        for row in large:
            some = found.get(row[CLASS])
            if some is not None and len(some) < most:
                some.append(_region(row))
        return found


def _region(row: list[int]) -> Region:
    code, area, sum_x, sum_y, left, top, right, bottom = row
    return Region(code, area, sum_x / area, sum_y / area, left, top, right, bottom)
