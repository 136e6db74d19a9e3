"""A line as the program at its end has it, in the same process and in simulated time."""

from typing import TYPE_CHECKING

from olympian.errors import OlympianError
from olympian.virtual.line import VirtualLine

if TYPE_CHECKING:
    from olympian.virtual.bench import VirtualBench

__all__ = ["VirtualPort"]


class VirtualPort:
    """A `dynamixel.Port` whose clock is that of the simulation: it runs while somebody waits."""

    def __init__(self, bench: "VirtualBench", line: VirtualLine, baud: int) -> None:
        self.baud = baud
        self.latency = line.adapter.latency
        self._bench, self._line = bench, line

    def write(self, data: bytes) -> None:
        """Send; the bytes go over the line while time passes."""
        self._check_cable()
        self._line.send(data, self._bench.t, self.baud)

    def read(self, at_most: int, until: float) -> bytes:
        """What has come, as soon as there is anything; b"" when the clock passes `until`."""
        while True:
            self._check_cable()
            data = self._line.adapter.take(at_most)
            if data or self._bench.t >= until:
                return data
            self._bench.next_event(until)

    def now(self) -> float:
        """Simulated seconds."""
        return self._bench.t

    def sleep_until(self, t: float) -> None:
        """Let simulated time pass."""
        self._bench.advance(t)

    def discard(self) -> None:
        """Throw away what has come and was not read."""
        self._line.adapter.clear()

    def close(self) -> None:
        """Let go of the line, which stays as it is."""
        self.discard()

    def _check_cable(self) -> None:
        if not self._line.faults.plugged(self._bench.t):
            self._line.adapter.clear()
            raise OlympianError(f"virtual bus '{self._line.name}' is unplugged: plug its cable in")
