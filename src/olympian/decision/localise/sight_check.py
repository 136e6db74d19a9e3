"""Can the eyes be believed? Pictures that do not come, show nothing, repeat, or do not fit."""

from math import inf

import numpy as np

from olympian.decision.localise.evidence import Evidence
from olympian.vision import Seen

__all__ = ["SightCheck"]

BLIND = 4.0
"""Seconds without anything that fits after which a place is not sure any more."""
LATE = 1.0
"""Seconds after which a picture should have come."""
REPEATS = 3
"""Pictures in a row that show the very same: no two exposures do."""
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
        self._last: bytes = b""
        self._repeated = 0
        self._empty = False

    @property
    def trusted(self) -> bool:
        """Do pictures show something new?"""
        return self._repeated < REPEATS

    def look(self, seen: Seen, evidence: Evidence | None) -> None:
        """One more picture."""
        self._came = seen.t
        lines = np.array([(*line.start, *line.end) for line in seen.lines]).tobytes()
        same = bool(lines) and lines == self._last
        self._repeated = self._repeated + 1 if same else 0
        self._last = lines
        self._empty = evidence is not None and not len(evidence)

    def fits(self, share: float, t: float) -> None:
        """How much of a picture fits the best place."""
        self.fit += FADES * (share - self.fit)
        if share > FITS:
            self._fitted = t

    def trouble(self, t: float) -> str:
        """What is wrong, in words; empty if nothing is."""
        if not self.trusted:
            return "the camera repeats its picture"
        if self.fit < DOUBT:
            return "what is seen does not fit the field"
        if t - self._fitted < BLIND:
            return ""
        return "no picture comes" if t - self._came > LATE else "nothing of the field is seen"
