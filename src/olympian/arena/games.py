"""All trials of all events, on one process or several: the results are the same."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from olympian.arena.catalogue import EVENTS
from olympian.arena.event import Event
from olympian.arena.score import Score
from olympian.arena.trial import Outcome
from olympian.robot import Robot, load_robot
from olympian.seeds import Seeds

__all__ = ["Games", "Result", "default_jobs"]

MOST_JOBS = 2
"""Processes unless asked for: a laptop stays usable."""


@dataclass(frozen=True, eq=False)
class Result:
    """One event: its score and all that was seen."""

    event: Event
    score: Score
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class _Task:
    """A trial that any process can run."""

    robot: str
    event: str
    seed: int
    part: int
    film: bool


@dataclass(frozen=True)
class Games:
    """Which robot does what how often."""

    robot: str
    """Library name or file; every process loads it for itself."""
    events: tuple[str, ...]
    seeds: Seeds
    """Specimens; each does every part of every event."""
    jobs: int = 1
    film: bool = False
    """Take pictures of the first trial of each event."""

    @property
    def robot_name(self) -> str:
        """As its description says."""
        return _robot(self.robot).name

    def check(self) -> None:
        """Refuse a robot that lacks what an event needs, before anything runs."""
        for name in self.events:
            EVENTS[name].check(_robot(self.robot))

    def run(self, progress: Callable[[str, int, int], None] | None = None) -> list[Result]:
        """Run everything, after a look that the robot can do it.

        Args:
            progress: told after every trial: event, trials done in all, trials in all.
        """
        self.check()
        tasks = self._tasks()
        outcomes: dict[_Task, Outcome] = {}
        for task, outcome in self._run(tasks):
            outcomes[task] = outcome
            if progress:
                progress(task.event, len(outcomes), len(tasks))
        return [self._result(name, outcomes) for name in self.events]

    def _tasks(self) -> list[_Task]:
        return [
            _Task(self.robot, name, seed, part, self.film and (seed, part) == (self.seeds.first, 0))
            for name in self.events
            for seed in self.seeds
            for part in range(EVENTS[name].parts)
        ]

    def _run(self, tasks: Sequence[_Task]) -> Iterator[tuple[_Task, Outcome]]:
        if self.jobs == 1:
            yield from ((task, _perform(task)) for task in tasks)
            return
        with _processes(self.jobs) as pool:
            waiting = {pool.submit(_perform, task): task for task in tasks}
            for future in as_completed(waiting):
                yield waiting[future], future.result()

    def _result(self, name: str, outcomes: dict[_Task, Outcome]) -> Result:
        event = EVENTS[name]
        found = tuple(
            outcomes[task]
            for task in sorted(outcomes, key=lambda task: (task.seed, task.part))
            if task.event == name
        )
        return Result(event, event.score([outcome.trial for outcome in found]), found)


def default_jobs() -> int:
    """Processes to use where nobody said."""
    return min(MOST_JOBS, len(os.sched_getaffinity(0)))


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)


def _perform(task: _Task) -> Outcome:
    return EVENTS[task.event].run(_robot(task.robot), task.seed, task.film, task.part)


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Fresh processes; whatever happens, none is left behind."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_die_quietly)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def _die_quietly() -> None:
    """Ctrl-C reaches every process of a terminal; only the first should say something."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
