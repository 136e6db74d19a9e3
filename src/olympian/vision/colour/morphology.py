"""Denoising: 3×3 erosion, dilation, opening and closing of all classes at once (thesis 9.1).

Erosion and opening of one class never touch another's pixels, so they are exactly those of the
class alone. Dilation and closing fill pixels of no class only; where two classes want the same
pixel, the one of higher rank gets it: what is small and matters (a ball) before what is large.
"""

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.vision.colour.frame import codes_of
from olympian.vision.colour.morphology_kernel import (
    close_gaps,
    dilate_codes,
    erode_codes,
    keep_near,
)

__all__ = ["Denoise", "Denoiser"]

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
