"""Who does the work: this process, several, or a cluster; the results are the same."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from typing import Protocol, TypeVar

from olympian.errors import OlympianError

__all__ = ["Alone", "Crew", "Processes", "default_workers", "processes"]

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


class Processes:
    """Several processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def carry_out(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """As each is done."""
        try:
            waiting = {self._pool.submit(work, task): place for place, task in enumerate(tasks)}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BrokenProcessPool:
            raise OlympianError(
                "a worker process died (too little memory?); the same command goes on from here"
            ) from None


def default_workers() -> int:
    """Processes to use where nobody said: all cores this process may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Fresh processes; whatever happens, none is left behind."""
    if workers == 1:
        yield Alone()
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_die_with_parent
    )
    try:
        yield Processes(pool)
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
