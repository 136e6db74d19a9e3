"""Something that a robot was told to do, and what came of it."""

from collections.abc import Callable, Generator
from typing import Self

from olympian.decision import Job

__all__ = ["Command"]

PATIENCE = 120.0
"""Seconds of the robot's time that `wait` takes at most, unless told otherwise."""


class Command(Job):
    """Runs beside the robot's loop: poll `status`, `wait` for its end, or await it."""

    def __init__(
        self, what: str, task: Generator[None, None, None], tick: Callable[[], object], dt: float
    ) -> None:
        """Args:
        task: does it tick by tick; it raises an OlympianError where it fails.
        tick: lets `dt` seconds of the robot's time pass.
        """
        super().__init__(what, task)
        self._tick, self._dt = tick, dt

    def run(self, seconds: float) -> Self:
        """Let time pass, whatever becomes of it."""
        for _ in range(round(seconds / self._dt)):
            self._tick()
        return self

    def wait(self, seconds: float = PATIENCE) -> Self:
        """Let time pass until it has ended, or for so many seconds at most."""
        for _ in range(round(seconds / self._dt)):
            if not self.running:
                return self
            self._tick()
        if self.running:
            self.reason = f"not done after {seconds:g} s"
        return self
