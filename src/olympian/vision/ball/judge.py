"""Which place in a picture is the ball, and how sure that is."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4
from olympian.vision.ball.candidates import PLAIN, BallCandidates
from olympian.vision.ball.network import BallNetwork
from olympian.vision.camera import Lens
from olympian.vision.colour import ColourTable, FieldBorder
from olympian.vision.colour.regions import Regions
from olympian.vision.colour.table.samples import share_of
from olympian.vision.truth import BallDisc

ENOUGH = 0.5
"""Certainty from which on a ball is told."""


SLACK = 1.15
"""Factor by which the size that the network tells may be off beside that."""


LIKELIEST = 3
"""Places that are looked at once more."""
WHITE = 0.28
"""Least part of a patterned ball that looks white: by the rules half of it is. Of 889 balls of
matches all but hidden ones have more; grey feet and hands that pass for balls have less."""
WITHIN = np.array([
    (x, y) for x in np.linspace(-0.8, 0.8, 9) for y in np.linspace(-0.8, 0.8, 9)
    if x * x + y * y < 0.64
])  # fmt: skip
"""Where its colours are looked at, in radii."""


class BallJudge:
    """Finds the ball of one game in pictures of one lens, where the camera's place is known."""

    def __init__(self, lens: Lens, table: ColourTable, radius: float) -> None:
        """Args: table: knows green. radius: of the ball, metres."""
        self.candidates = BallCandidates(lens, table, radius)
        self._network, self._radius = BallNetwork(), radius
        self._white = table.code("white") if radius > PLAIN and "white" in table.names else None

    def __call__(
        self, frame: NDArray[np.uint8], T: Mat4, border: FieldBorder, regions: Regions
    ) -> tuple[BallDisc | None, float]:
        """The ball, if there is one, and how sure that is.

        Args:
            T: the camera over the ground.
            border: of the carpet; regions: of colour.
        """
        places = self.candidates(frame, T, border, regions)
        if not len(places):
            return None, 0.0
        told = self._network(frame, places)
        likeliest = told[np.argsort(-told[:, 0])[:LIKELIEST]]
        for best in likeliest[likeliest[:, 0] >= 0.5 * ENOUGH]:
            # once more, now that it is known where and how large it is
            certainty, x, y, radius = self._network(frame, best[None])[0].tolist()
            fits = certainty >= ENOUGH and self._fits(x, y, radius, float(T[2, 3]))
            if fits and self._is_white(frame, x, y, radius):
                return BallDisc(x, y, radius, 1.0), certainty
        return None, float(min(likeliest[0, 0], ENOUGH))

    def _is_white(self, frame: NDArray[np.uint8], x: float, y: float, radius: float) -> bool:
        """Whether enough of what is in the picture of a patterned ball is white."""
        if self._white is None:
            return True
        pixels = WITHIN * radius + (x, y)
        height, width = frame.shape[:2]
        inside = (pixels > -0.5).all(axis=1) & (pixels[:, 0] < width - 0.5)
        inside &= pixels[:, 1] < height - 0.5
        return share_of(frame, self.candidates.table.codes, self._white, pixels[inside]) >= WHITE

    def _fits(self, x: float, y: float, radius: float, height: float) -> bool:
        """Whether a ball on the ground may be so large there: what shows a part only is smaller."""
        size = self.candidates.size_at(x, y)
        least, most = self.candidates.range_of(size, height - self._radius)
        return least / SLACK <= radius <= most * SLACK
