"""Where the head is to look, whatever the legs do."""

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from olympian.decision.head.head import head_of
from olympian.decision.head.look import LookAt, LookForward
from olympian.decision.head.search import Search
from olympian.errors import OlympianError
from olympian.geometry import Vec, Vec3, frozen
from olympian.goal import Refusal, Urgency
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot
from olympian.state import LegWatch, in_torso


class Looking(Protocol):
    """What turns a head on and on."""

    @property
    def reason(self) -> str:
        """What keeps it from looking where it should; empty if nothing does."""
        ...

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        ...

    def reset(self) -> None:
        """Begin again from where the head is."""
        ...


class HeadControl:
    """A claimant for the head alone; until it is asked for something, others have the head."""

    name = "head"
    urgency = Urgency.LOOK
    wants = False
    """Looking around keeps nobody awake."""

    def __init__(self, robot: Robot) -> None:
        """Raises: OlympianError: the robot has no head that turns."""
        self.head = head_of(robot)
        self._robot = robot
        self.reset()

    def reset(self) -> None:
        """Leave the head to others."""
        self._skill: Looking | None = None
        self._point: Vec3 | None = None
        self._named = ""
        self._angles = self.head.rest
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""

    def let_go(self, q: Vec) -> Vec:
        """Leave the head to others; the pose `q` with the head as it is, for them to go on from."""
        held = np.array(q)
        if self._skill is not None:
            held[self.head.rows] = self._angles
        self.reset()
        return held

    @property
    def text(self) -> str:
        """Where it looks and what keeps it from that; empty while others have the head."""
        if self._skill is None:
            return ""
        why = next((refusal.reason for refusal in self.refusals.values()), self._skill.reason)
        return f"{self._named}: {why}" if why else self._named

    def ahead(self) -> None:
        """Look as in the ready pose."""
        self.look(LookForward(self._robot), "looks ahead")

    def look_at(self, point_in_drive: Vec3) -> None:
        """Look at a point in the frame the robot drives in, and follow it while walking."""
        if LegWatch(self._robot).pair is None:
            raise OlympianError(
                f"robot '{self._robot.name}' does not know where it is: it cannot look at a place"
            )
        point = frozen(np.asarray(point_in_drive, dtype=float))
        self.reset()
        self._point, self._skill = point, LookAt(self._robot, point)
        self._named = "looks at ({:.2f}, {:.2f}, {:.2f})".format(*point)

    def search(self, pattern: str = "field") -> None:
        """Look around by a pattern of the library."""
        self.look(Search(self._robot, pattern), f"searches, pattern {pattern}")

    def look(self, skill: Looking, named: str) -> None:
        """Look as a skill says. Args: named: what that is called, as in `searches`."""
        self.reset()
        self._skill, self._named = skill, named

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick, or None to leave the head alone."""
        self.refusals = {}
        if self._skill is None:
            return None
        if isinstance(self._skill, LookAt) and self._point is not None:
            self._skill.point_in_torso = in_torso(state, self._point)
        goal = self._skill.step(state, dt)
        self._angles = goal.q[self.head.rows]
        return goal

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """A head that turns does no harm."""

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        """Begin anew from where the head is when the joints are back."""
        if self._skill is not None:
            self._skill.reset()

    def begin_at(self, q: Vec) -> None:
        """Begins where the head is."""
