"""How fast a robot really went, in its own frame."""

from itertools import pairwise

import numpy as np

from olympian.arena.walking.trial import WalkOutcome
from olympian.geometry import Vec
from olympian.records import Twist

__all__ = ["CHORD", "mean_velocity"]

CHORD = 0.5
"""Seconds, two steps: over them the body's sway and twist within a step cancel."""


def mean_velocity(outcome: WalkOutcome, start: float, end: float) -> Twist:
    """Mean speed ahead, to the left and turning between two times of a walk.

    Each chord of the path is seen from the heading that the robot had along it: a command is given
    in the robot's frame, and one that drifts into a curve still goes as fast as it goes.
    """
    path = outcome.path[(outcome.path[:, 0] >= start - 1e-9) & (outcome.path[:, 0] <= end + 1e-9)]
    seconds = path[-1, 0] - path[0, 0]
    if seconds <= 0:
        return Twist()
    cuts = np.linspace(0, len(path) - 1, max(2, round(seconds / CHORD) + 1)).round().astype(int)
    ahead, left = np.sum([_chord(path[a : b + 1]) for a, b in pairwise(cuts)], axis=0)
    return Twist(
        float(ahead / seconds), float(left / seconds), float((path[-1, 3] - path[0, 3]) / seconds)
    )


def _chord(path: Vec) -> Vec:
    """(2,) metres ahead and to the left."""
    heading = path[:, 3].mean()
    x, y = path[-1, 1:3] - path[0, 1:3]
    return np.array(
        [np.cos(heading) * x + np.sin(heading) * y, np.cos(heading) * y - np.sin(heading) * x]
    )
