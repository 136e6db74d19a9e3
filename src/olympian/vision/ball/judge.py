"""Which place in a picture is the ball, and how sure that is."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4
from olympian.vision.ball.candidates import BallCandidates
from olympian.vision.ball.network import BallNetwork
from olympian.vision.camera import Lens
from olympian.vision.colour import ColourTable, FieldBorder
from olympian.vision.colour.regions import Regions
from olympian.vision.truth import BallDisc

ENOUGH = 0.5
"""Certainty from which on a ball is told."""


SLACK = 1.15
"""Factor by which the size that the network tells may be off beside that."""


class BallJudge:
    """Finds the ball of one game in pictures of one lens, where the camera's place is known."""

    def __init__(self, lens: Lens, table: ColourTable, radius: float) -> None:
        """Args: table: knows green. radius: of the ball, metres."""
        self.candidates = BallCandidates(lens, table, radius)
        self._network, self._radius = BallNetwork(), radius

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
        best = told[int(told[:, 0].argmax())]
        if best[0] < 0.5 * ENOUGH:
            return None, float(best[0])
        # once more, now that it is known where and how large it is
        certainty, x, y, radius = self._network(frame, best[None])[0].tolist()
        if certainty < ENOUGH or not self._fits(x, y, radius, float(T[2, 3])):
            return None, certainty
        return BallDisc(x, y, radius, 1.0), certainty

    def _fits(self, x: float, y: float, radius: float, height: float) -> bool:
        """Whether a ball on the ground may be so large there: what shows a part only is smaller."""
        size = self.candidates.size_at(x, y)
        least, most = self.candidates.range_of(size, height - self._radius)
        return least / SLACK <= radius <= most * SLACK
