"""What one step of stacked tasks answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec

__all__ = ["TaskStep"]


@dataclass(frozen=True, slots=True, eq=False)
class TaskStep:
    """Joint angles after the step, and how far every task was from its aim before it."""

    q: Vec
    """(n,) in robot order; joints outside of the stack as they were."""
    dq: Vec
    """(n,) rad/s that lead there within the step."""
    errors: Vec
    """(tasks, 2): metres and radians between aim and posture when the step began."""
    locked: NDArray[np.bool_]
    """(n,) joints that a limit held back."""
    pace: float
    """Part of the wanted step that the speed limits allowed, 0 to 1."""
    rows: int
    """Dimensions of all tasks together."""
    joint_names: tuple[str, ...]
    """The robot's, which all vectors follow."""

    @property
    def clamped(self) -> tuple[str, ...]:
        """Joints that a limit held back, by name."""
        return tuple(self.joint_names[k] for k in np.flatnonzero(self.locked))
