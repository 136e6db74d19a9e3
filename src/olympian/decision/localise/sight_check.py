"""Can the eyes be believed? Pictures that do not come, show nothing, repeat, or do not fit."""

from math import inf

import numpy as np
from numpy.typing import NDArray

from olympian.records import CameraFrame
from olympian.vision import Seen

__all__ = ["SightCheck"]

BLIND = 4.0
"""Seconds without anything that fits after which a place is not sure any more."""
LATE = 1.0
"""Seconds after which a picture should have come."""
SAMPLE = 1009
"""Values of a picture from one that is looked at to the next: a prime, so that no column counts
more than others."""
DARK, GLARE = 20.0, 235.0
"""Of 255, on average: a lens that is covered, and an exposure that is far too long."""
REPEATS = 3
"""Pictures in a row that are the very same: noise makes no two exposures so."""
FADES = 0.05
"""Share of a picture in the average of how much of them fits."""
FITS, DOUBT = 0.4, 0.45
"""Share of what a picture shows from which it fits, and of their average below which they are not
believed."""


class SightCheck:
    """Remembers what the last pictures were worth."""

    def __init__(self) -> None:
        self.fit = 1.0
        """Share of what was seen lately that fits the place."""
        self._fitted = 0.0
        """When a picture fitted last."""
        self._came = -inf
        self._last: NDArray[np.uint8] | None = None
        self._repeated = 0
        self._bright = (DARK + GLARE) / 2

    @property
    def flaw(self) -> str:
        """What is wrong with the pictures themselves; empty if nothing is."""
        if self._repeated >= REPEATS:
            return "the camera repeats its picture"
        if self._bright < DARK:
            return "the picture is dark"
        return "the picture is over-exposed" if self._bright > GLARE else ""

    def take(self, picture: CameraFrame) -> None:
        """A picture has come; what it shows is told later."""
        some = picture.rgb.reshape(-1)[::SAMPLE]
        same = self._last is not None and np.array_equal(some, self._last)
        self._repeated = self._repeated + 1 if same else 0
        self._last, self._bright = some.copy(), float(some.mean())

    def look(self, seen: Seen) -> None:
        """It is told what a picture shows."""
        self._came = seen.t

    def fits(self, share: float, t: float) -> None:
        """How much of a picture, taken at `t`, fits the best place."""
        self.fit += FADES * (share - self.fit)
        if share > FITS:
            self._fitted = t

    def trouble(self, t: float) -> str:
        """What is wrong, in words; empty if nothing is."""
        if self.flaw:
            return self.flaw
        if self.fit < DOUBT:
            return "what is seen does not fit the field"
        if t - self._fitted < BLIND:
            return ""
        return "no picture comes" if t - self._came > LATE else "nothing of the field is seen"
