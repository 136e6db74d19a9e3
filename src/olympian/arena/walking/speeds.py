"""How fast it walks, and whether it goes as fast as it is told."""

from collections.abc import Callable
from statistics import median

from olympian.arena.walking.course import MOST, Course, Finding
from olympian.arena.walking.errand import Errand
from olympian.arena.walking.ladder import Ladder, rungs
from olympian.arena.walking.trial import Outcome
from olympian.arena.walking.velocity import mean_velocity
from olympian.records import Twist
from olympian.statistics import Spread

__all__ = ["AXES", "Axis", "low_voltage", "speed", "tracking"]

HOLD = 10.0
"""Seconds that a speed must be held."""
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
        limits = course.config.limits
        return limits.top_speed[self._place] * (limits.backward if self._sign < 0 else 1.0)

    def ramp_up(self, course: Course, speed: float) -> float:
        """Seconds until the command is walked."""
        return max(RAMP_UP, SETTLE + speed / course.config.limits.acceleration[self._place])

    def measured(self, course: Course, outcome: Outcome, speed: float, trial: int) -> float:
        """Mean speed along the command while it must be held; 0 where it fell."""
        if not outcome.held:
            return 0.0
        start = self.ramp_up(course, speed)
        went = mean_velocity(outcome, start, start + HOLD)
        return (went.forward, went.left, went.turn)[self._place] * self._way(trial)

    def errand(self, course: Course, speed: float, supply: float) -> Callable[[int], Errand]:
        """What each trial is asked to do."""
        seconds = self.ramp_up(course, speed) + HOLD
        return lambda trial: Errand(seconds, self.twist(speed, trial), supply=supply)

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
        lambda level: course.attempts(axis.errand(course, level, supply)),
        MOST,
    )
    climb = ladder.climb(course.progress)
    place = {seed: index for index, seed in enumerate(course.seeds)}
    went = [
        axis.measured(course, outcome, climb.level, place[attempt.task.seed])
        for attempt, outcome in climb.outcomes
        if outcome.held
    ]
    spread = Spread.of(went)
    return Finding.of(climb, median(went) if went else None, spread.p5 if spread else None)


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
    attempts = course.attempts(axis.errand(course, command, 1.0))
    outcomes = course.crew.run([attempt.task for attempt in attempts])
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
