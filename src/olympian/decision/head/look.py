"""Look ahead, or at a point."""

import numpy as np

from olympian.decision.head.head import SPEED, HeadTurn, head_of
from olympian.decision.head.pointing import Pointing, why_no_point
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
