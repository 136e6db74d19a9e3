"""Look ahead, at a point, or after a thing that moves."""

import numpy as np

from olympian.decision.head.head import SPEED, HeadTurn, head_of
from olympian.decision.head.pointing import Pointing, why_no_point
from olympian.decision.head.search import Pattern, Sweep
from olympian.geometry import Vec3, frozen
from olympian.motion import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot


class LookForward:
    """The head as in the ready pose: ahead, and on robots that walk a little down."""

    reason = ""
    """Nothing keeps it from looking there."""

    def __init__(self, robot: Robot, speed: float = SPEED) -> None:
        self._turn = HeadTurn(head_of(robot), speed)

    @property
    def status(self) -> SkillStatus:
        """Done once it looks ahead; it then goes on holding that."""
        arrived = self._turn.arrived(self._turn.head.rest)
        return SkillStatus.DONE if arrived else SkillStatus.RUNNING

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        return self._turn.step(self._turn.head.rest, state.q, dt)

    def reset(self) -> None:
        """Begin again from where the head is."""
        self._turn.reset()


class LookAt:
    """A point in the middle of the picture, or as near to it as the joints allow."""

    def __init__(self, robot: Robot, point_in_torso: Vec3, speed: float = SPEED) -> None:
        head = head_of(robot)
        self._turn, self._pointing = HeadTurn(head, speed), Pointing(head)
        self.point_in_torso = point_in_torso
        self.reset()

    @property
    def point_in_torso(self) -> Vec3:
        """Where to look; may be changed while it runs."""
        return self._point

    @point_in_torso.setter
    def point_in_torso(self, point_in_torso: Vec3) -> None:
        self._point = frozen(np.asarray(point_in_torso, dtype=float))

    def reset(self) -> None:
        """Begin again from where the head is."""
        self._turn.reset()
        self.status = SkillStatus.RUNNING
        """Done when it points there, failed when it cannot and points as near as it can."""
        self.reason = ""
        """Why it cannot, if so."""

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick; a point that is no number leaves the head where it is."""
        self.status, self.reason = SkillStatus.FAILED, why_no_point(self._point)
        if self.reason:
            return self._turn.step(self._turn.begin_at(state.q), state.q, dt)
        gaze = self._pointing.at(self._turn.head.in_base(self._point, state.q))
        goal = self._turn.step(gaze.angles, state.q, dt)
        self.reason = gaze.reason
        met = SkillStatus.FAILED if gaze.reason else SkillStatus.DONE
        self.status = met if self._turn.arrived(gaze.angles) else SkillStatus.RUNNING
        return goal


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
