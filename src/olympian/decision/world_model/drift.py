"""How far a thing on the ground may be off because the robot does not know how far it went."""

from dataclasses import dataclass

import numpy as np

from olympian.decision.localise.way import Moved
from olympian.geometry import Place, Vec

__all__ = ["Drift"]


@dataclass(frozen=True, eq=False)
class Drift:
    """A way by the odometry, in its own axes."""

    origin: Vec
    """(2,) where it ended."""
    way: Vec
    """(2, 2) m²"""
    turned: float
    """rad²"""

    @staticmethod
    def of(moved: Moved, start: Place) -> "Drift":
        """Of a way. Args: start: where it began, by the odometry."""
        turn = start.turn
        way = turn @ moved.covariance[:2, :2] @ turn.T
        return Drift(start.then(moved.way).xy, way, float(moved.covariance[2, 2]))

    def at(self, xy: Vec) -> Vec:
        """(2, 2) m² by which a thing at (2,) is less certain relative to the robot."""
        arm = xy - self.origin
        across = np.array([-arm[1], arm[0]])
        return self.way + self.turned * np.outer(across, across)
