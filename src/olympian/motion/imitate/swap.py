"""Left and right limbs that a tracker has mistaken for each other."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.motion.imitate.skeleton import PLACE

__all__ = ["unswap"]

GROUPS = (("shoulder", "elbow", "hand"), ("hip", "knee", "foot"))
"""Trackers swap whole limbs: both arms, or both legs, or both at once."""
LIMBS = [
    [PLACE[f"{side}_{part}"] for side in ("left", "right") for part in parts] for parts in GROUPS
]
CROSSED = [limbs[3:] + limbs[:3] for limbs in LIMBS]
"""Rows of each group, left limb first, and the same the other way round."""
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
    for limbs, crossed in zip(LIMBS, CROSSED, strict=True):
        kept = np.linalg.norm(places[limbs] - last[limbs], axis=1).sum()
        if not kept > LEAST_M:  # NaN too: half a pair tells nothing
            continue
        if np.linalg.norm(places[crossed] - last[limbs], axis=1).sum() < CLEARLY * kept:
            order[limbs] = crossed
    if (order == np.arange(len(places))).all():
        return places, None
    return places[order], order
