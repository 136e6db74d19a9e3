"""Left and right limbs that a tracker has mistaken for each other."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec3
from olympian.motion.imitate.filter_kernel import LIMBS, kernels
from olympian.motion.imitate.skeleton import JOINTS

__all__ = ["swaps"]

CLEARLY = 0.4
"""Crossed limbs must lie this much nearer to where they were before they count as swapped."""
LEAST_M = 0.25
"""Sum of the ways of a limb pair's joints below which nothing can have been swapped."""


def swaps(places: Vec, last: Vec, middle: Vec3) -> NDArray[np.intp] | None:
    """The order of rows that puts swapped limbs right; None if none was.

    Trackers swap whole limbs: both arms, or both legs, or both at once.

    Args:
        places, last: (15, 3) of this frame and the one before.
        middle: way of the trunk in between.
    """
    swapped = kernels().swapped
    found = [group for group in (0, 1) if swapped(places, last, middle, group, CLEARLY, LEAST_M)]
    if not found:
        return None
    order = np.arange(len(JOINTS))
    for group in found:
        order[LIMBS[group]] = LIMBS[group, ::-1]
    return order
