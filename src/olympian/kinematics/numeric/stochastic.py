"""Stochastic iterative method (thesis 6.3.2, algorithm 1)."""

from math import sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import forward_kernel
from olympian.kinematics.numeric.evaluation import (
    ORIENTATION_WEIGHT_M,
    NumericMethod,
    clamp,
    converged,
    evaluate,
)
from olympian.robot import Chain

_DAMPING = 0.5
"""Share of the accumulator that survives a rejected step."""
_SHAPE = 0.4
"""Radians of random step per metre of evaluation left: steps shrink as the goal comes near, and for
joints with less than a radian to move."""


@compiled
def _wander(pack, T_goal, q, lower, upper, tolerance_m, tolerance_rad, weight, most, random):
    n = q.shape[0]
    T = np.zeros((3, 4))
    accumulator, step, trial = np.zeros(n), np.zeros(n), np.zeros(n)
    forward_kernel(pack, q, T)
    last = evaluate(T_goal, T, weight)
    for iteration in range(most):
        size = _SHAPE * sqrt(last)
        for k in range(n):
            step[k] = size * min(1.0, upper[k] - lower[k]) * random.standard_normal()
            trial[k] = q[k] + accumulator[k] + step[k]
        clamp(trial, lower, upper)
        forward_kernel(pack, trial, T)
        value = evaluate(T_goal, T, weight)
        if value < last:
            # the print adds the step once more; the posture that was judged is the one to keep
            q[:] = trial
            last = value
            for k in range(n):
                accumulator[k] += step[k]
            if converged(T_goal, T, tolerance_m, tolerance_rad):
                return iteration + 1
        else:
            for k in range(n):
                accumulator[k] *= _DAMPING
    return most


class StochasticIterative(NumericMethod):
    """Random steps, kept when they help, pushed on by a damped accumulator of past successes."""

    max_iterations = 100_000

    def __init__(self, chain: Chain, seed: int = 0, **settings: float) -> None:
        super().__init__(chain, **settings)  # pyright: ignore[reportArgumentType]
        self.seed = seed
        """Every solve starts from this seed: the same question has the same answer."""

    def _walk(self, T_goal: Mat4, q: Vec) -> int:
        return _wander(
            self._kernel.pack, T_goal, q, self._lower, self._upper,
            self.tolerance_m, self.tolerance_rad, ORIENTATION_WEIGHT_M, self.max_iterations,
            np.random.default_rng(self.seed),
        )  # fmt: skip
