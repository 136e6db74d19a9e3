"""Where a bus is reached: bytes with a clock."""

from typing import Protocol

__all__ = ["Port"]


class Port(Protocol):
    """A serial line, a pty, or a simulated one whose clock is that of the simulation.

    All times are seconds of the port's own clock. A line that has gone (unplugged, closed by the
    other end) raises an OlympianError that names it, from `write` and from `read`.
    """

    baud: int
    latency: float
    """Seconds that the adapter may keep bytes before it hands them on: 16 ms unless it was set."""

    def write(self, data: bytes) -> None:
        """Send; returns at once, the line works by itself."""
        ...

    def read(self, at_most: int, until: float) -> bytes:
        """What has come, as soon as there is anything; b"" when the clock passes `until`."""
        ...

    def now(self) -> float:
        """The clock, s."""
        ...

    def sleep_until(self, t: float) -> None:
        """Let time pass."""
        ...

    def discard(self) -> None:
        """Throw away what has come and was not read."""
        ...

    def close(self) -> None:
        """Let go of the line; a closed port may be closed again."""
        ...
