"""Many trials of a footballer: how often it scores, how soon, how often it falls."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import msgspec

from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.scoring.trial import ScoringOutcome, ScoringTask, run_scoring
from olympian.errors import unknown
from olympian.robot import load_robot
from olympian.seeds import CHOOSING, JUDGING
from olympian.statistics import Rate

__all__ = ["ScoringRow", "measure"]


class ScoringRow(msgspec.Struct, frozen=True):
    """All trials of one task."""

    robot: str
    task: str
    trials: int
    kicked: int
    """Balls that went towards the opening of the goal in time."""
    scored: int
    time_s: float
    """Median from the start until the ball was on its way; the limit where it never was."""
    time_p90_s: float
    falls: int
    touches: int
    """How often a ball was moved before it was kicked."""
    seeds: str

    @property
    def rates(self) -> dict[str, Rate]:
        """Counts with their intervals."""
        return {name: Rate.of(getattr(self, name), self.trials) for name in ("kicked", "scored")}


@dataclass(frozen=True)
class ScoringJob:
    """One trial; any process can do it."""

    robot: str
    task: ScoringTask
    seed: int

    def run(self) -> ScoringOutcome:
        """What comes of it."""
        return run_scoring(load_robot(self.robot), self.seed, self.task)


def measure(
    robot: str = "fumanoid",
    task: str = "",
    trials: int = 10,
    choosing: bool = False,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
    crew: Crew = ALONE,
) -> list[ScoringRow]:
    """A row for this task, or for each.

    Args: choosing: on seeds that may be looked at often, instead of judging ones.
    """
    if task and task not in list(ScoringTask):
        raise unknown("task", task, list(ScoringTask))
    seeds = (CHOOSING if choosing else JUDGING).take(trials, seed)
    tasks = [ScoringTask(task)] if task else list(ScoringTask)
    jobs = [ScoringJob(robot, one, number) for one in tasks for number in seeds]
    done = run_all(crew, ScoringJob.run, jobs, progress)
    return [
        _row(robot, one, done[index * trials : (index + 1) * trials], str(seeds))
        for index, one in enumerate(tasks)
    ]


def _row(robot: str, task: ScoringTask, done: list[ScoringOutcome], seeds: str) -> ScoringRow:
    times = sorted(one.seconds for one in done)
    return ScoringRow(
        robot=robot,
        task=str(task),
        trials=len(done),
        kicked=sum(one.kicked for one in done),
        scored=sum(one.scored for one in done),
        time_s=round(median(times), 1),
        time_p90_s=round(times[min(len(times) * 9 // 10, len(times) - 1)], 1),
        falls=sum(one.falls for one in done),
        touches=sum(one.touches for one in done),
        seeds=seeds,
    )
