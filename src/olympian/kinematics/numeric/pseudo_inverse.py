"""Jacobian pseudo-inverse, damped where it would become unstable (thesis 6.3.3)."""

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import jacobian_kernel
from olympian.kinematics.numeric.evaluation import NumericMethod, converged
from olympian.kinematics.pose_step import pose_difference, solve_damped

_FREE_DAMPING = 1e-12
"""Far below every singular value a leg shows away from singular poses: Newton's full speed."""
_ERROR_DAMPING = 0.01
"""Damping per squared error: large steps are cautious, the last ones exact."""
_LONGEST_STEP = 0.5
"""Radians. Beyond this the linear picture is no longer true."""


@compiled
def bounded_step(J, error, damping, q, lower, upper):
    """Damped step inside the limits: joints that would leave stop, the others make up for it."""
    n = q.shape[0]
    start, held = q.copy(), np.zeros(n, dtype=np.bool_)
    for _ in range(n):
        for k in range(n):
            if not held[k]:
                q[k] = start[k]
        solve_damped(J, error, damping, q)
        longest = np.max(np.abs(q - start))
        if longest > _LONGEST_STEP:
            q[:] = start + (_LONGEST_STEP / longest) * (q - start)
        again = False
        for k in range(n):
            bound = min(max(q[k], lower[k]), upper[k])
            if bound != q[k] and not held[k]:
                held[k], again = True, True
                for i in range(6):
                    error[i] -= J[i, k] * (bound - start[k])
                    J[i, k] = 0.0
            q[k] = bound
        if not again:
            return


@compiled
def _iterate(pack, T_goal, q, lower, upper, tolerance_m, tolerance_rad, most):
    n = q.shape[0]
    T, J, error = np.zeros((3, 4)), np.zeros((6, n)), np.zeros(6)
    for iteration in range(most):
        jacobian_kernel(pack, q, T, J)
        if converged(T_goal, T, tolerance_m, tolerance_rad):
            return iteration
        square = pose_difference(T_goal, T, error)
        damping = _FREE_DAMPING + _ERROR_DAMPING * min(square, 1.0)
        bounded_step(J, error, damping, q, lower, upper)
    return most


class PseudoInverse(NumericMethod):
    """Newton's method with damping: few iterations, full accuracy."""

    tolerance_m = 1e-9
    tolerance_rad = 1e-8
    max_iterations = 100

    def _walk(self, T_goal: Mat4, q: Vec) -> int:
        return _iterate(
            self._kernel.pack, T_goal, q, self._lower, self._upper,
            self.tolerance_m, self.tolerance_rad, self.max_iterations,
        )  # fmt: skip
