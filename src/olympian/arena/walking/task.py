"""Trials of walks, as tasks that any process can run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from olympian.arena.crew import Crew, in_order
from olympian.arena.walking.contender import WalkSource
from olympian.arena.walking.scenario import Scenario, WalkConditions
from olympian.arena.walking.trial import WalkOutcome, run_scenario
from olympian.robot import Robot, load_robot

PHYSICS_DT = 0.001
"""Seconds; what tuning saves with longer steps is not proof."""


@dataclass(frozen=True, eq=False)
class Task:
    """A trial that any process can run."""

    robot: str
    """Library name or file; every process loads it for itself."""
    walk: WalkSource
    seed: int
    scenario: Scenario


def walk_all(
    crew: Crew, tasks: Sequence[Task], decided: Callable[[Task, WalkOutcome], bool] | None = None
) -> list[WalkOutcome]:
    """Outcomes in the order of the tasks, as far as they were needed.

    Args:
        decided: told each outcome in order; True ends the run, as no more can change anything.
    """
    outcomes: list[WalkOutcome] = []
    for task, outcome in zip(tasks, in_order(crew.carry_out(perform, tasks)), strict=False):
        outcomes.append(outcome)
        if decided is not None and decided(task, outcome):
            break
    return outcomes


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)


def perform(task: Task) -> WalkOutcome:
    """What comes of a trial."""
    robot = _robot(task.robot)
    conditions = WalkConditions.of(task.seed, robot)
    return run_scenario(robot, task.walk, conditions, task.scenario, PHYSICS_DT)
