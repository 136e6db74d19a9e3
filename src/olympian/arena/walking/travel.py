"""Long ways and random driving: how well it knows where it is, how often it falls in an hour."""

from dataclasses import dataclass
from math import ceil, hypot
from statistics import median

import numpy as np

from olympian.arena.walking.course import Course, Finding
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.task import walk_all
from olympian.arena.walking.trial import WalkOutcome
from olympian.motion import TopSpeed
from olympian.records import Twist
from olympian.statistics import Spread

LASTS = (2.0, 6.0)
"""Seconds between two changes of mind."""
STOPS = 0.15
"""Share of commands that say: stand."""


@dataclass(frozen=True)
class RandomDrive:
    """A command for each second: a call gives the `Twist` at that time."""

    until: tuple[float, ...]
    """When each command ends; the last lasts for ever."""
    twists: tuple[Twist, ...]

    @staticmethod
    def of(seed: int, top: TopSpeed, seconds: float) -> "RandomDrive":
        """Twists all over the ellipsoid whose half axes are the top speeds."""
        chance = np.random.default_rng([seed, 5])
        until: list[float] = []
        twists: list[Twist] = []
        while not until or until[-1] < seconds:
            until.append((until[-1] if until else 0.0) + chance.uniform(*LASTS))
            stick = _stick(chance)
            twists.append(Twist() if chance.uniform() < STOPS else _twist(stick, top))
        return RandomDrive(tuple(until), tuple(twists))

    def __call__(self, t: float) -> Twist:
        """The command at `t`."""
        index = int(np.searchsorted(self.until, t, side="right"))
        return self.twists[min(index, len(self.twists) - 1)]


def _stick(chance: np.random.Generator) -> np.ndarray:
    """(3,) uniform in the unit ball."""
    direction = chance.standard_normal(3)
    return direction / np.linalg.norm(direction) * chance.uniform() ** (1 / 3)


def _twist(stick: np.ndarray, top: TopSpeed) -> Twist:
    return top.at(*(float(share) for share in stick))


WAY = 5.0
"""Metres over which odometry is compared with the truth."""
CRUISE = 0.6
"""Share of the top speed at which it goes there."""
LATE = 2.0
"""Times the time it should take, after which it has not arrived."""
HOUR, RUN = 3600.0, 60.0
"""Seconds in all, and of one run."""
MOST_RUNS = 180
"""A walk that falls at once would otherwise be started for ever."""


def odometry(course: Course) -> Finding:
    """Error of the final position in percent of the way, of the median trial that arrived."""
    speed = CRUISE * course.contender.top_speed.ahead
    scenario = Scenario(LATE * WAY / speed, Twist(forward=speed), distance=WAY)
    outcomes = walk_all(course.crew, [course.task(seed, scenario) for seed in course.seeds])
    arrived = [outcome for outcome in outcomes if _arrived(outcome)]
    errors = [100.0 * _astray(outcome) / WAY for outcome in arrived]
    spread = Spread.of(errors)
    return Finding(
        value=median(errors) if errors else None,
        successes=len(arrived),
        falls=sum(not outcome.held for outcome in outcomes),
        tail=spread.p95 if spread else None,
    )


def hour(course: Course) -> Finding:
    """Falls in an hour of random driving, in runs of a minute; a fall ends its run.

    As many runs are added as make up the hour. A walk that falls so often that they never do is
    counted by the hour.
    """
    first, walked, outcomes = course.seeds[0], 0.0, []
    while walked < HOUR and len(outcomes) < MOST_RUNS:
        count = min(ceil((HOUR - walked) / RUN), MOST_RUNS - len(outcomes))
        seeds = range(first + len(outcomes), first + len(outcomes) + count)
        new = walk_all(course.crew, [course.task(seed, _drive(course, seed)) for seed in seeds])
        outcomes += new
        walked += sum(outcome.seconds for outcome in new)
        course.progress(min(walked / HOUR, 1.0))
    falls = sum(not outcome.held for outcome in outcomes)
    return Finding(value=round(falls * HOUR / walked), successes=len(outcomes) - falls, falls=falls)


def _drive(course: Course, seed: int) -> Scenario:
    return Scenario(RUN, RandomDrive.of(seed, course.contender.top_speed, RUN))


def _arrived(outcome: WalkOutcome) -> bool:
    return outcome.held and hypot(*outcome.path[-1, 1:3]) >= WAY - 1e-9


def _astray(outcome: WalkOutcome) -> float:
    """Metres between where it is and where it believes it is."""
    return hypot(*(outcome.odometry[-1, 1:3] - outcome.path[-1, 1:3]))
