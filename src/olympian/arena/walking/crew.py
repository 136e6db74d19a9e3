"""Processes that share the trials of a benchmark; the results do not depend on how many."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Self

from olympian.arena.walking.conditions import WalkConditions
from olympian.arena.walking.errand import Errand
from olympian.arena.walking.trial import Outcome, run_errand
from olympian.motion.walk import WalkConfig
from olympian.robot import Robot, load_robot

__all__ = ["PHYSICS_DT", "Crew", "Task", "default_workers", "perform"]

PHYSICS_DT = 0.001
"""Seconds; what tuning saves with longer steps is not proof."""
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, eq=False)
class Task:
    """A trial that any process can run."""

    robot: str
    """Library name or file; every process loads it for itself."""
    config: WalkConfig
    seed: int
    errand: Errand


class Crew:
    """Workers for `with`; one worker means this process itself."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._others: set[object] = set()

    def __enter__(self) -> Self:
        if self.workers > 1:
            self._others = set(multiprocessing.active_children())
            # what children inherit: each of them is one core's worth of work
            os.environ.update(dict.fromkeys(THREADS, "1"))
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=_die_quietly)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is None:
            return
        self._pool.shutdown(wait=kind is None, cancel_futures=True)
        if kind is not None:
            for child in set(multiprocessing.active_children()) - self._others:
                child.terminate()

    def run(
        self, tasks: Sequence[Task], decided: Callable[[Task, Outcome], bool] | None = None
    ) -> list[Outcome]:
        """Outcomes in the order of the tasks, as far as they were needed.

        Args:
            decided: told each outcome in order; True ends the run, as no more can change anything.
        """
        outcomes: list[Outcome] = []
        for task, outcome in zip(tasks, self._outcomes(tasks), strict=False):
            outcomes.append(outcome)
            if decided is not None and decided(task, outcome):
                break
        return outcomes

    def _outcomes(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        if self._pool is None:
            yield from map(perform, tasks)
            return
        under_way: deque[Future[Outcome]] = deque()
        rest = iter(tasks)
        try:
            while True:
                # a short queue: where the answer comes early, little was done in vain
                while len(under_way) <= self.workers and (task := next(rest, None)) is not None:
                    under_way.append(self._pool.submit(perform, task))
                if not under_way:
                    return
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()


def default_workers() -> int:
    """One for each core that this process may use."""
    return len(os.sched_getaffinity(0))


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)


def perform(task: Task) -> Outcome:
    """What comes of a trial."""
    robot = _robot(task.robot)
    conditions = WalkConditions.of(task.seed, robot)
    return run_errand(robot, task.config, conditions, task.errand, PHYSICS_DT)


def _die_quietly() -> None:
    """Ctrl-C reaches every process of a terminal; only the first should say something."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
