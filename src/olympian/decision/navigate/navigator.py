"""Go to a place among obstacles, by velocity commands: whatever takes those can be driven."""

from collections.abc import Sequence
from enum import Enum
from math import atan2, hypot, inf, isfinite

import numpy as np

from olympian.decision.navigate.field import Field
from olympian.decision.navigate.goal import Goal, Planar, Tolerance, wrapped
from olympian.decision.navigate.grid import CELL, NavigationGrid
from olympian.decision.navigate.obstacle import Obstacle
from olympian.decision.navigate.ramp import Acceleration, checked, ramped
from olympian.decision.navigate.scene import ObstacleMap
from olympian.decision.navigate.window import HEADING, Window
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion import TopSpeed
from olympian.records import Twist

PATIENCE = 15.0
"""Longer than a robot takes to get up again after a fall."""
PROGRESS = 0.03
"""Metres of way that count as progress: more than the place is uncertain."""


class Patience:
    """Watches a number that should fall, and the time since it last did."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        self.seconds = seconds
        self.reset()

    def reset(self) -> None:
        """Start to wait."""
        self._best, self._waited = inf, 0.0

    def lost(self, left: float, dt: float) -> bool:
        """Has nothing got better for too long? Args: left: way that is left, in metres."""
        self._waited += dt
        if left < self._best - PROGRESS:
            self._best, self._waited = left, 0.0
        return self._waited > self.seconds


NEAR = 0.35
"""Metres before the goal from which turning first and going then would be the longer way."""
HASTE = 0.9
"""1/s: speed per distance. A biped answers after 0.3 s, and 1 / (4 · 0.3 s) does not overshoot."""


def approach(goal: Goal, place: Planar, top: TopSpeed) -> Twist:
    """The command that takes away every error at the same rate, within the top speeds."""
    ahead, left, turn = (HASTE * gap for gap in goal.seen_from(place))
    straight = top.back if ahead < 0.0 else top.ahead
    most = max(hypot(ahead / straight, left / top.side, turn / top.turn), 1.0)
    return Twist(ahead / most, left / most, turn / most)


TOLERANCE = Tolerance()
EVERY = 0.05
"""Seconds between decisions: five or more to a step of a biped."""
AHEAD = 0.4
"""Metres along the path to the point that is faced on the way."""
TURN_IN = 0.5
"""Metres before the goal from which its own direction is faced."""
INNER = 0.6
"""Share of the tolerance within which to stop; whoever then sways is still inside the whole."""
SETTLE = 0.5
"""Seconds at rest before it counts as arrived: the last step of a biped takes as long."""
SMOOTH = 0.2
"""Seconds over which the measured speed is averaged: a biped sways with every step."""


class NavigationStatus(Enum):
    """Where a drive stands."""

    IDLE = "idle"
    DRIVING = "driving"
    ARRIVED = "arrived"
    BLOCKED = "blocked"


class Navigator:
    """Plans over the whole floor once for a goal; looks a second ahead twenty times a second."""

    def __init__(
        self,
        top: TopSpeed,
        acceleration: Acceleration,
        obstacles: Sequence[Obstacle] = (),
        *,
        room: tuple[float, float, float, float],
        radius: float = 0.2,
        margin: float = 0.08,
        tolerance: Tolerance | tuple[float, float] = TOLERANCE,
        cell: float = CELL,
    ) -> None:
        """Args:
        room: x0, y0, x1, y1 of the floor, whose edges are walls.
        radius: of a disc that the robot fits in, whichever way it turns.
        margin: metres to keep besides; what the place is uncertain by, at least.
        cell: metres between the nodes of the grid.
        """
        sizes = (radius, margin, cell, *tolerance)
        if not all(isfinite(size) and size > 0.0 for size in sizes):
            raise OlympianError(f"radius, margin, cell and tolerances {sizes} must be above 0")
        self._top, self._acceleration = top, checked(acceleration)
        self._room, self._sizes = room, (radius, margin, cell)
        self.tolerance = Tolerance(*tolerance)
        self._patience = Patience()
        self.twist, self._speed = Twist(), Twist()
        """The last command, and the measured speed, averaged."""
        self.cancel()
        self._obstacles = tuple(obstacles)
        self._look_around()

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What to keep away from; giving others makes a new plan."""
        return self._obstacles

    @obstacles.setter
    def obstacles(self, obstacles: Sequence[Obstacle]) -> None:
        if tuple(obstacles) == self._obstacles:
            return
        self._obstacles = tuple(obstacles)
        self._look_around()
        if self._goal is not None and self.status is not NavigationStatus.ARRIVED:
            self._plan(self._goal)

    @property
    def goal(self) -> Goal | None:
        """Where it goes, if anywhere."""
        return self._goal

    @property
    def reason(self) -> str:
        """Why it does not go, if it does not."""
        return self._bad_input or self._blocked_by

    def go_to(self, goal: Goal | Planar) -> None:
        """Go there from now on; `status` and `reason` say at once if nobody can stand there."""
        self.cancel()
        self._goal = Goal(*goal)
        self._plan(self._goal)

    def cancel(self) -> None:
        """Forget the goal and slow down to a stop."""
        self._goal, self._field = None, None
        self.status = NavigationStatus.IDLE
        self.path: Vec = np.empty((0, 2))
        """(n, 2) from where it is to the goal; empty if there is none."""
        self._bad_input = self._blocked_by = ""
        self._wish = Twist()
        self._due = self._rested = 0.0
        self._resting = False

    def _look_around(self) -> None:
        self._grid = NavigationGrid(ObstacleMap(self._obstacles, self._room), *self._sizes)
        self._window = Window(self._grid, self._top, self._acceleration)

    def _plan(self, goal: Goal) -> None:
        """The way to a goal from everywhere, or the reason why nobody can stand there."""
        self._patience.reset()
        if not all(map(isfinite, goal)):
            self._give_up(f"goal ({goal.x}, {goal.y}, {goal.yaw}) is not finite")
        elif said := self._grid.refusal(goal.x, goal.y):
            self._give_up(said)
        else:
            self._field = Field(self._grid, goal.x, goal.y)
            self.status, self._blocked_by = NavigationStatus.DRIVING, ""

    def _give_up(self, reason: str) -> None:
        """Stop, until there is another goal or other obstacles."""
        self.status, self._blocked_by = NavigationStatus.BLOCKED, reason
        self._field, self._wish = None, Twist()
        self.path = np.empty((0, 2))

    def step(self, place: Planar, speed: Twist, dt: float) -> Twist:
        """The command for this tick.

        Args:
            place: x, y and yaw of the robot in the world.
            speed: measured, in the robot's own axes.
        """
        x, y, yaw = place
        self._bad_input = ""
        if not (isfinite(dt) and dt >= 0.0):
            self._bad_input, dt = f"a time step of {dt} s is not possible", 0.0
            self._wish = self.twist = Twist()
        elif not all(map(isfinite, (x, y, yaw, speed.forward, speed.left, speed.turn))):
            self._bad_input = f"place ({x}, {y}, {yaw}) or speed is not finite: stopping"
            self._wish, self._due = Twist(), 0.0
        else:
            self._average(speed, dt)
            self._think((x, y, yaw), dt)
        self.twist = ramped(self.twist, self._wish, self._acceleration, dt)
        return self.twist

    def _average(self, speed: Twist, dt: float) -> None:
        share, old = dt / (dt + SMOOTH), self._speed
        self._speed = Twist(
            old.forward + share * (speed.forward - old.forward),
            old.left + share * (speed.left - old.left),
            old.turn + share * (speed.turn - old.turn),
        )

    def _think(self, place: Planar, dt: float) -> None:
        """Decide anew, if there is something to decide and it is time to."""
        goal, field = self._goal, self._field
        self._due -= dt
        if goal is None or field is None or self._due > 0.0:
            return
        elapsed, self._due = EVERY - self._due, EVERY
        if self.status is NavigationStatus.ARRIVED or not self._has_way(field, goal, place):
            self._wish = Twist()
        elif not self._rests(goal, place, elapsed):
            self._wish = self._drive(field, goal, place)
            self._lose_patience(field, goal, place, elapsed)

    def _has_way(self, field: Field, goal: Goal, place: Planar) -> bool:
        """Find the path from here; without one, say so."""
        self.path = field.path(place[0], place[1])
        if len(self.path):
            self.status, self._blocked_by = NavigationStatus.DRIVING, ""
            return True
        gap = 2 * (self._grid.radius + self._grid.margin)
        way = f"({place[0]:.2f}, {place[1]:.2f}) to ({goal.x:.2f}, {goal.y:.2f})"
        self.status = NavigationStatus.BLOCKED
        self._blocked_by = f"no path from {way}: the robot needs gaps of {gap:.2f} m"
        return False

    def _rests(self, goal: Goal, place: Planar, elapsed: float) -> bool:
        """Is it there and stopping? Then it has arrived once it stood for a while."""
        self._resting = goal.met(place, self.tolerance, 1.0 if self._resting else INNER)
        if not self._resting:
            self._rested = 0.0
            return False
        self._wish = Twist()
        self._rested = self._rested + elapsed if self.twist == Twist() else 0.0
        if self._rested >= SETTLE:
            self.status = NavigationStatus.ARRIVED
        return True

    def _drive(self, field: Field, goal: Goal, place: Planar) -> Twist:
        if self._way_left(goal) < NEAR:
            straight = approach(goal, place, self._top)
            if self._window.admits(place, self._speed, straight):
                return straight
        heading = self._heading(goal, place)
        sideways = 0.0 if heading == goal.yaw else 1.0
        return self._window.choose(field, place, self._speed, self.twist, heading, sideways).twist

    def _way_left(self, goal: Goal) -> float:
        """Metres of path; without end if it does not lead up to the goal."""
        reaches = tuple(self.path[-1]) == goal[:2]
        return (len(self.path) - 1) * self._grid.cell if reaches else inf

    def _heading(self, goal: Goal, place: Planar) -> float:
        """Direction to face: along the path, and in the end that of the goal."""
        if self._way_left(goal) < TURN_IN:
            return goal.yaw
        x, y = self.path[min(round(AHEAD / self._grid.cell), len(self.path) - 1)]
        return atan2(y - place[1], x - place[0])

    def _lose_patience(self, field: Field, goal: Goal, place: Planar, elapsed: float) -> None:
        error = abs(wrapped(self._heading(goal, place) - place[2]))
        if self._patience.lost(field.at(place[0], place[1]) + HEADING * error, elapsed):
            seconds = self._patience.seconds
            self._give_up(f"no progress for {seconds:g} s on the way to the goal")
