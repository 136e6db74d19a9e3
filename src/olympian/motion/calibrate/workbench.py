"""Joints in a person's hands: each is held, let go, sent somewhere, or driven to its stops."""

from collections import deque
from collections.abc import Iterable

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.motion.calibrate.limit_search import WEAK, FoundLimits, LimitSearch
from olympian.motion.skill import SkillStatus
from olympian.records import JointGoal, RobotState, ServoSettings
from olympian.robot import Robot

__all__ = ["Workbench"]

GLIDE = 1.0
"""rad/s with which a joint goes where it is sent."""
FULL_TORQUE = 1023
"""Counts of a torque limit."""
PATIENCE_S = 1.0
"""In which a motor comes on; one on a bus is asked now and then."""


class Workbench:
    """Every joint stays as it is until a person says otherwise; nobody looks after the robot."""

    def __init__(self, robot: Robot) -> None:
        """Args: robot: with limits that are those of its servos, so that stops can be found."""
        self._robot = robot
        self._weak: dict[str, ServoSettings] = {}
        self.reset()

    def reset(self) -> None:
        """Nobody has said anything, and nothing was found."""
        self._sent: Vec | None = None
        self._told: dict[int, float] = {}
        """Where joints are to go, by row, that are not there yet."""
        self._power = np.zeros(self._robot.dof, dtype=np.int8)
        self._queue: deque[str] = deque()
        self._search: LimitSearch | None = None
        self._waited = 0.0
        self._limp = np.zeros(self._robot.dof, dtype=np.bool_)
        self._was_limp = False
        self.searching = ""
        """The joint whose stops are looked for; empty if none is."""
        self.stops: dict[str, FoundLimits] = {}
        """What was found, by joint."""
        self.trouble = ""
        """Why the last search failed."""

    @property
    def status(self) -> SkillStatus:
        """Until somebody ends it."""
        return SkillStatus.RUNNING

    def power(self, on: bool, joints: Iterable[str]) -> None:
        """Switch motors; one that comes on holds its joint where it is then."""
        chosen = list(joints)
        if not on and self.searching in chosen:
            self.stop()
        for row in self._robot.indices(chosen).tolist():
            self._power[row] = 1 if on else -1
            self._told.pop(row, None)

    def send(self, joint: str, angle: float) -> None:
        """Have a joint go to an angle, rad.

        Raises: OlympianError: its motor is off, or its stops are looked for.
        """
        (row,) = self._robot.indices([joint]).tolist()
        if joint == self.searching:
            raise OlympianError(f"{joint} looks for its stops: stop that first")
        if self._limp[row]:
            raise OlympianError(f"the motor of {joint} is off: switch it on first")
        self._told[row] = angle

    def seek(self, joints: Iterable[str]) -> None:
        """Look for the stops of these joints, one after the other."""
        chosen = list(joints)
        self._robot.indices(chosen)
        self._queue += [one for one in chosen if one != self.searching and one not in self._queue]
        self.trouble = ""

    def stop(self) -> None:
        """Look for no more stops: a joint on its way to one is let go at once."""
        self._queue.clear()
        if self.searching:
            self._end(on=False)

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick, and which motors are switched."""
        q, self._limp = state.sensors.q, ~state.sensors.torque_on
        self._sent = np.where(self._limp, q, q if self._sent is None else self._sent)
        self._glide(dt)
        if not self.searching and self._queue:
            self._begin(self._queue.popleft())
        if self._search is not None:
            self._look_on(self._search, state, dt)
        power, self._power = self._power, np.zeros_like(self._power)
        return JointGoal(
            frozen(self._sent),
            np.ones(len(q), dtype=np.bool_),
            led=False,
            settings=self._weak[self.searching] if self.searching else None,
            power=power if power.any() else None,
        )

    def _glide(self, dt: float) -> None:
        """Those that were sent somewhere go on."""
        assert self._sent is not None, "set at the beginning of each step"
        for row, angle in list(self._told.items()):
            self._sent[row] += min(max(angle - self._sent[row], -GLIDE * dt), GLIDE * dt)
            if self._sent[row] == angle or self._limp[row]:
                del self._told[row]

    def _begin(self, joint: str) -> None:
        """Weaken it, and switch it on."""
        row = self._robot.joint_index[joint]
        self.searching, self._waited = joint, 0.0
        self._was_limp = bool(self._limp[row])
        self._search = LimitSearch(float(self._robot.lower[row]), float(self._robot.upper[row]))
        limit = np.full(self._robot.dof, np.nan)
        limit[row] = WEAK * FULL_TORQUE
        self._weak.setdefault(joint, ServoSettings(torque_limit=frozen(limit)))
        if self._was_limp:
            self._power[row] = 1
        self._told.pop(row, None)

    def _look_on(self, search: LimitSearch, state: RobotState, dt: float) -> None:
        """One step of the search."""
        assert self._sent is not None, "set at the beginning of each step"
        row = self._robot.joint_index[self.searching]
        if self._limp[row]:
            self._waited += dt
            if self._waited > PATIENCE_S or search.begun:
                self._fail("lost its motor: it gave up, or somebody switched it off")
            return
        angle, load = float(state.sensors.q[row]), float(state.sensors.load[row])
        self._sent[row] = search.step(angle, load, dt)
        if search.found is not None:
            self.stops[self.searching] = search.found
            self._end(on=not self._was_limp)
        elif search.reason:
            self._fail(search.reason)

    def _fail(self, why: str) -> None:
        """It is over, for those that wait as well: somebody should look first."""
        self.trouble = f"{self.searching} {why}"
        self.stop()

    def _end(self, on: bool) -> None:
        """No search is on. Args: on: does its motor stay on?"""
        if not on:
            self._power[self._robot.joint_index[self.searching]] = -1
        self.searching, self._search = "", None
