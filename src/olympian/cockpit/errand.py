"""A place that a driver sends the robot to, and the way there."""

from math import degrees, hypot

import numpy as np

from olympian.cockpit.floor import Floor
from olympian.decision.hcm import Hcm
from olympian.decision.hcm.rover import ACCELERATION
from olympian.decision.modes import ModeMachine
from olympian.decision.navigate import Goal, NavigationStatus, Navigator
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec
from olympian.motion.walks import Walk
from olympian.records import Semantic, Twist

__all__ = ["RUN", "Errand"]

RUN, STOP = "run", "stop"
"""The mode that goes where a velocity points, and the command that ends what keys asked of it."""
OBEYING = {
    Semantic.CONTROLLABLE,
    Semantic.WALKING,
    Semantic.ANIMATION_RUNNING,
    Semantic.KICKING,
}
"""States in which the modes have their joints; in all others an errand waits."""


class Errand:
    """Leads the walk of mode `run` to a goal in the frame the robot drives in.

    It outlives falls and stops: as soon as the modes have their joints back, it goes on.
    """

    def __init__(self, machine: ModeMachine, walk: Walk, hcm: Hcm, floor: Floor) -> None:
        """Args: walk: that of the machine's mode `run`."""
        self._machine, self._walk, self._hcm = machine, walk, hcm
        self._floor = floor
        self.reset()

    def reset(self) -> None:
        """Nowhere to go."""
        self._navigator: Navigator | None = None
        self._last: Place | None = None
        self._place = Place()
        self.outcome = ""
        """How the last one ended, short enough for a display."""
        self._why = ""

    @property
    def goal(self) -> Goal | None:
        """Where it is on its way to."""
        return None if self._navigator is None else self._navigator.goal

    @property
    def leads(self) -> bool:
        """Does the walk obey it now?"""
        return self.goal is not None and self._free and self._machine.mode == RUN

    @property
    def path(self) -> Vec:
        """(n, 2) from where it is to the goal; empty while there is no way."""
        return np.empty((0, 2)) if self._navigator is None else self._navigator.path

    @property
    def text(self) -> str:
        """Where it goes and how far that is, or how it ended."""
        if self.goal is None:
            return self.outcome
        left = f"{self._left(self.goal):.2f} m to go"
        waits = f"waits: {self._hcm.situation.state.value.replace('_', ' ')}"
        return f"to {named(self.goal)}: {left if self._free else waits}"

    @property
    def news(self) -> str:
        """Where it goes, or how and why it ended, for a log: the same until that changes."""
        if self.goal is not None:
            return f"goes to {named(self.goal)}"
        return f"{self.outcome}: {self._why}" if self._why else self.outcome

    def go_to(self, goal: Goal) -> None:
        """Go there from now on.

        Raises: OlympianError: nobody can stand there, or it is frozen; nothing changes.
        """
        navigator = self._plan(goal)
        if self._machine.state == "frozen":
            raise OlympianError("frozen: freeze once more, then it can go")
        if self._machine.mode == RUN:
            self._machine.press(STOP)  # keys that a terminal never lets go
        else:
            self._machine.select(RUN)
        self._navigator, self._last = navigator, None
        self.outcome = self._why = ""

    def cancel(self, how: str = "cancelled") -> None:
        """Come to a stop and forget the goal."""
        if self.goal is not None:
            self._end(how, self.goal)

    def step(self, place: Place, dt: float) -> None:
        """Tell the walk where to go in the next tick, from where it is."""
        self._place = place
        navigator = self._navigator
        if navigator is None or not self._free:
            self._last = None
        elif self._machine.mode != RUN:
            if self._machine.asked != RUN:
                self._machine.select(RUN)
        else:
            speed = _speed(self._last or place, place, dt)
            self._last = place
            self._walk.command(navigator.step(place, speed, dt))
            self._look_for_an_end(navigator)

    def _plan(self, goal: Goal) -> Navigator:
        room = self._floor.room(self._place, goal)
        top, things = self._walk.top_speed, self._floor.obstacles
        navigator = Navigator(top, ACCELERATION, things, room=room)
        navigator.go_to(goal)
        if navigator.status is NavigationStatus.BLOCKED:
            raise OlympianError(navigator.reason)
        return navigator

    def _look_for_an_end(self, navigator: Navigator) -> None:
        goal = navigator.goal
        assert goal is not None, "it was planned for one"
        if navigator.status is NavigationStatus.ARRIVED:
            self._end("arrived at", goal)
        elif navigator.status is NavigationStatus.BLOCKED:
            self._end("gave up", goal, navigator.reason)
            self._machine.message = navigator.reason

    def _end(self, how: str, goal: Goal, why: str = "") -> None:
        self._navigator, self._last = None, None
        self.outcome, self._why = f"{how} {named(goal)}", why
        if self._machine.mode == RUN:
            self._walk.command(Twist())

    @property
    def _free(self) -> bool:
        return self._hcm.situation.state in OBEYING

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
