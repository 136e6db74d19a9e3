"""How hard it can be shoved while it walks."""

from functools import partial

from olympian.arena.walking.course import MOST, Course, Finding
from olympian.arena.walking.ladder import Attempt, Ladder, rungs
from olympian.arena.walking.scenario import SHOVE_S, PushDirection, Scenario, Shove
from olympian.arena.walking.trial import WalkOutcome
from olympian.errors import OlympianError
from olympian.records import Twist

PHASES = 8
"""Of a stride, evenly spread."""
WALKED = 3.0
"""Seconds of walking before the shove."""
SURVIVED = 4.0
"""Seconds without a fall after it."""
PATIENCE = 5.0
"""Seconds within which every phase has come; a walk that stopped would wait for ever."""


def push(course: Course) -> dict[str, Finding]:
    """Largest shove that enough trials survive at every phase, by direction."""
    found = {}
    for index, direction in enumerate(PushDirection):
        ladder = Ladder(
            course.crew,
            rungs(course.protocol.push_step, course.protocol.push_top),
            partial(_attempts, course, direction),
            MOST,
            _survived,
        )
        climb = ladder.climb(course.part(index, len(PushDirection)))
        found[direction.name.lower()] = Finding.of(climb)
    return found


def open_loop_push(course: Course) -> dict[str, Finding]:
    """The same without any feedback: what the stabilisers are worth."""
    return push(course.open_loop())


def _attempts(course: Course, direction: PushDirection, ns: float) -> list[Attempt]:
    attempts = []
    for phase in range(PHASES):
        shove = Shove(WALKED, direction, ns, phase / PHASES)
        scenario = Scenario(
            WALKED + PATIENCE + SHOVE_S + SURVIVED,
            Twist(forward=course.protocol.pace),
            pushes=(shove,),
            after_push=SURVIVED,
        )
        attempts += [
            Attempt(f"phase {phase}", course.task(seed, scenario)) for seed in course.seeds
        ]
    return attempts


def _survived(attempt: Attempt, outcome: WalkOutcome) -> bool:
    if outcome.held and not outcome.pushes:
        raise OlympianError(f"the walk never came to {attempt.group}: it does not step")
    return outcome.held
