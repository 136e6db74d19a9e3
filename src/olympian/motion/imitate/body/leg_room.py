"""How far legs are from where their joints end or a knee is straight."""

import numpy as np

from olympian.geometry import Vec
from olympian.kinematics import Kinematics
from olympian.motion.walk import WalkingLegs
from olympian.robot import Robot

__all__ = ["LegRoom"]

STEPS = 181
"""Angles of a joint that are tried in search of the one that stretches the leg."""
STRETCHES = 0.3
"""Share of the leg that a joint's whole range must be worth: a knee's is, an ankle's is not."""


class LegRoom:
    """Bounds of the legs' joints; a knee must not go through straight and bend backwards."""

    def __init__(self, robot: Robot) -> None:
        legs, kinematics = WalkingLegs(robot), Kinematics(robot)
        self._places = np.concatenate(legs.places)
        lower, upper = np.array(robot.lower), np.array(robot.upper)
        for places in legs.places:
            for above, joint, below in zip(places, places[1:], places[2:], strict=False):
                lengths, angles = _lengths(kinematics, int(above), int(joint), int(below))
                if np.ptp(lengths) > STRETCHES * legs.ready_height:
                    straight = float(angles[np.argmax(lengths)])
                    bound = lower if straight < robot.ready[joint] else upper
                    bound[joint] = straight
        self._lower, self._upper = lower[self._places], upper[self._places]

    def least(self, q: Vec) -> float:
        """rad that the joint nearest to its end has left."""
        legs = q[self._places]
        return float(np.minimum(legs - self._lower, self._upper - legs).min())


def _lengths(kinematics: Kinematics, above: int, joint: int, below: int) -> tuple[Vec, Vec]:
    """m between the joints above and below one, for angles of all its range."""
    robot = kinematics.robot
    angles = np.linspace(robot.lower[joint], robot.upper[joint], STEPS)
    top, bottom = (robot.tree.movable[place].child for place in (above, below))
    lengths = []
    for angle in angles:
        q = np.array(robot.ready)
        q[joint] = angle
        posture = kinematics.at(q)
        way = posture.pose(bottom)[:3, 3] - posture.pose(top)[:3, 3]
        lengths.append(np.linalg.norm(way))
    return np.array(lengths), angles
