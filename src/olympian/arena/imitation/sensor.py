"""What a depth camera makes of a person: noise, drift, guesses, uneven times."""

from collections.abc import Sequence

import numpy as np

from olympian.geometry import frozen
from olympian.motion.imitate import JOINTS, PLACE, Skeleton

__all__ = ["seen_by_camera"]

JITTER_M = 0.008
"""From frame to frame (Kinect: 5 to 15 mm at 2 m)."""
DRIFT_M, DRIFT_S = 0.015, 0.7
"""Slow errors of a joint's place inside a limb, and how long one lasts."""
LOST, LOST_S = 0.03, 0.25
"""Share of the time for which a hand or foot is guessed, and how long that lasts."""
TIME_JITTER = 0.15
"""Share of a frame by which times are uneven."""
GUESSED = 0.3
OFTEN_LOST = ("left_hand", "right_hand", "left_foot", "right_foot")


def seen_by_camera(skeletons: Sequence[Skeleton], chance: np.random.Generator) -> list[Skeleton]:
    """The same people with the errors of an RGB-D tracker."""
    dt = skeletons[1].t - skeletons[0].t
    keep = np.exp(-dt / DRIFT_S)
    drift = DRIFT_M * chance.normal(size=(len(JOINTS), 3))
    lost = dict.fromkeys(OFTEN_LOST, 0.0)
    seen = []
    for skeleton in skeletons:
        fresh = chance.normal(size=drift.shape)
        drift = keep * drift + np.sqrt(1.0 - keep * keep) * DRIFT_M * fresh
        places = skeleton.places + drift + JITTER_M * chance.normal(size=drift.shape)
        sure = np.array(skeleton.confidence)
        for joint in OFTEN_LOST:
            begins = chance.random() < LOST * dt / LOST_S
            lost[joint] = LOST_S if begins else lost[joint] - dt
            if lost[joint] > 0.0:
                sure[PLACE[joint]] = GUESSED
                places[PLACE[joint]] += 0.1 * chance.normal(size=3)
        t = skeleton.t + TIME_JITTER * dt * chance.uniform(-1.0, 1.0)
        seen.append(Skeleton(t, frozen(places), frozen(sure), skeleton.gaze))
    return seen
