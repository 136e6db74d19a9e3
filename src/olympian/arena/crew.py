"""Who runs the trials: this process, several, or a cluster; the results are the same."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from typing import Protocol, TypeVar

from olympian.errors import OlympianError
from olympian.humanoid import looked_at

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
Task = TypeVar("Task")
Result = TypeVar("Result")


class Crew(Protocol):
    """Carries out tasks, in any order."""

    def carry_out(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """Place of a task among `tasks` and its result, as each is done."""
        ...


class Alone:
    """This process, one task after the other."""

    def carry_out(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """In order."""
        for place, task in enumerate(tasks):
            yield place, work(task)


ALONE = Alone()


class Processes:
    """Several processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, workers: int) -> None:
        self._pool, self._workers = pool, workers

    def carry_out(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """As each is done; who stops asking leaves little done in vain."""
        under_way: dict[Future[Result], int] = {}
        rest = iter(enumerate(tasks))
        try:
            while True:
                # one more than there are workers, so that none of them waits
                while len(under_way) <= self._workers and (one := next(rest, None)) is not None:
                    under_way[self._pool.submit(work, one[1])] = one[0]
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(future), future.result()
        except BrokenProcessPool:
            raise OlympianError(
                "a worker process died (too little memory?); give the same command again"
            ) from None
        finally:
            for future in under_way:
                future.cancel()


def in_order(done: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Results in the order of their tasks, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    turn = 0
    for place, result in done:
        early[place] = result
        while turn in early:
            yield early.pop(turn)
            turn += 1


def run_all(
    crew: Crew,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    progress: Callable[[float], None] = lambda _: None,
) -> list[Result]:
    """All results in the order of the tasks. Args: progress: told the share that is done, 0…1."""
    results: dict[int, Result] = {}
    for place, result in crew.carry_out(work, tasks):
        results[place] = result
        progress(len(results) / len(tasks))
    return [results[place] for place in range(len(tasks))]


def default_workers() -> int:
    """Processes to use where nobody said: all cores this process may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Fresh processes; whatever happens, none is left behind. One worker is this process itself.

    So is it where somebody looks at all robots, for instance to record them.
    """
    if workers == 1 or looked_at():
        yield Alone()
        return
    others = set(multiprocessing.active_children())
    # what children inherit: each of them is one core's worth of work
    os.environ.update(dict.fromkeys(THREADS, "1"))
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_die_with_parent
    )
    try:
        yield Processes(pool, workers)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def _die_with_parent() -> None:
    """End without a word on Ctrl-C, and at once when the parent was killed."""
    # Ctrl-C reaches every process of a terminal; only the first should say something
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
