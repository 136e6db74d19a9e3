"""Something that a robot was told to do, and what came of it."""

from collections.abc import Callable, Generator
from enum import Enum

from olympian.errors import OlympianError

__all__ = ["Command", "CommandStatus"]

PATIENCE = 120.0
"""Seconds of the robot's time that `wait` takes at most, unless told otherwise."""


class CommandStatus(Enum):
    """Where a command stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Command:
    """Runs beside the robot's loop: poll `status`, `wait` for its end, or await it.

    `reason` says why it failed or was cancelled.
    """

    def __init__(
        self, what: str, task: Generator[None, None, None], tick: Callable[[], object], dt: float
    ) -> None:
        """Args:
        task: does it tick by tick; it raises an OlympianError where it fails.
        tick: lets `dt` seconds of the robot's time pass.
        """
        self.what = what
        self._task, self._tick, self._dt = task, tick, dt
        self.status = CommandStatus.RUNNING
        self.reason = ""

    def __str__(self) -> str:
        said = f"{self.what}: {self.status.value}"
        return f"{said}: {self.reason}" if self.reason else said

    @property
    def running(self) -> bool:
        """Is it still under way?"""
        return self.status is CommandStatus.RUNNING

    @property
    def done(self) -> bool:
        """Did it end well?"""
        return self.status is CommandStatus.DONE

    def step(self) -> None:
        """Go on by one tick; the robot does this by itself."""
        if not self.running:
            return
        try:
            next(self._task)
        except StopIteration:
            self.status = CommandStatus.DONE
        except OlympianError as error:
            self.status, self.reason = CommandStatus.FAILED, str(error)

    def cancel(self, why: str = "cancelled") -> None:
        """Give it up, and come to a stop."""
        if self.running:
            self._task.close()
            self.status, self.reason = CommandStatus.CANCELLED, why

    def run(self, seconds: float) -> "Command":
        """Let time pass, whatever becomes of it."""
        for _ in range(round(seconds / self._dt)):
            self._tick()
        return self

    def wait(self, seconds: float = PATIENCE) -> "Command":
        """Let time pass until it has ended, or for so many seconds at most."""
        for _ in range(round(seconds / self._dt)):
            if not self.running:
                return self
            self._tick()
        if self.running:
            self.reason = f"not done after {seconds:g} s"
        return self

    def __await__(self) -> Generator[None, None, "Command"]:
        """Give way until it has ended; somebody else lets time pass."""
        while self.running:
            yield
        return self
