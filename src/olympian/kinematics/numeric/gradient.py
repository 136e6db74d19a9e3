"""Downhill without an inverse: Jacobian transpose (thesis 6.3.4), gradient descent (6.3.1)."""

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import forward_kernel, jacobian_kernel
from olympian.kinematics.numeric.evaluation import (
    ORIENTATION_WEIGHT_M,
    NumericMethod,
    clamp,
    converged,
    downhill,
    evaluate,
)
from olympian.kinematics.pose_step import pose_difference


@compiled
def _iterate(pack, T_goal, q, lower, upper, tolerance_m, tolerance_rad, weight, most):
    n = q.shape[0]
    T, J, error = np.zeros((3, 4)), np.zeros((6, n)), np.zeros(6)
    step, effect = np.zeros(n), np.zeros(6)
    for iteration in range(most):
        jacobian_kernel(pack, q, T, J)
        if converged(T_goal, T, tolerance_m, tolerance_rad):
            return iteration
        pose_difference(T_goal, T, error)
        for i in range(3, 6):
            error[i] *= weight
            for k in range(n):
                J[i, k] *= weight
        for k in range(n):
            step[k] = 0.0
            for i in range(6):
                step[k] += J[i, k] * error[i]
        along = square = 0.0
        for i in range(6):
            effect[i] = 0.0
            for k in range(n):
                effect[i] += J[i, k] * step[k]
            along += error[i] * effect[i]
            square += effect[i] * effect[i]
        if square < 1e-30:
            return iteration  # no joint can help: singular, or at a limit
        for k in range(n):
            q[k] += along / square * step[k]
        clamp(q, lower, upper)
    return most


class JacobianTranspose(NumericMethod):
    """Steps along Jᵀ·error; α is the one that would bring the linearised error down the most.

    No inverse and no instability, but the convergence of gradient descent.
    """

    max_iterations = 5000

    def _walk(self, T_goal: Mat4, q: Vec) -> int:
        return _iterate(
            self._kernel.pack, T_goal, q, self._lower, self._upper,
            self.tolerance_m, self.tolerance_rad, ORIENTATION_WEIGHT_M, self.max_iterations,
        )  # fmt: skip


@compiled
def _descend(pack, T_goal, q, lower, upper, tolerance_m, tolerance_rad, weight, most):
    n = q.shape[0]
    T, J = np.zeros((3, 4)), np.zeros((6, n))
    slope, slope_before = np.zeros(n), np.zeros(n)
    trial, before = np.zeros(n), np.zeros(n)
    length = 1.0
    for iteration in range(most):
        jacobian_kernel(pack, q, T, J)
        if converged(T_goal, T, tolerance_m, tolerance_rad):
            return iteration
        value = evaluate(T_goal, T, weight)
        slope_before[:] = slope
        downhill(T_goal, T, J, weight, slope)
        if iteration > 0:  # Barzilai and Borwein: the step that would have suited the last move
            move, bend = 0.0, 0.0
            for k in range(n):
                moved, turned = q[k] - before[k], slope_before[k] - slope[k]
                move += moved * moved
                bend += moved * turned
            length = move / bend if bend > 1e-18 else 2.0 * length
        before[:] = q
        while True:
            for k in range(n):
                trial[k] = q[k] + length * slope[k]
            clamp(trial, lower, upper)
            forward_kernel(pack, trial, T)
            if evaluate(T_goal, T, weight) < value:
                break
            length *= 0.5
            if length < 1e-9:
                return iteration  # a local minimum, or as good as one
        q[:] = trial
    return most


class GradientDescent(NumericMethod):
    """Straight downhill, the step length adapted to the curvature met and halved until it helps.

    Sure, but slow: the thesis used it only near the goal.
    """

    max_iterations = 2000

    def _walk(self, T_goal: Mat4, q: Vec) -> int:
        return _descend(
            self._kernel.pack, T_goal, q, self._lower, self._upper,
            self.tolerance_m, self.tolerance_rad, ORIENTATION_WEIGHT_M, self.max_iterations,
        )  # fmt: skip
