"""How far a posture is from the goal, in one number, and downhill from there."""

from abc import ABC, abstractmethod
from math import sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import ChainKernel, joint_angles
from olympian.kinematics.leg.levels import is_pose
from olympian.kinematics.pose_step import pose_distance
from olympian.kinematics.result import IkResult, IkStatus
from olympian.robot import Chain


@compiled
def evaluate(T_goal, T, weight):
    """Square of the thesis's evaluation: position error and weighted errors of the three axes."""
    total = 0.0
    for i in range(3):
        total += (T_goal[i, 3] - T[i, 3]) ** 2
        for j in range(3):
            total += (weight * (T_goal[i, j] - T[i, j])) ** 2
    return total


@compiled
def converged(T_goal, T, tolerance_m, tolerance_rad):
    """Are position and orientation both within tolerance?

    The three axis errors of a turn by φ add up to 8·sin²(φ/2), which is 2φ² for small ones.
    """
    position = turn = 0.0
    for i in range(3):
        position += (T_goal[i, 3] - T[i, 3]) ** 2
        for j in range(3):
            turn += (T_goal[i, j] - T[i, j]) ** 2
    return sqrt(position) < 0.99 * tolerance_m and sqrt(0.5 * turn) < 0.99 * tolerance_rad


@compiled
def downhill(T_goal, T, J, weight, slope):
    """Writes minus the gradient of half of `evaluate` into `slope` (n,)."""
    square = weight * weight
    x = y = z = 0.0
    for k in range(3):
        x += T[1, k] * T_goal[2, k] - T[2, k] * T_goal[1, k]
        y += T[2, k] * T_goal[0, k] - T[0, k] * T_goal[2, k]
        z += T[0, k] * T_goal[1, k] - T[1, k] * T_goal[0, k]
    px, py, pz = T_goal[0, 3] - T[0, 3], T_goal[1, 3] - T[1, 3], T_goal[2, 3] - T[2, 3]
    for k in range(slope.shape[0]):
        linear = px * J[0, k] + py * J[1, k] + pz * J[2, k]
        slope[k] = linear + square * (x * J[3, k] + y * J[4, k] + z * J[5, k])


@compiled
def clamp(q, lower, upper):
    """Keeps `q` inside the limits."""
    for k in range(q.shape[0]):
        q[k] = min(max(q[k], lower[k]), upper[k])


ORIENTATION_WEIGHT_M = 0.05
"""The thesis weighs orientation 50 against positions in millimetres; in metres that is 0.05."""


class NumericMethod(ABC):
    """Walks from a start posture to a goal, inside the joint limits."""

    tolerance_m = 1e-4
    """The thesis stops at a distance of 0.1 mm …"""
    tolerance_rad = 2e-3
    """… and at the angle that its orientation weight makes equal to that."""
    max_iterations = 1000

    def __init__(
        self,
        chain: Chain,
        tolerance_m: float | None = None,
        tolerance_rad: float | None = None,
        max_iterations: int | None = None,
    ) -> None:
        self.chain = chain
        self.tolerance_m = tolerance_m or self.tolerance_m
        self.tolerance_rad = tolerance_rad or self.tolerance_rad
        self.max_iterations = max_iterations or self.max_iterations
        self._kernel = ChainKernel(chain)
        self._lower, self._upper = np.array(chain.lower), np.array(chain.upper)

    def solve(self, T_base_tip: Mat4, q_start: Vec) -> IkResult:
        """The posture reached from `q_start`; NOT_CONVERGED still returns the best one."""
        T = np.array(T_base_tip, dtype=np.float64).reshape(4, 4)
        start = joint_angles(q_start, self.chain.dof)
        if not is_pose(T) or not np.all(np.isfinite(start)):
            return IkResult(start, IkStatus.BAD_GOAL, np.inf, np.inf)
        q = np.clip(start, self._lower, self._upper)
        iterations = self._walk(T, q)
        error_m, error_rad = pose_distance(T, self._kernel.forward(q))
        there = error_m <= self.tolerance_m and error_rad <= self.tolerance_rad
        status = IkStatus.SOLVED if there else IkStatus.NOT_CONVERGED
        return IkResult(q, status, error_m, error_rad, iterations)

    @abstractmethod
    def _walk(self, T_goal: Mat4, q: Vec) -> int:
        """Improves `q` in place; the number of iterations taken."""
