"""A person as lines beside a robot."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.motion.imitate import Skeleton
from olympian.motion.imitate.skeleton import PAIRS
from olympian.robot import Robot

__all__ = ["bones", "robot_height", "shrink"]

SURE = 0.5
TOP = 1.1
"""A head reaches above the origin of its link."""


def shrink(person: Skeleton, height: float) -> Vec:
    """(15, 3): the person with its feet on the ground below the origin, as tall as `height`.

    A person that is not wholly seen keeps NaN in its rows.
    """
    places = person.places
    seen = places[np.isfinite(places).all(axis=1)]
    if not len(seen):
        return np.array(places)
    tall = max(float(np.linalg.norm(_tallest(places))), 1e-3)
    middle = np.array([*seen.mean(axis=0)[:2], seen[:, 2].min()])
    return (places - middle) * (height / tall)


def bones(places: Vec, confidence: Vec) -> tuple[Vec, NDArray[np.bool_]]:
    """(k, 2, 3) lines between joints that are seen, and which of them the sensor is sure of."""
    lines = places[PAIRS]
    seen = np.isfinite(lines).all(axis=(1, 2))
    sure = np.all(confidence[PAIRS] > SURE, axis=1)
    return lines[seen], np.asarray(sure)[seen]


def _tallest(places: Vec) -> Vec:
    """Length of the body along its bones: head to neck, to torso, to a hip, knee and foot."""
    for hip, knee, foot in ((9, 10, 11), (12, 13, 14)):
        path = places[[0, 1, 2, hip, knee, foot]]
        if np.isfinite(path).all():
            return np.linalg.norm(np.diff(path, axis=0), axis=1).sum(keepdims=True)
    return np.ones(1)


def robot_height(robot: Robot) -> float:
    """Metres from the soles to the highest link of the ready pose, and some of its shape."""
    links = [robot.forward(link.name, robot.ready)[2, 3] for link in robot.tree.links]
    soles = [robot.forward(foot.link, robot.ready)[2, 3] for foot in robot.require_feet()]
    return float(TOP * (max(links) - min(soles)))
