"""One candidate put through all exercises: the objective that every process computes alike."""

from dataclasses import dataclass, field
from functools import cache

import numpy as np

from olympian.arena.walking.scenario import Scenario, WalkConditions
from olympian.arena.walking.trial import WalkOutcome, run_scenario
from olympian.arena.walking.tuning.build import Build
from olympian.arena.walking.tuning.exercise import Exercise, Tops, scenario_of
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.walk import WalkConfig
from olympian.robot import Robot, load_robot
from olympian.seeds import CHOOSING, TUNING, SeedRange

GRACE = 1.5
"""Seconds to crouch and to gather speed, in which tracking does not count."""
WINDOW = 1.0
"""Seconds over which speed is taken: about two strides, in which the sway cancels."""
SLOW = 0.25
"""Share of the top speed below which errors count as if it had been asked for."""


def scenario_loss(
    exercise: Exercise, scenario: Scenario, outcome: WalkOutcome, tops: Tops
) -> float:
    """Share of the time it lay, and how far off its speed was; who lies is off by all of it.

    No cliff: to fall later is always better than to fall earlier, and with a ladder of shoves
    later means harder shoves.
    """
    lay = 0.0 if outcome.held else max(1.0 - outcome.seconds / scenario.seconds, 0.0)
    errors = tracking_error(scenario, outcome, tops)
    windows = len(_windows(scenario.seconds))
    missed = windows - len(errors)
    off = (float(errors.sum()) + missed) / windows if windows else lay
    return (lay + exercise.tracking * off) / (1.0 + exercise.tracking)


def tracking_error(scenario: Scenario, outcome: WalkOutcome, tops: Tops) -> Vec:
    """(k,) error of the speed in each window that it walked through, as a share of the command.

    Ahead, sideways and turning together, each in shares of its top speed; 1 at most.
    """
    starts = [t for t in _windows(scenario.seconds) if t + WINDOW <= outcome.seconds + 1e-6]
    return np.array([_error(scenario, outcome.path, tops, t) for t in starts])


def _windows(seconds: float) -> Vec:
    return np.arange(GRACE, seconds - WINDOW + 1e-6, WINDOW / 2)


def _error(scenario: Scenario, path: Vec, tops: Tops, t: float) -> float:
    begin, end = np.searchsorted(path[:, 0], [t - 1e-6, t + WINDOW - 1e-6])
    end = min(int(end), len(path) - 1)
    # step by step in its own axes: over a whole window a turn would cut the corner
    steps, yaw = np.diff(path[begin : end + 1, 1:], axis=0), path[begin:end, 3]
    ahead = (np.cos(yaw) * steps[:, 0] + np.sin(yaw) * steps[:, 1]).sum()
    left = (np.cos(yaw) * steps[:, 1] - np.sin(yaw) * steps[:, 0]).sum()
    turned = path[end, 3] - path[begin, 3]
    seconds = path[end, 0] - path[begin, 0]
    asked = _mean_command(scenario, t)
    top = np.array([tops.ahead if asked[0] >= 0 else tops.back, tops.left, tops.turn])
    off = (np.array([ahead, left, turned]) / seconds - asked) / top
    return float(min(np.linalg.norm(off) / max(np.linalg.norm(asked / top), SLOW), 1.0))


def _mean_command(scenario: Scenario, t: float) -> Vec:
    twists = [scenario.command(instant) for instant in np.linspace(t, t + WINDOW, 11)]
    return np.mean([[twist.forward, twist.left, twist.turn] for twist in twists], axis=0)


WORST = 1.0
"""Loss of one that falls at once, everywhere."""
PHYSICS_DT = 0.002
"""s: twice as coarse as the benchmark's, and quick."""
AT_ONCE = 1.5
"""Seconds within which a fall means that it cannot walk: it has hardly taken a step."""
CHANCES = 2
"""Scenarios in which it must do so before the rest is skipped."""


@dataclass(frozen=True)
class Drill:
    """One candidate and what it has to do; any process can run it."""

    robot: str
    """Library name or absolute path; every process loads it for itself."""
    config: WalkConfig
    tops: Tops
    exercises: tuple[Exercise, ...]
    seeds: tuple[tuple[int, ...], ...]
    """For each round, one for each exercise."""


@dataclass(frozen=True)
class Marks:
    """What came of it."""

    value: float
    """The objective: weighted mean of the losses, 0 (perfect) to 1."""
    losses: dict[str, float] = field(default_factory=dict)
    """Mean over the rounds, by exercise."""
    skipped: bool = False
    """It fell at once, and the rest was not tried."""
    problem: str = ""
    """Why it could not even begin."""


def training_seeds(
    seed: int, generation: int, exercises: int, rounds: int
) -> tuple[tuple[int, ...], ...]:
    """(rounds, exercises) seeds to search on, new ones for each generation."""
    return _drawn(TUNING, np.random.default_rng([seed, generation]), rounds, exercises)


def final_seeds(seed: int, exercises: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """(rounds, exercises) seeds that decide between the best, none of which any of them saw."""
    return _drawn(CHOOSING, np.random.default_rng(seed), rounds, exercises)


def _drawn(
    within: SeedRange, chance: np.random.Generator, rounds: int, exercises: int
) -> tuple[tuple[int, ...], ...]:
    drawn = chance.integers(within.first, within.end, size=(rounds, exercises))
    return tuple(tuple(int(value) for value in row) for row in drawn)


def evaluate(drill: Drill) -> Marks:
    """Marks of a candidate; the same drill gives the same marks on every machine of a kind."""
    try:
        return _run(_robot(drill.robot), drill)
    except OlympianError as error:
        # numbers that no walk can be made of: as bad as falling, and remembered as such
        return Marks(WORST, problem=str(error))


def _run(robot: Robot, drill: Drill) -> Marks:
    losses: dict[str, list[float]] = {exercise.name: [] for exercise in drill.exercises}
    build, fallen, done = Build.of(robot), 0, 0
    for seeds in drill.seeds:
        for exercise, seed in zip(drill.exercises, seeds, strict=True):
            scenario = scenario_of(exercise, drill.tops, build, seed)
            conditions = WalkConditions.of(seed, robot)
            outcome = run_scenario(robot, drill.config, conditions, scenario, PHYSICS_DT)
            losses[exercise.name].append(scenario_loss(exercise, scenario, outcome, drill.tops))
            fallen, done = fallen + _at_once(outcome), done + 1
            if done == fallen == CHANCES:
                return _marks(drill, losses, skipped=True)
    return _marks(drill, losses)


def _at_once(outcome: WalkOutcome) -> bool:
    return outcome.fell_at is not None and outcome.fell_at < AT_ONCE


def _marks(drill: Drill, losses: dict[str, list[float]], skipped: bool = False) -> Marks:
    rounds = len(drill.seeds)
    means = {
        # what was not tried counts as fallen at once
        name: float(np.mean(found + [WORST] * (rounds - len(found))))
        for name, found in losses.items()
    }
    weights = {exercise.name: exercise.weight for exercise in drill.exercises}
    value = sum(weights[name] * loss for name, loss in means.items()) / sum(weights.values())
    return Marks(float(value), means, skipped)


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)
