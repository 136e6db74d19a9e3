"""What a candidate has to do: scenarios as data, and the scenario that a seed makes of one."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from olympian.arena.walking.scenario import PushDirection, Scenario, Shove
from olympian.arena.walking.tuning.build import Build
from olympian.errors import unknown
from olympian.motion.walk import WalkConfig
from olympian.records import Twist


@dataclass(frozen=True)
class ShoveLadder:
    """Shoves of rising strength, in all four directions, at any phase of the stride."""

    first: float = 0.10
    rise: float = 0.04
    """Strength of the first, and by how much each is stronger: shares of `Build.push`."""
    every: float = 1.5
    """Seconds from one to the next, before they are moved to a random phase."""


@dataclass(frozen=True)
class Exercise:
    """One kind of scenario and what it counts."""

    name: str
    seconds: float
    drive: tuple[float, float, float] | None = None
    """Shares of the top speeds ahead (or back), to the left and turning; None drives about."""
    weight: float = 1.0
    tracking: float = 1.0
    """What the right speed counts beside staying on one's feet."""
    ladder: ShoveLadder | None = None
    supply: float = 1.0
    world: str = "flat"


EXERCISES = (
    Exercise("ahead", 6.0, (1.0, 0.0, 0.0), weight=2.0),
    Exercise("pushed", 18.0, (0.35, 0.0, 0.0), weight=4.0, tracking=0.1, ladder=ShoveLadder()),
    Exercise("back", 5.0, (-1.0, 0.0, 0.0)),
    Exercise("left", 5.0, (0.0, 1.0, 0.0)),
    Exercise("right", 5.0, (0.0, -1.0, 0.0)),
    Exercise("turn", 5.0, (0.0, 0.0, 1.0)),
    Exercise("about", 9.0, None, weight=2.0, supply=0.85),
)
"""The scenarios of the objective, the telling ones first: who falls at once in these is out."""
CHANGE = 1.5
"""Seconds between two commands of one that drives about."""
STRIDE = 0.6
"""Seconds within which a shove may come later, so that every phase has its turn."""


@dataclass(frozen=True)
class Tops:
    """The speeds a walk is tuned for; m/s and rad/s."""

    ahead: float
    back: float
    left: float
    turn: float

    @staticmethod
    def of(config: WalkConfig) -> "Tops":
        """Those that the set allows."""
        ahead, left, turn = config.limits.top_speed
        return Tops(ahead, ahead * config.limits.backward, left, turn)

    def twist(self, ahead: float, left: float, turn: float) -> Twist:
        """The command at these shares of the top speeds."""
        return Twist(
            ahead * (self.ahead if ahead > 0 else self.back), left * self.left, turn * self.turn
        )


@dataclass(frozen=True)
class Driving:
    """A new command every now and then."""

    every: float
    twists: tuple[Twist, ...]

    def __call__(self, t: float) -> Twist:
        """The command at `t`; the last one holds for ever."""
        return self.twists[min(int(t / self.every), len(self.twists) - 1)]


def choose_exercises(names: Iterable[str]) -> tuple[Exercise, ...]:
    """The exercises of these names, all of them for none."""
    by_name = {exercise.name: exercise for exercise in EXERCISES}
    chosen = list(dict.fromkeys(names))
    for name in chosen:
        if name not in by_name:
            raise unknown("scenario", name, by_name)
    return tuple(by_name[name] for name in chosen) or EXERCISES


def scenario_of(exercise: Exercise, tops: Tops, build: Build, seed: int) -> Scenario:
    """The scenario a seed makes of an exercise: the same for every candidate."""
    chance = np.random.default_rng([seed, 41])
    if exercise.drive is None:
        twist = _about(exercise.seconds, tops, chance)
    else:
        ahead, left, turn = exercise.drive
        # robots are not quite alike on both sides: neither way round may be neglected
        twist = tops.twist(ahead, left, turn * chance.choice([-1.0, 1.0]))
    pushes = () if exercise.ladder is None else _shoves(exercise, build, chance)
    return Scenario(exercise.seconds, twist, exercise.world, pushes, exercise.supply)


def _about(seconds: float, tops: Tops, chance: np.random.Generator) -> Driving:
    """Commands inside the ellipsoid of the top speeds, and standing still in between."""
    twists = []
    for index in range(int(np.ceil(seconds / CHANGE))):
        way = chance.normal(size=3)
        share = way / np.linalg.norm(way) * chance.uniform() ** (1 / 3)
        # the fourth command is a stop: starting again is part of driving
        twists.append(Twist() if index % 4 == 3 else tops.twist(*share.tolist()))
    return Driving(CHANGE, tuple(twists))


def _shoves(exercise: Exercise, build: Build, chance: np.random.Generator) -> tuple[Shove, ...]:
    ladder, shoves = exercise.ladder, list[Shove]()
    assert ladder is not None
    directions: list[PushDirection] = []
    for index in range(int((exercise.seconds - STRIDE) / ladder.every)):
        if not directions:
            directions = [list(PushDirection)[int(place)] for place in chance.permutation(4)]
        t = (index + 1) * ladder.every + chance.uniform(0.0, STRIDE)
        strength = (ladder.first + index * ladder.rise) * build.push
        shoves.append(Shove(float(t), directions.pop(), float(strength)))
    return tuple(shoves)
