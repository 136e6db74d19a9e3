"""What inverse kinematics answers."""

from dataclasses import dataclass
from enum import IntEnum

from olympian.geometry import Vec


class IkStatus(IntEnum):
    """Why an answer is, or is not, there. Kernels return the number."""

    SOLVED = 0
    UNREACHABLE = 1
    """No joint angles whatsoever reach this pose."""
    OUTSIDE_LIMITS = 2
    """Reached only by joint angles that the limits forbid."""
    BAD_GOAL = 3
    """The goal is not a pose: NaN, infinity, or a matrix that is no rotation."""
    NOT_CONVERGED = 4
    """A numeric method ran out of iterations; its best posture is returned."""


@dataclass(frozen=True, slots=True)
class IkResult:
    """Joint angles and how well they reach the goal."""

    q: Vec
    """The solution; if there is none, the best posture known (the start, for closed forms)."""
    status: IkStatus
    error_m: float
    """Distance from the goal."""
    error_rad: float
    """Angle from the goal."""
    iterations: int = 0
    """Zero for closed forms."""

    @property
    def solved(self) -> bool:
        """Did it work?"""
        return self.status is IkStatus.SOLVED
