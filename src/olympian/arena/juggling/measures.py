"""What a referee keeps of a run: the worst errors, and how long control took."""

from typing import Protocol

import numpy as np

from olympian.arena.juggling.result import JuggleResult
from olympian.geometry import Mat4, Vec, Vec2
from olympian.robot import Robot

__all__ = ["SETTLING", "JugglingMeasures"]

SETTLING = 2.0
"""Seconds after a new plate height, and the start, in which the plate may be off."""
KEPT = 20_000
"""Times of which the median is taken: the first ones, so that a long run needs no more memory."""


class Performance(Protocol):
    """What a referee asks of a run."""

    seed: int
    t: float
    dropped: bool
    welded: bool
    physics: bool

    @property
    def bounces(self) -> int:
        """Off the top of the paddle so far."""
        ...


class JugglingMeasures:
    """Worst values of one run."""

    def __init__(self, robot: Robot, head: Vec2, plate: float, tolerance: float) -> None:
        """Args:
        head: where the head should be over the ground.
        plate: the first height asked for.
        tolerance: rad beyond a limit that are rounding, or a stop that gives way a little.
        """
        self._lower, self._upper = robot.lower - tolerance, robot.upper + tolerance
        self._head = np.array(head)
        self._plate, self._settled = plate, SETTLING
        self.plate_tilt = self.plate_error = self.head_error = self.slip = 0.0
        self.violations = 0
        self._solve: list[float] = []
        self._step: list[float] = []

    def look(self, t: float, T_plate: Mat4, plate: float, head: Vec2, q: Vec) -> None:
        """Take in one tick.

        Args:
            T_plate: frame of the plate's top in the world.
            plate: the height it should have.
            head: where the head is over the ground.
        """
        if plate != self._plate:
            self._plate, self._settled = plate, t + SETTLING
        x, y = float(head[0]) - self._head[0], float(head[1]) - self._head[1]
        self.head_error = max(self.head_error, float(np.hypot(x, y)))
        if t >= self._settled:
            lean = float(np.hypot(T_plate[0, 2], T_plate[1, 2]))
            self.plate_tilt = max(self.plate_tilt, float(np.arctan2(lean, T_plate[2, 2])))
            self.plate_error = max(self.plate_error, abs(float(T_plate[2, 3]) - plate))
        if (q < self._lower).any() or (q > self._upper).any():
            self.violations += 1

    def look_at_support(self, T_before: Mat4, T_now: Mat4) -> None:
        """Take in where the support sole has gone."""
        self.slip = max(self.slip, float(np.linalg.norm(T_now[:3, 3] - T_before[:3, 3])))

    def clock(self, solve: float, step: float) -> None:
        """Take in how long the tasks and the whole step of control took, seconds."""
        if len(self._step) < KEPT:
            self._solve.append(solve)
            self._step.append(step)

    def result(self, run: Performance) -> JuggleResult:
        """How `run` went so far."""
        return JuggleResult(
            seed=run.seed,
            bounces=run.bounces,
            drops=int(run.dropped),
            seconds=round(run.t, 2),
            plate_tilt_deg_max=float(np.degrees(self.plate_tilt)),
            plate_height_error_m=self.plate_error,
            head_error_m=self.head_error,
            support_foot_slip_m=self.slip,
            solve_us_median=self.solve_us,
            step_us_median=self.step_us,
            joint_limit_violations=self.violations,
            welded=run.welded,
            physics=run.physics,
        )

    @property
    def solve_us(self) -> float:
        """Median microseconds of the stacked tasks."""
        return _median_us(self._solve)

    @property
    def step_us(self) -> float:
        """Median microseconds of a step of control."""
        return _median_us(self._step)


def _median_us(seconds: list[float]) -> float:
    return round(1e6 * float(np.median(seconds)), 1) if seconds else float("nan")
