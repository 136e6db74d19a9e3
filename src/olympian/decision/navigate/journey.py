"""One frame for the whole way: falls, modes and other skills come between, the place goes on."""

from math import atan2

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.walk import Odometry
from olympian.motion.walk.footwork import Place
from olympian.records import RobotState

__all__ = ["Journey"]

FALL = (0.1, 0.1, 0.1)
"""Standard deviations that a fall adds to x, y and yaw: metres and rad."""


class Journey:
    """What was gone before the legs were last lost, and the turn made since by the gyro.

    Whoever counts steps begins at zero each time it gets the legs back; this is what it begins on.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Here is zero."""
        self._base = Odometry(Place(), frozen(np.zeros((3, 3))))
        self._lost: float | None = None

    @property
    def lost(self) -> bool:
        """Are the legs lost at present?"""
        return self._lost is not None

    def at(self, place: Place) -> Place:
        """A place that was counted since, in the frame of the whole way."""
        return self._base.place.then(place)

    def odometry(self, since: Odometry) -> Odometry:
        """The same with its certainty."""
        base = self._base
        covariance = base.covariance + _turned(since.covariance, base.place)
        return Odometry(self.at(since.place), frozen(covariance))

    def go_on_from(self, place: Place) -> None:
        """Begin to count anew at a place of the whole way."""
        self._base = Odometry(place, self._base.covariance)

    def lose(self, since: Odometry, state: RobotState | None) -> None:
        """The legs are lost: this is how far they came, and how the robot was turned then.

        Args: state: None if nobody has felt anything yet.
        """
        so_far = self.odometry(since)
        self._base = Odometry(so_far.place, frozen(so_far.covariance + np.diag(np.square(FALL))))
        if self._lost is None and state is not None:
            self._lost = _heading(state)

    def find(self, state: RobotState) -> bool:
        """The legs are back: take over the turn that was made meanwhile; were they lost?"""
        if self._lost is None:
            return False
        place, covariance = self._base.place, self._base.covariance
        turned = _heading(state) - self._lost
        self._base = Odometry(place._replace(yaw=place.yaw + turned), covariance)
        self._lost = None
        return True


def _heading(state: RobotState) -> float:
    return atan2(state.R_world_torso[1, 0], state.R_world_torso[0, 0])


def _turned(covariance: Vec, base: Place) -> Vec:
    """A covariance of x, y and yaw, seen from the parent of `base`."""
    R = np.eye(3)
    R[:2, :2] = base.turn
    return R @ covariance @ R.T
