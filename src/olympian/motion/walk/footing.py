"""How the floor lies under the soles: slopes, and joints whose zero is off, felt by pressure."""

from math import atan2, radians

import numpy as np

from olympian.geometry import Vec
from olympian.kinematics import lean_on_soles
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.pendulum import Point

SETTLE = 0.3
"""Seconds of standing before the soles are listened to."""
LONGEST = 2.0
"""Seconds of standing over which is averaged."""
LIGHTEST = 0.3
"""Share of the weight below which a sole's middle of pressure says nothing."""


class Footing:
    """Tilt of each sole against the level plan.

    A body that stands square on a slope, or on a joint that is not where it believes it is, is not
    where it believes it is either: the middle of pressure shows by how much. Tilting the soles by
    as much puts it back.
    """

    def __init__(self, legs: WalkingLegs) -> None:
        robot = legs.robot
        self._rows = [robot.feet.index(foot) for foot in legs.feet]
        self._places = [foot.pressure for foot in legs.feet]
        self._weight = 9.81 * robot.tree.mass
        self.reset()

    def reset(self) -> None:
        """Level, as far as is known."""
        self.tilt: tuple[Point, Point] = ((0.0, 0.0), (0.0, 0.0))
        """Roll and pitch of each sole, rad."""
        self._rested = 0.0
        self._seen: Vec = np.zeros((2, 2))

    def rest(self, soles: tuple[Vec, Vec], com: Vec, pressure: Vec, dt: float) -> None:
        """Standing on both feet.

        Args:
            soles: `T_torso_sole` of each as the joints tell.
            com: (3,) from the torso's origin.
        """
        self._rested += dt
        loads = [float(pressure[row].sum()) for row in self._rows]
        if self._rested < SETTLE or sum(loads) < LIGHTEST * self._weight:
            return
        cells = [pressure[row] for row in self._rows]
        common = lean_on_soles(soles, com, cells, self._places)
        tilts = np.array([(-atan2(T[1, 2], T[2, 2]), atan2(T[0, 2], T[2, 2])) for T in soles])
        apart = (tilts[0] - tilts[1]) / 2
        share = min(dt / min(self._rested - SETTLE + dt, LONGEST), 1.0)
        self._seen += share * (np.array([common + apart, common - apart]) - self._seen)

    def leave(self, config: WalkConfig) -> None:
        """The stand is over: what it showed is what the walk begins with."""
        if config.footing.on and self._rested > SETTLE:
            most = radians(config.footing.most_deg)
            left, right = np.clip(config.footing.share * self._seen, -most, most).tolist()
            self.tilt = (tuple(left), tuple(right))
        self._rested = 0.0
        self._seen = np.zeros((2, 2))
