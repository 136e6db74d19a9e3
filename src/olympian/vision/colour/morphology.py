"""Denoising: 3×3 erosion, dilation, opening and closing of all classes at once (thesis 9.1).

Erosion and opening of one class never touch another's pixels, so they are exactly those of the
class alone. Dilation and closing fill pixels of no class only; where two classes want the same
pixel, the one of higher rank gets it: what is small and matters (a ball) before what is large.
Outside the picture nothing wears or grows. The inner loops of the kernels have no condition on
where in a line they are, so that they run many pixels at a time.
"""

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import bare, piece
from olympian.vision.colour.frame import codes_of

CODES = 256


class Denoise(Enum):
    """What is done to classes before regions are grown."""

    NONE = "none"
    ERODE = "erode"
    """every class worn by a pixel all round"""
    DILATE = "dilate"
    """every class grown by a pixel all round, into pixels of no class"""
    OPEN = "open"
    """every class without what a 3×3 square does not fit into"""
    CLOSE = "close"
    """every class with the gaps filled that a 3×3 square does not fit into"""


class Denoiser:
    """One operation on images of classes; keeps the memory it works in."""

    def __init__(self, how: Denoise, order: Sequence[int] = range(1, CODES)) -> None:
        """
        Args:
            order: classes by rank, the one that wins a pixel first; by default the lower code.
        """
        self.how = how
        self._rank, self._code_of = np.zeros((2, CODES), dtype=np.uint8)
        for place, code in enumerate(order):
            self._rank[code] = CODES - 1 - place
            self._code_of[CODES - 1 - place] = code
        self._ranks = self._middle = self._out = np.empty((0, 0), dtype=np.uint8)

    def __call__(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The classes (rows, columns) after the operation; the next call writes over them."""
        codes = codes_of(codes)
        if codes.shape != self._out.shape:
            self._ranks, self._middle, self._out = (np.empty_like(codes) for _ in range(3))
        middle, out = self._middle, self._out
        match self.how:
            case Denoise.NONE:
                return codes
            case Denoise.ERODE:
                erode_codes(codes, out)
            case Denoise.DILATE:
                dilate_codes(codes, self._rank, self._code_of, self._ranks, out)
            case Denoise.OPEN:
                erode_codes(codes, middle)
                keep_near(codes, middle, out)
            case Denoise.CLOSE:
                dilate_codes(codes, self._rank, self._code_of, self._ranks, middle)
                close_gaps(codes, middle, out)
        return out


@piece
def _alike(up, line, down, left, x, right):
    """Whether a pixel's whole neighbourhood is of its class."""
    code = line[x]
    same = (up[left] == code) & (up[x] == code) & (up[right] == code)
    same &= (line[left] == code) & (line[right] == code)
    return same & (down[left] == code) & (down[x] == code) & (down[right] == code)


@piece
def _either(up, line, down, left, x, right):
    """The neighbourhood's codes, all bits together: zero where all are."""
    row = up[left] | up[x] | up[right] | line[left] | line[x] | line[right]
    return row | down[left] | down[x] | down[right]


@piece
def _most(up, line, down, left, x, right):
    """The largest number of the neighbourhood."""
    row = max(max(up[left], up[x]), max(up[right], line[left]))
    return max(max(row, max(line[x], line[right])), max(down[left], max(down[x], down[right])))


@bare
def erode_codes(codes, out):
    """Pixels whose whole neighbourhood is of their class keep it; the others have none."""
    height, width = codes.shape
    for y in range(height):
        up, line, down = codes[max(y - 1, 0)], codes[y], codes[min(y + 1, height - 1)]
        target = out[y]
        for x in range(width - 2):
            same = _alike(up, line, down, x, x + 1, x + 2)
            target[x + 1] = line[x + 1] if same else np.uint8(0)
        for x in (0, width - 1):
            if x >= 0:
                left, right = max(x - 1, 0), min(x + 1, width - 1)
                same = _alike(up, line, down, left, x, right)
                target[x] = line[x] if same else np.uint8(0)


@bare
def dilate_codes(codes, rank, code_of, ranks, out):
    """Pixels of no class take that of the neighbour whose class has the highest rank.

    Args:
        rank: (256,) of each class, 0 for none; larger wins.
        code_of: (256,) the class of each rank.
        ranks: scratch of the image's shape.
    """
    height, width = codes.shape
    for y in range(height):
        for x in range(width):
            ranks[y, x] = rank[codes[y, x]]
    for y in range(height):
        up, line, down = ranks[max(y - 1, 0)], ranks[y], ranks[min(y + 1, height - 1)]
        target = out[y]
        for x in range(width - 2):
            target[x + 1] = _most(up, line, down, x, x + 1, x + 2)
        for x in (0, width - 1):
            if x >= 0:
                target[x] = _most(up, line, down, max(x - 1, 0), x, min(x + 1, width - 1))
        for x in range(width):
            code = codes[y, x]
            target[x] = code if code != 0 else code_of[target[x]]


@bare
def keep_near(codes, cores, out):
    """Pixels keep their class where a neighbour, or they themselves, are a core of it.

    After an erosion this is the dilation that never leaves the class it began in: the second half
    of an opening, for all classes at once. A core has only its own class around it, so whatever
    core is near is of the pixel's class.
    """
    height, width = codes.shape
    for y in range(height):
        up, line, down = cores[max(y - 1, 0)], cores[y], cores[min(y + 1, height - 1)]
        source, target = codes[y], out[y]
        for x in range(width - 2):
            near = _either(up, line, down, x, x + 1, x + 2)
            target[x + 1] = source[x + 1] if near != 0 else np.uint8(0)
        for x in (0, width - 1):
            if x >= 0:
                near = _either(up, line, down, max(x - 1, 0), x, min(x + 1, width - 1))
                target[x] = source[x] if near != 0 else np.uint8(0)


@bare
def close_gaps(codes, grown, out):
    """What was grown and is not worn off again, beside what was there: the end of a closing."""
    erode_codes(grown, out)
    height, width = codes.shape
    for y in range(height):
        for x in range(width):
            out[y, x] = codes[y, x] if codes[y, x] != 0 else out[y, x]
