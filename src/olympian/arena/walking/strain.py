"""What walking costs the servos of the legs: full duty, goals that were cut, and heat."""

import numpy as np

from olympian.arena.walking.course import Course, Finding
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.task import walk_all
from olympian.records import Twist

HALF = 0.5
"""Share of the top speed at which servos are looked at."""
WALKED, LONG = 10.0, 600.0
"""Seconds of each trial, and of the first one, which shows how warm servos get."""


def strain(course: Course) -> dict[str, Finding]:
    """Means over the trials at half the top speed ahead; the heat is that of ten minutes."""
    twist = Twist(forward=HALF * course.contender.top_speed.ahead)
    tasks = [
        course.task(seed, Scenario(LONG if place == 0 else WALKED, twist))
        for place, seed in enumerate(course.seeds)
    ]
    outcomes = walk_all(course.crew, tasks)
    held = sum(outcome.held for outcome in outcomes)
    strains = [outcome.strain for outcome in outcomes]
    values = {
        "duty_saturated": float(np.mean([one.saturated for one in strains])),
        "clamped": float(np.mean([one.clamped for one in strains])),
        "hottest_c": strains[0].hottest_c,
    }
    falls = len(outcomes) - held
    return {
        name: Finding(value=value, successes=held, falls=falls) for name, value in values.items()
    }
