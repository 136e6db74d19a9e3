"""The loop over joints of the mutex, compiled."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["touched"]


@njit(cache=True)
def touched(mask: NDArray[np.bool_], bit: NDArray[np.int64]) -> int:
    """Parts in which a goal moves a joint, as bits. Args: bit: of each joint's part."""
    bits = 0
    for joint in range(len(mask)):
        if mask[joint]:
            bits |= bit[joint]
    return bits
