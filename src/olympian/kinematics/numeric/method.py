"""What the numeric methods have in common."""

from abc import ABC, abstractmethod

import numpy as np

from olympian.geometry import Mat4, Vec
from olympian.kinematics.chain_kernel import ChainKernel, joint_angles
from olympian.kinematics.leg.levels import is_pose
from olympian.kinematics.pose_step import pose_distance
from olympian.kinematics.result import IkResult, IkStatus
from olympian.robot import Chain

__all__ = ["ORIENTATION_WEIGHT_M", "NumericMethod"]

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
