"""Which class a colour belongs to: a look-up of 4096 colours (thesis 9.1, 10.2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.vision.colour.frame import rgb_of, yuv_of
from olympian.vision.colour.table.classify_kernel import classify_rgb, classify_yuv, entry
from olympian.vision.colour.ycrcb import CELLS

MOST_CLASSES = 255
"""Classes that a byte can tell apart, beside none."""
NONE = 0
"""Code of a colour that belongs to no class."""
FULL, HALF = 255, 128
"""Degrees of membership: certain, and as likely as not."""


@dataclass(frozen=True, eq=False)
class ColourTable:
    """Classes of colours, by 12-bit YCrCb cell; a class's code is its place in `names`, from 1.

    Membership is a degree per cell and class: 0, never, to 255, always. The binary look-up takes
    the class of the highest degree where it is half at least; of equals the first.
    """

    names: tuple[str, ...]
    degrees: NDArray[np.uint8]
    """(classes, 4096)"""
    codes: NDArray[np.uint8] = field(init=False)
    """(4096,) class of each cell, 0 for none"""

    def __post_init__(self) -> None:
        names = tuple(self.names)
        if not 1 <= len(names) <= MOST_CLASSES:
            raise OlympianError(f"{len(names)} classes; a colour table has 1 to {MOST_CLASSES}")
        if len(set(names)) < len(names) or not all(names):
            raise OlympianError(f"classes need names of their own, not {', '.join(names)}")
        degrees = np.array(self.degrees, dtype=np.uint8)
        if degrees.shape != (len(names), CELLS):
            raise OlympianError(f"degrees are (classes, {CELLS}), not {degrees.shape}")
        best = degrees.argmax(axis=0)
        codes = np.where(degrees.max(axis=0) >= HALF, best + 1, NONE).astype(np.uint8)
        for name, array in (("degrees", degrees), ("codes", codes)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        object.__setattr__(self, "names", names)

    @classmethod
    def numeric(cls, names: Sequence[str], codes: NDArray[np.uint8]) -> "ColourTable":
        """Binary table: the class of each of the 4096 cells, any shape of that size."""
        flat = np.asarray(codes).reshape(-1)
        if flat.size != CELLS or flat.max(initial=0) > len(names):
            raise OlympianError(f"a table has {CELLS} codes from 0 to {len(names)}")
        classes = np.arange(1, len(names) + 1)[:, None]
        return cls(tuple(names), np.where(flat == classes, FULL, 0).astype(np.uint8))

    @classmethod
    def cells(cls, cells: Mapping[str, Iterable[tuple[int, int, int]]]) -> "ColourTable":
        """Binary table from lists of (Y, Cr, Cb) cells, each 0 to 15."""
        degrees = np.zeros((len(cells), 16, 16, 16), dtype=np.uint8)
        for row, members in zip(degrees, cells.values(), strict=True):
            for cell in members:
                if not all(0 <= part < 16 for part in cell):
                    raise OlympianError(f"cell {cell} is outside 0 to 15")
                row[cell] = FULL
        return cls(tuple(cells), degrees.reshape(len(cells), CELLS))

    def code(self, name: str) -> int:
        """Code of a class."""
        if name not in self.names:
            raise unknown("colour class", name, self.names)
        return self.names.index(name) + 1

    def classify(
        self, frame: NDArray[np.uint8], out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """(rows, columns) class of each pixel of an RGB frame, into `out` where that is given."""
        pixels = rgb_of(frame)
        height, width, _ = pixels.shape
        codes = np.empty((height, width), np.uint8) if out is None else out
        assert codes.shape == (height, width), "classes need a place of the frame's size"
        assert codes.flags.c_contiguous, "the kernel writes them in one piece"
        packed = np.empty(width, np.uint16)
        flat = pixels.reshape(-1), height, width
        entry(classify_rgb)(*flat, self.codes, packed, codes.reshape(-1))
        return codes

    def classify_yuv(
        self, frame: NDArray[np.uint8], *, red_first: bool = False
    ) -> NDArray[np.uint8]:
        """The same for a 4:2:2 frame (rows, columns, 2); see `ColourScan.yuv`."""
        pixels = yuv_of(frame)
        height, width, _ = pixels.shape
        codes, red = np.empty((height, width), np.uint8), int(not red_first)
        flat = pixels.reshape(-1), height, width
        entry(classify_yuv)(*flat, red, self.codes, codes.reshape(-1))
        return codes
