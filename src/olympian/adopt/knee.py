"""Which joint of a leg is its knee, and which way it bends."""

import numpy as np

from olympian.geometry import Vec
from olympian.robot import Limb, Robot

BEND = 0.7
"""rad by which knees are bent before inverse kinematics takes over: it keeps the sense."""
BENT = 0.15
"""rad from which on a knee counts as bent."""


def knee(robot: Robot, leg: Limb) -> int:
    """Place of the knee in the joint vector: the joint farthest from both hip and ankle."""
    _, points = leg.chain.screw_axes()
    from_ends = np.minimum(
        np.linalg.norm(points - points[0], axis=1), np.linalg.norm(points - points[-1], axis=1)
    )
    return int(robot.indices(leg.chain.joint_names)[int(np.argmax(from_ends))])


def has_knees(robot: Robot, q: Vec) -> bool:
    """Are all knees bent already?"""
    return all(abs(q[knee(robot, leg)]) > BENT for leg in robot.legs)


def bend_knees(robot: Robot, q: Vec) -> Vec:
    """Knees bent so that they point ahead, hips and ankles to even it out.

    A knee that may bend either way is bent so that the foot comes back.
    """
    q = np.array(q, dtype=float)
    for leg in robot.legs:
        place = knee(robot, leg)
        tried = [_with(q, place, way * BEND) for way in (1.0, -1.0)]
        foot = [robot.forward(leg.chain.tip, one)[0, 3] for one in tried]
        allowed = [robot.lower[place] <= one[place] <= robot.upper[place] for one in tried]
        if all(allowed):
            q = tried[int(np.argmin(foot))]
        elif any(allowed):
            q = tried[allowed.index(True)]
        _level(robot, leg, q, place)
    return q


def _with(q: Vec, place: int, angle: float) -> Vec:
    tried = q.copy()
    tried[place] = angle
    return tried


def _level(robot: Robot, leg: Limb, q: Vec, knee_place: int) -> None:
    """Half of the knee's bend back at the joints before and after it that turn about its axis."""
    directions, _ = leg.chain.screw_axes()
    places = robot.indices(leg.chain.joint_names)
    middle = int(np.flatnonzero(places == knee_place)[0])
    along = directions @ directions[middle]
    for span in (range(middle - 1, -1, -1), range(middle + 1, leg.chain.dof)):
        same = [index for index in span if abs(along[index]) > 0.9]
        if same:
            place = places[same[0]]
            wish = -0.5 * q[knee_place] * np.sign(along[same[0]])
            q[place] = np.clip(wish, robot.lower[place], robot.upper[place])
