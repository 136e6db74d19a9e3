"""Legs without a closed form, solved as quickly as a walk needs it: Newton from the last tick."""

from functools import partial

import numpy as np

from olympian.compiled import compiled, direct
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import ChainKernel, jacobian_kernel, pack_chain
from olympian.kinematics.leg.levels import is_pose
from olympian.kinematics.numeric.evaluation import converged
from olympian.kinematics.numeric.pseudo_inverse import bounded_step
from olympian.kinematics.pose_step import pose_difference, pose_distance
from olympian.kinematics.result import IkResult, IkStatus
from olympian.robot import Chain

_FREE_DAMPING, _ERROR_DAMPING = 1e-12, 0.01
"""As in `PseudoInverse`."""
_TOLERANCE_M, _TOLERANCE_RAD = 1e-6, 1e-6
"""A thousandth of what servos resolve."""
_MOST = 30
"""Iterations. From the last tick two or three do; more are needed only at the edge of reach."""
_SOLVED, _UNREACHABLE, _BAD_GOAL = 0, 1, 3


@compiled
def nearest_numeric(p, T_goal, near, out):
    """Writes the solution that Newton finds from `near` inside the limits; returns the status.

    `p` holds the packed chain, the lower and the upper limits. `out` stays as it was unless the
    status is zero, SOLVED; it may be `near` itself.
    """
    n = near.shape[0]
    if not is_pose(T_goal):
        return _BAD_GOAL
    pack, lower, upper = p[: 12 * n + 12], p[12 * n + 12 : 13 * n + 12], p[13 * n + 12 :]
    T, J, error, q = np.zeros((3, 4)), np.zeros((6, n)), np.zeros(6), np.empty(n)
    for k in range(n):
        if not np.isfinite(near[k]):
            return _BAD_GOAL
        q[k] = min(max(near[k], lower[k]), upper[k])
    for _ in range(_MOST):
        jacobian_kernel(pack, q, T, J)
        if converged(T_goal, T, _TOLERANCE_M, _TOLERANCE_RAD):
            for k in range(n):
                out[k] = q[k]
            return _SOLVED
        square = pose_difference(T_goal, T, error)
        damping = _FREE_DAMPING + _ERROR_DAMPING * min(square, 1.0)
        bounded_step(J, error, damping, q, lower, upper)
    return _UNREACHABLE


class NumericLeg:
    """The nearest posture of a leg whose axes allow no closed form; of any number of joints."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.params: Vec = np.concatenate([pack_chain(chain), chain.lower, chain.upper])
        self._kernel = ChainKernel(chain)
        entry = direct(
            nearest_numeric, "int64(float64[::1], float64[:, :], float64[:], float64[:])"
        )
        self.nearest_into = partial(entry, self.params)

    def nearest(self, T_base_tip: Mat4, q_near: Vec) -> IkResult:
        """The posture that is reached from `q_near`."""
        T = np.array(T_base_tip, dtype=np.float64).reshape(4, 4)
        q = np.array(q_near, dtype=np.float64).reshape(self.chain.dof)
        status = IkStatus(self.nearest_into(T, q, q))
        if status is IkStatus.BAD_GOAL:
            return IkResult(q, status, np.inf, np.inf)
        return IkResult(q, status, *pose_distance(T, self._kernel.forward(q)))

    def solve(self, T_base_tip: Mat4, q_start: Vec) -> IkResult:
        """`nearest`, by the name that all solvers share."""
        return self.nearest(T_base_tip, q_start)
