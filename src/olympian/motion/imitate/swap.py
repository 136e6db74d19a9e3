"""Left and right limbs that a tracker has mistaken for each other."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.motion.imitate.skeleton import PLACE

__all__ = ["unswap"]

GROUPS = (("shoulder", "elbow", "hand"), ("hip", "knee", "foot"))
"""Trackers swap whole limbs: both arms, or both legs, or both at once."""
CLEARLY = 0.4
"""Crossed limbs must lie this much nearer to where they were before they count as swapped."""
LEAST_M = 0.25
"""Sum of the ways of a limb pair's joints below which nothing can have been swapped."""


def unswap(places: Vec, last: Vec) -> tuple[Vec, NDArray[np.intp] | None]:
    """Places with swapped limbs put right, and the order of rows that did it; None if none was.

    Args:
        places, last: (15, 3) of this frame and the one before, relative to the trunk.
    """
    order = np.arange(len(places))
    for parts in GROUPS:
        left = np.array([PLACE[f"left_{part}"] for part in parts])
        right = np.array([PLACE[f"right_{part}"] for part in parts])
        both, crossed = np.concatenate([left, right]), np.concatenate([right, left])
        kept = np.linalg.norm(places[both] - last[both], axis=1).sum()
        turned = np.linalg.norm(places[crossed] - last[both], axis=1).sum()
        if kept > LEAST_M and turned < CLEARLY * kept:  # False for NaN: half a pair tells nothing
            order[both] = crossed
    if (order == np.arange(len(places))).all():
        return places, None
    return places[order], order
