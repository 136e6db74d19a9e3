"""Where a sole is seen from the torso, compiled: the walk asks for it twice a tick."""

from math import cos, sin

import numpy as np
from numba import njit

__all__ = ["sole_in_torso"]


@njit(cache=True, nogil=True)
def _turn(rpy, R):
    """Rotation about the fixed axes x, then y, then z into `R` (3, 3)."""
    cr, sr = cos(rpy[0]), sin(rpy[0])
    cp, sp = cos(rpy[1]), sin(rpy[1])
    cy, sy = cos(rpy[2]), sin(rpy[2])
    R[0, 0], R[0, 1], R[0, 2] = cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr
    R[1, 0], R[1, 1], R[1, 2] = sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr
    R[2, 0], R[2, 1], R[2, 2] = -sp, cp * sr, cp * cr


@njit(cache=True, nogil=True)
def sole_in_torso(torso_xyz, torso_rpy, sole_xyz, sole_rpy):
    """(4, 4) `T_torso_sole` from both poses, as tuples, in one frame."""
    R_torso, R_sole = np.empty((3, 3)), np.empty((3, 3))
    _turn(torso_rpy, R_torso)
    _turn(sole_rpy, R_sole)
    T = np.zeros((4, 4))
    for row in range(3):
        for column in range(3):
            for k in range(3):
                T[row, column] += R_torso[k, row] * R_sole[k, column]
        for k in range(3):
            T[row, 3] += R_torso[k, row] * (sole_xyz[k] - torso_xyz[k])
    T[3, 3] = 1.0
    return T
