"""Keep a moving thing in the picture, and look for it when it is gone."""

import numpy as np

from olympian.decision.head.head import SPEED, HeadTurn, head_of
from olympian.decision.head.pointing import Pointing, why_no_point
from olympian.decision.head.search import Pattern, Sweep
from olympian.geometry import Vec3, frozen
from olympian.motion import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

PATIENCE = 1.0
"""Seconds without a sight after which it is lost: some bad pictures are no loss."""


class Track:
    """Follows the last sight of a point; without one for a while, it searches."""

    status = SkillStatus.RUNNING
    """There is always something to look for."""

    def __init__(
        self,
        robot: Robot,
        speed: float = SPEED,
        patience: float = PATIENCE,
        pattern: str | Pattern = "field",
    ) -> None:
        """Args:
        speed: rad/s at which the head follows.
        patience: seconds without a sight before it searches.
        """
        head = head_of(robot)
        self._turn, self._pointing = HeadTurn(head, speed), Pointing(head)
        self._sweep, self._patience = Sweep(self._pointing, pattern), patience
        self.reset()

    def reset(self) -> None:
        """Nothing was ever seen."""
        self._turn.reset()
        self._sweep.reset()
        self._point: Vec3 | None = None
        self._age = 0.0
        self.reason = ""
        """Why the head does not point at it, if it cannot."""

    @property
    def lost(self) -> bool:
        """Does it search?"""
        return self._point is None

    def seen(self, point_in_torso: Vec3) -> None:
        """A fresh sight of the thing; what is no number is no sight."""
        point = np.asarray(point_in_torso, dtype=float)
        if said := why_no_point(point):
            self.reason = said
            return
        self._point, self._age = frozen(point), 0.0

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        self._age += dt
        if self._point is not None and self._age > self._patience:
            self._point = None
            self._sweep.reset()
        if self._point is None:
            return self._look_around(state, dt)
        gaze = self._pointing.at(self._turn.head.in_base(self._point, state.q))
        self.reason = gaze.reason
        return self._turn.step(gaze.angles, state.q, dt)

    def _look_around(self, state: RobotState, dt: float) -> JointGoal:
        self.reason = "nothing in sight: searching"
        wish = self._sweep.wish(self._turn.begin_at(state.q))
        return self._turn.step(wish, state.q, dt, self._sweep.speed)
