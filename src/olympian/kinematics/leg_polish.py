"""Newton's method on the true leg, from the solution of the nearest solvable one."""

import numpy as np

from olympian.compiled import compiled
from olympian.kinematics.chain_kernel import jacobian_kernel
from olympian.kinematics.leg_params import CHAIN
from olympian.kinematics.pose_step import pose_difference, solve_damped

__all__ = ["polish"]

_STEPS = 25
"""Three to five are usual; next to a singular pose the damping takes more."""
_DONE = 1e-24
"""Squared error (m² + rad²) at which a solution counts as exact: 1e-12."""


@compiled
def polish(p, T_goal, q):
    """Moves `q` onto a true solution; False if it does not get there.

    Damping proportional to the remaining error keeps the convergence quadratic and the step
    finite where the Jacobian loses rank.
    """
    pack = p[CHAIN:]
    T, J, error = np.empty((3, 4)), np.empty((6, 6)), np.empty(6)
    for _ in range(_STEPS):
        jacobian_kernel(pack, q, T, J)
        square = pose_difference(T_goal, T, error)
        if square < _DONE:
            return True
        solve_damped(J, error, min(1e-2, square), q)
    jacobian_kernel(pack, q, T, J)
    return pose_difference(T_goal, T, error) < _DONE
