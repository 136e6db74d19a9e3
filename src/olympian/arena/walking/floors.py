"""Floors that are not flat: tiles of random height, and ramps."""

from collections.abc import Callable
from math import hypot

from olympian.arena.walking.course import MOST, Course, Finding
from olympian.arena.walking.ladder import Ladder, rungs
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.trial import WalkOutcome
from olympian.records import Twist

SECONDS = 12.0
"""Two to start and ten over the floor."""
WENT = 0.5
"""Share of the way that it must have gone: treading against an edge is not walking over it."""
TILES_STEP_MM, TILES_TOP_MM = 2.0, 30.0
TILES_SHARE = 0.9
RAMP_STEP_DEG, RAMP_TOP_DEG = 1.0, 12.0
UPHILL_DEG = {"up": (0, 0), "down": (180, 180), "across": (90, 270)}
"""Where uphill is for even and odd trials."""


def tiles(course: Course) -> Finding:
    """Largest range of heights in millimetres; every trial has tiles of its own."""

    def world(level: float) -> Callable[[int], str]:
        return lambda trial: f"tiles:height={level / 1000},seed={course.seeds[trial]}"

    return _climb(course, rungs(TILES_STEP_MM, TILES_TOP_MM), world, TILES_SHARE, course.progress)


def ramp(course: Course) -> dict[str, Finding]:
    """Steepest ramp in degrees, up, down and across."""
    found = {}
    for index, (name, uphill) in enumerate(UPHILL_DEG.items()):

        def world(level: float, uphill: tuple[int, int] = uphill) -> Callable[[int], str]:
            return lambda trial: f"ramp:angle_deg={level},heading_deg={uphill[trial % 2]}"

        levels = rungs(RAMP_STEP_DEG, RAMP_TOP_DEG)
        inside = course.part(index, len(UPHILL_DEG))
        found[name] = _climb(course, levels, world, MOST, inside)
    return found


def _climb(
    course: Course,
    levels: list[float],
    world: Callable[[float], Callable[[int], str]],
    share: float,
    progress: Callable[[float], None],
) -> Finding:
    twist = Twist(forward=course.protocol.pace)
    ladder = Ladder(
        course.crew,
        levels,
        lambda level: course.attempts(lambda trial: Scenario(SECONDS, twist, world(level)(trial))),
        share,
        lambda _, outcome: outcome.held and _distance(outcome) >= WENT * twist.forward * SECONDS,
    )
    return Finding.of(ladder.climb(progress))


def _distance(outcome: WalkOutcome) -> float:
    return hypot(*outcome.path[-1, 1:3])
