"""Work that goes on tick by tick, and what came of it."""

from collections.abc import Generator
from enum import Enum
from typing import Any, Protocol, Self

from olympian.errors import OlympianError

__all__ = ["Job", "JobStatus", "Stepwise"]


class JobStatus(Enum):
    """Where a job stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


RUNNING = JobStatus.RUNNING


class Stepwise(Protocol):
    """What goes on by one tick each time it is sent None: a coroutine or a generator."""

    def send(self, value: None, /) -> object: ...

    def close(self) -> object: ...


class Job:
    """Poll `status`, or await its end; `reason` says why it failed or was cancelled."""

    __slots__ = ("_task", "reason", "status", "what")

    def __init__(self, what: str, task: Stepwise) -> None:
        """Args: task: does it tick by tick; it raises an OlympianError where it fails."""
        self.what = what
        self._task: Any = task
        self.status = RUNNING
        self.reason = ""

    def __str__(self) -> str:
        said = f"{self.what}: {self.status.value}"
        return f"{said}: {self.reason}" if self.reason else said

    @property
    def running(self) -> bool:
        """Is it still under way?"""
        return self.status is RUNNING

    @property
    def done(self) -> bool:
        """Did it end well?"""
        return self.status is JobStatus.DONE

    def step(self) -> None:
        """Go on by one tick; whoever gave it out does this."""
        if self.status is not RUNNING:
            return
        try:
            self._task.send(None)
        except StopIteration:
            self.status = JobStatus.DONE
        except OlympianError as error:
            self.status, self.reason = JobStatus.FAILED, str(error)

    def cancel(self, why: str = "cancelled") -> None:
        """Give it up; what it has to clean up is done before this returns."""
        if self.status is RUNNING:
            self._task.close()
            self.status, self.reason = JobStatus.CANCELLED, why

    def __await__(self) -> Generator[None, None, Self]:
        """Give way until it has ended; somebody else lets time pass."""
        while self.status is RUNNING:
            yield
        return self
