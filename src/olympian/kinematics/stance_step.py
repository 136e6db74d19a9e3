"""Both legs of a step: stance leg first, then the swing leg (thesis 6.3.1).

The trunk's pose over the stance foot depends on one leg only. Solving it first halves the problem,
and the second half then starts from a trunk that is already right.
"""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Mat4, Vec, inverse
from olympian.kinematics.result import IkResult
from olympian.kinematics.solvers import solver
from olympian.robot.robot import Robot

__all__ = ["StepResult", "solve_step"]


@dataclass(frozen=True, slots=True)
class StepResult:
    """Joint vector of the whole robot and how each leg fared."""

    q: Vec
    """Robot order; joints outside the two legs as in the start posture."""
    stance: IkResult
    swing: IkResult

    @property
    def solved(self) -> bool:
        """Do both feet stand where they should?"""
        return self.stance.solved and self.swing.solved


def solve_step(
    robot: Robot,
    stance_limb: str,
    swing_limb: str,
    T_stance_trunk: Mat4,
    T_stance_swing: Mat4,
    method: str = "closed",
    q_start: Vec | None = None,
) -> StepResult:
    """Legs that hold the trunk over the stance sole and put the swing sole in place.

    Args:
        T_stance_trunk: the legs' base link (the trunk) seen from the stance sole.
        T_stance_swing: the swing sole seen from the stance sole.
        method: a name in `SOLVERS`.
        q_start: posture to start from or stay near to (robot order); the ready pose by default.
    """
    q = np.array(robot.ready if q_start is None else q_start, dtype=float)
    results = []
    goals = {
        stance_limb: inverse(T_stance_trunk),
        swing_limb: inverse(T_stance_trunk) @ np.asarray(T_stance_swing),
    }
    for name, T_trunk_sole in goals.items():
        chain = robot.limb(name).chain
        places = robot.indices(chain.joint_names)
        result = solver(method, chain).solve(T_trunk_sole, q[places])
        q[places] = result.q
        results.append(result)
    return StepResult(q, *results)
