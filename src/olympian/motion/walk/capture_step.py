"""A stand that is shoved: when soles alone will not hold it, and which foot should step."""

import numpy as np

from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, Point
from olympian.motion.walk.senses import over_sole
from olympian.records import LegState

CALM = 0.05
"""m/s of the centre of mass below which it stands still."""
SETTLE = 50
"""Readings of a stand before anything in it is unusual."""


class CaptureStep:
    """Feels the divergent component leave the soles while both feet stand."""

    def __init__(self, legs: WalkingLegs) -> None:
        self._edges = [_edges(foot.outline) for foot in legs.feet]
        self.reset()

    def reset(self) -> None:
        """Not known yet where it stands."""
        self._ahead, self._readings = 0.0, 0

    def feel(self, config: WalkConfig, look: LegState, pendulum: Pendulum) -> int | None:
        """The foot that should step, 0 left, 1 right; None while the soles hold the body."""
        (left, velocity), (right, _) = over_sole(look, 0), over_sole(look, 1)
        place = (left[0] + right[0]) / 2
        speed_x, speed_y = velocity[0] / pendulum.rate, velocity[1] / pendulum.rate
        # joints and IMU that are off shift where the body seems to be, not how it moves
        ahead = place - self._ahead + speed_x
        settled = self._readings >= SETTLE
        if not settled or max(map(abs, velocity)) < CALM:
            self._readings = min(self._readings + 1, SETTLE)
            self._ahead += (place - self._ahead) / self._readings
        rule = config.capture_step
        if not (rule.on and settled):
            return None
        beyond = self._beyond(ahead, (left[1] + speed_y, right[1] + speed_y))
        falls_left = left[1] + right[1] + 2 * speed_y > 0.0
        if beyond[0] > rule.margin[0] or beyond[1] > rule.margin[1]:
            return 0 if falls_left else 1
        return None

    def _beyond(self, ahead: float, aside: Point) -> Point:
        """Metres outside the soles, along and across."""
        (heel, toe, _, outer_left), (heel_r, toe_r, outer_right, _) = self._edges
        along = max(ahead - max(toe, toe_r), min(heel, heel_r) - ahead)
        return along, max(aside[0] - outer_left, outer_right - aside[1])


def _edges(outline: np.ndarray) -> tuple[float, float, float, float]:
    """Heel, toe, right and left edge of a sole."""
    (heel, right), (toe, left) = outline.min(axis=0), outline.max(axis=0)
    return float(heel), float(toe), float(right), float(left)
