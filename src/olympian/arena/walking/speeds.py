"""How fast it walks, and whether it goes as fast as it is told."""

from collections.abc import Callable
from itertools import pairwise
from math import degrees
from statistics import median

import numpy as np

from olympian.arena.walking.course import MOST, Course, Finding, Held
from olympian.arena.walking.ladder import Climb, Ladder, rungs
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.task import walk_all
from olympian.arena.walking.trial import WalkOutcome
from olympian.geometry import Vec
from olympian.records import Twist
from olympian.statistics import Rate, Spread

CHORD = 0.5
"""Seconds, two steps: over them the body's sway and twist within a step cancel."""


def mean_velocity(outcome: WalkOutcome, start: float, end: float) -> Twist:
    """Mean speed ahead, to the left and turning between two times of a walk.

    Each chord of the path is seen from the heading that the robot had along it: a command is given
    in the robot's frame, and one that drifts into a curve still goes as fast as it goes.
    """
    path = outcome.path[(outcome.path[:, 0] >= start - 1e-9) & (outcome.path[:, 0] <= end + 1e-9)]
    seconds = path[-1, 0] - path[0, 0]
    if seconds <= 0:
        return Twist()
    cuts = np.linspace(0, len(path) - 1, max(2, round(seconds / CHORD) + 1)).round().astype(int)
    ahead, left = np.sum([_chord(path[a : b + 1]) for a, b in pairwise(cuts)], axis=0)
    return Twist(
        float(ahead / seconds), float(left / seconds), float((path[-1, 3] - path[0, 3]) / seconds)
    )


def _chord(path: Vec) -> Vec:
    """(2,) metres ahead and to the left."""
    heading = path[:, 3].mean()
    x, y = path[-1, 1:3] - path[0, 1:3]
    return np.array(
        [np.cos(heading) * x + np.sin(heading) * y, np.cos(heading) * y - np.sin(heading) * x]
    )


HOLD = 30.0
"""Seconds that a speed must be held: a walk that is just too fast stumbles after ten."""
TRACKED_S = 10.0
"""Seconds over which the speed is compared with the one asked for."""
RAMP_UP = 2.0
"""Seconds before that, or as long as the walk's own acceleration needs."""
SETTLE = 1.0
"""Of them at the full command: crouching, and a few steps."""
LINEAR_STEP, TURN_STEP = 0.05, 0.1
"""m/s and rad/s from rung to rung."""
LOW_VOLTAGE = 0.85


class Axis:
    """One way to go; sideways and turning, every other trial goes the other way round."""

    def __init__(self, place: int, sign: float, both: bool, step: float) -> None:
        self._place, self._sign, self._both = place, sign, both
        self.step = step

    def twist(self, speed: float, trial: int) -> Twist:
        """The command of a trial at this place among the trials."""
        values = [0.0, 0.0, 0.0]
        values[self._place] = speed * self._way(trial)
        return Twist(*values)

    def top(self, course: Course) -> float:
        """What the walk's limits allow."""
        top = course.contender.top_speed
        return top.back if self._sign < 0 else (top.ahead, top.side, top.turn)[self._place]

    def ramp_up(self, course: Course, speed: float) -> float:
        """Seconds until the command is walked."""
        return max(RAMP_UP, SETTLE + speed / course.contender.acceleration[self._place])

    def measured(self, course: Course, outcome: WalkOutcome, speed: float, trial: int) -> float:
        """Mean speed along the command while it must be held; 0 where it fell."""
        if not outcome.held:
            return 0.0
        went = mean_velocity(outcome, self.ramp_up(course, speed), outcome.seconds)
        return (went.forward, went.left, went.turn)[self._place] * self._way(trial)

    def heading_error(self, outcome: WalkOutcome) -> float | None:
        """Degrees off its first heading in the last two steps; None for a turn."""
        last = outcome.path[:, 0] >= outcome.seconds - CHORD
        return None if self._place == 2 else abs(degrees(outcome.path[last, 3].mean()))

    def scenario(
        self, course: Course, speed: float, hold: float, supply: float = 1.0
    ) -> Callable[[int], Scenario]:
        """What each trial is asked to do."""
        seconds = self.ramp_up(course, speed) + hold
        return lambda trial: Scenario(seconds, self.twist(speed, trial), supply=supply)

    def held(self, course: Course, climb: Climb) -> Held:
        """How the highest speed was held that enough trials hold."""
        place = {seed: index for index, seed in enumerate(course.seeds)}
        outcomes = [(place[attempt.task.seed], outcome) for attempt, outcome in climb.outcomes]
        level, last = climb.level, climb.decisive
        went = [
            self.measured(course, outcome, level, trial)
            for trial, outcome in outcomes
            if outcome.held
        ]
        astray = [self.heading_error(outcome) for _, outcome in outcomes if outcome.held]
        return Held(
            asked=level,
            limit=self.top(course),
            speed=Spread.of(went),
            rate=Rate.of(last.held, last.runs),
            heading_error_deg=Spread.of([angle for angle in astray if angle is not None], 1),
        )

    def _way(self, trial: int) -> float:
        return -self._sign if self._both and trial % 2 else self._sign


AXES = {
    "forward": Axis(0, 1.0, False, LINEAR_STEP),
    "backward": Axis(0, -1.0, False, LINEAR_STEP),
    "sideways": Axis(1, 1.0, True, LINEAR_STEP),
    "turn": Axis(2, 1.0, True, TURN_STEP),
}


def speed(course: Course, name: str, supply: float = 1.0) -> Finding:
    """Highest speed that enough trials hold: the command climbs, the measured speed counts."""
    axis = AXES[name]
    ladder = Ladder(
        course.crew,
        rungs(axis.step, axis.top(course)),
        lambda level: course.attempts(axis.scenario(course, level, HOLD, supply)),
        MOST,
    )
    climb = ladder.climb(course.progress)
    held = axis.held(course, climb)
    speed = held.speed
    return Finding.of(climb, speed and speed.median, speed and speed.p5, held)


def low_voltage(course: Course) -> Finding:
    """Speed ahead on a battery at 85 %."""
    return speed(course, "forward", LOW_VOLTAGE)


def tracking(course: Course) -> dict[str, Finding]:
    """Error of the median trial as a share of the command, for each way at half and full speed."""
    cells = [(name, full, share) for name, full in _asked(course) for share in (0.5, 1.0)]
    found = {}
    for index, (name, full, share) in enumerate(cells):
        found[f"{name} {full * share:.3g}"] = _follow(course, AXES[name], full * share)
        course.progress((index + 1) / len(cells))
    return found


def _asked(course: Course) -> list[tuple[str, float]]:
    return list(zip(AXES, course.protocol.tracked, strict=True))


def _follow(course: Course, axis: Axis, command: float) -> Finding:
    attempts = course.attempts(axis.scenario(course, command, TRACKED_S))
    outcomes = walk_all(course.crew, [attempt.task for attempt in attempts])
    went = [
        axis.measured(course, outcome, command, trial) for trial, outcome in enumerate(outcomes)
    ]
    held = sum(outcome.held for outcome in outcomes)
    error = abs(median(went) - command) / command
    spread = Spread.of(abs(one - command) / command for one in went)
    return Finding(
        value=error,
        successes=held,
        falls=len(outcomes) - held,
        tail=spread.p95 if spread else None,
    )
