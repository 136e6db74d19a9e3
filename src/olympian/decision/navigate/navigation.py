"""A place to go to: plans the way there, and drives the walk along it."""

from collections.abc import Sequence
from math import degrees, hypot

import numpy as np

from olympian.decision.modes import ModeMachine, RunMode
from olympian.decision.navigate.floor import Floor
from olympian.decision.navigate.goal import Goal
from olympian.decision.navigate.navigator import NavigationStatus, Navigator
from olympian.decision.navigate.obstacle import Disc
from olympian.decision.navigate.ramp import Acceleration
from olympian.decision.navigate.seen_things import SeenThings
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec
from olympian.records import RobotState, Semantic, Situation, Twist

ACCELERATION: Acceleration = (0.4, 0.3, 2.0)
"""m/s², m/s² and rad/s² of commands; a walk has limits of its own, which may be lower."""
LOOK_S = 0.4
"""Seconds from one look at what stands in the way to the next: a plan takes some milliseconds."""
WAIT_S = 8.0
"""Seconds for which it waits for something to go away that is on no map."""
OBEYING = {
    Semantic.CONTROLLABLE,
    Semantic.WALKING,
    Semantic.ANIMATION_RUNNING,
    Semantic.KICKING,
}
"""States in which the modes have their joints; in all others a drive waits."""


class Navigation:
    """Leads the mode `run` to a goal in the frame of the robot's place.

    It outlives falls and stops: as soon as the modes have their joints back, it goes on.
    """

    def __init__(self, machine: ModeMachine, floor: Floor) -> None:
        """Args: machine: with a mode that runs. floor: what is known to stand where it goes."""
        self._machine, self._floor = machine, floor
        self.reset()

    def reset(self) -> None:
        """Nowhere to go."""
        self._seen = SeenThings(self._floor.obstacles)
        self._since_look = self._waited = 0.0
        self._navigator: Navigator | None = None
        self._last: Place | None = None
        self._place = Place()
        self._situation: Situation | None = None
        self.outcome = ""
        """How the last drive ended, short enough for a display."""
        self.reason = ""
        """Why it did not arrive, if it gave up."""

    @property
    def goal(self) -> Goal | None:
        """Where it is on its way to."""
        return None if self._navigator is None else self._navigator.goal

    @property
    def leads(self) -> bool:
        """Does the walk obey it now?"""
        return self.goal is not None and self._free and self._machine.mode == RunMode.name

    @property
    def path(self) -> Vec:
        """(n, 2) from where it is to the goal; empty while there is no way."""
        return np.empty((0, 2)) if self._navigator is None else self._navigator.path

    @property
    def text(self) -> str:
        """Where it goes and how far that is, or how it ended."""
        if self.goal is None:
            return self.outcome
        if self._free or self._situation is None:
            return f"to {named(self.goal)}: {self._left(self.goal):.2f} m to go"
        waits = self._situation.state.value.replace("_", " ")
        return f"to {named(self.goal)}: waits: {waits}"

    @property
    def news(self) -> str:
        """Where it goes, or how and why it ended, for a log: the same until that changes."""
        if self.goal is not None:
            return f"goes to {named(self.goal)}"
        return f"{self.outcome}: {self.reason}" if self.reason else self.outcome

    def go_to(self, goal: Goal) -> None:
        """Go there from now on.

        Raises: OlympianError: nobody can stand there, or it is frozen; nothing changes.
        """
        navigator = self._plan(goal)
        if self._machine.state == "frozen":
            raise OlympianError("it is frozen: press freeze once more, then it can go")
        self._machine.drive(Twist())
        self._navigator, self._last = navigator, None
        self.outcome = self.reason = ""

    @property
    def looks(self) -> bool:
        """Is it time to tell it what is seen?"""
        return self._navigator is not None and self._since_look >= LOOK_S

    def see(self, things: Sequence[Disc]) -> None:
        """What stands in the way now, besides what the floor's map shows."""
        self._since_look = 0.0
        if self._seen.step(things, self._place) and self._navigator is not None:
            self._navigator.obstacles = (*self._floor.obstacles, *self._seen.things)

    def cancel(self, how: str = "cancelled") -> None:
        """Come to a stop and forget the goal."""
        if self.goal is not None:
            self._end(how, self.goal)

    def step(self, state: RobotState, situation: Situation, dt: float) -> None:
        """Tell the walk where to go in the next tick."""
        self._place, self._situation = state.place, situation
        self._since_look += dt
        stepped, navigator = state.odometry.place, self._navigator
        if navigator is None or not self._free:
            self._last = None
            return
        speed = _speed(self._last or stepped, stepped, dt)
        self._last = stepped
        self._machine.drive(navigator.step(state.place, speed, dt))
        self._look_for_an_end(navigator, dt)

    def _plan(self, goal: Goal) -> Navigator:
        room = self._floor.room(self._place, goal)
        top, things = self._machine.top_speed, self._floor.obstacles
        navigator = Navigator(top, ACCELERATION, things, room=room)
        navigator.go_to(goal)
        if navigator.status is NavigationStatus.BLOCKED:
            raise OlympianError(navigator.reason)
        self._seen = SeenThings(self._floor.obstacles)
        self._since_look, self._waited = LOOK_S, 0.0
        return navigator

    def _look_for_an_end(self, navigator: Navigator, dt: float) -> None:
        goal = navigator.goal
        assert goal is not None, "it was planned for one"
        blocked = navigator.status is NavigationStatus.BLOCKED
        self._waited = self._waited + dt if blocked and self._seen.things else 0.0
        if 0.0 < self._waited < WAIT_S:
            return  # who stands in the way may go away
        if navigator.status is NavigationStatus.ARRIVED:
            self._end("arrived at", goal)
        elif navigator.status is NavigationStatus.BLOCKED:
            self._end("gave up", goal, navigator.reason)
            self._machine.message = navigator.reason

    def _end(self, how: str, goal: Goal, why: str = "") -> None:
        self._navigator, self._last = None, None
        self.outcome, self.reason = f"{how} {named(goal)}", why
        if self._machine.mode == RunMode.name:
            self._machine.drive(Twist())

    @property
    def _free(self) -> bool:
        return self._situation is not None and self._situation.state in OBEYING

    def _left(self, goal: Goal) -> float:
        """Metres of the way, or as the crow flies until there is one."""
        if len(self.path) > 1:
            return float(np.linalg.norm(np.diff(self.path, axis=0), axis=1).sum())
        return hypot(goal.x - self._place.x, goal.y - self._place.y)


def named(goal: Goal) -> str:
    """A goal for people: metres and degrees."""
    return f"({goal.x:.2f}, {goal.y:.2f}, {degrees(goal.yaw):.0f}°)"


def _speed(before: Place, after: Place, dt: float) -> Twist:
    """Velocity in the robot's own frame."""
    moved = before.inverse().then(after)
    return Twist(moved.x / dt, moved.y / dt, moved.yaw / dt)
