"""Where a ball may lie that is not in sight: everywhere but where one has just looked."""

import numpy as np

from olympian.decision.world_model.camera_view import CameraView
from olympian.decision.world_model.existence import ALIKE
from olympian.decision.world_model.model import SearchChart
from olympian.geometry import Place, Vec, frozen, sealed

__all__ = ["UnseenBall", "detected_at"]

CELL = 0.4
"""Metres of a square of the chart."""
FORGETS_S = 20.0
"""Seconds after which a look counts for nothing: others play with the ball."""
NEAR, FAR, SEES = 2.5, 5.5, 0.9
"""Metres up to which a thing on the ground is seen nearly always, with that probability, and from
which it never is."""
LOST_M = 0.7
"""Metres around the last place of a lost ball where it is most likely."""


def detected_at(away: Vec) -> Vec:
    """Probability that a picture shows a thing that stands in it so many metres away."""
    return SEES * np.clip((FAR - away) / (FAR - NEAR), 0.0, 1.0)


class UnseenBall:
    """Probabilities on the squares of a floor; engine with `step` and `reset`."""

    def __init__(self, half: tuple[float, float]) -> None:
        """Args: half: of length and width of the floor round the origin of the place, metres."""
        xs, ys = (np.arange(CELL / 2 - side, side, CELL) for side in half)
        self._cells = frozen(np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2))
        self.reset()

    def reset(self) -> None:
        """It may be anywhere."""
        count = len(self._cells)
        self._p = np.full(count, 1.0 / count)

    @property
    def chart(self) -> SearchChart:
        """What is believed now."""
        return SearchChart(self._cells, sealed(self._p.copy()))

    def lost(self, xy: Vec) -> None:
        """It was there a moment ago."""
        squares = ((self._cells - xy) ** 2).sum(axis=1)
        near = np.exp(-0.5 * squares / LOST_M**2) + 1e-9
        self._p = 0.3 * self._p + 0.7 * near / near.sum()

    def step(self, view: CameraView, place: Place, dt: float, pictures: float = 1.0) -> None:
        """It was not in this picture.

        Args:
            place: where the robot was.
            dt: seconds since the last one.
            pictures: without a ball since then.
        """
        stays = min(dt / FORGETS_S, 1.0)
        self._p = (1.0 - stays) * self._p + stays / len(self._p)
        points = (self._cells - place.xy) @ place.turn
        chance = detected_at(view.away(points)) * view.holds(points, 0.0)
        self._p *= (1.0 - np.minimum(chance, 0.95)) ** (ALIKE * pictures)
        self._p /= self._p.sum()
