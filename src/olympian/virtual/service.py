"""A virtual bench in real time, for other programs: its buses are serial devices."""

from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from select import select
from time import monotonic, process_time

from olympian.virtual.bench import VirtualBench
from olympian.virtual.pty_end import PtyEnd

__all__ = ["Service"]

MOST_LAG = 0.05
"""Seconds that it may be behind the clock; beyond, simulated time is slower, and it says so."""
FRAME = 1 / 30
"""Seconds between pictures for somebody who watches."""


class Service:
    """One loop for everything: what programs write, what the lines answer, and physics."""

    def __init__(self, bench: VirtualBench, folder: Path) -> None:
        """Args: folder: where the paths of the buses are made."""
        self.bench = bench
        self.ends = {name: PtyEnd(folder / name) for name in bench.lines}
        self.lost = 0.0
        """Seconds of the clock that simulated time has missed."""
        self.watch: Callable[[], None] | None = None
        """Called thirty times a second."""
        self.stopped = False
        self.busy = 0.0
        """Seconds that the processor worked for it."""
        self._begun = 0.0
        self._next_frame = 0.0

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds per second of the clock since the start."""
        return self.bench.t / (self.bench.t + self.lost) if self.bench.t else 1.0

    def run(self, seconds: float = inf) -> None:
        """Serve for so long, or until `stopped`."""
        _wake_in_time()
        # the first step compiles kernels, which is not to be made up for
        self.bench.advance(self.bench.t + self.bench.body.dt)
        self._begun = monotonic() - self.bench.t - self.lost
        end, worked = monotonic() + seconds, process_time()
        try:
            while not self.stopped and monotonic() < end:
                self.turn(end)
        finally:
            self.busy += process_time() - worked

    def turn(self, latest: float) -> None:
        """Wait for what comes next, and do it."""
        now = self._advance()
        waiting = {end.fileno(): name for name, end in self.ends.items() if end.plugged}
        pause = max(0.0, min(self._due(), latest - self._begun) - now)
        ready, _, _ = select(list(waiting), [], [], pause)
        self._advance()
        for file in ready:
            self._take(waiting[file])
        if self.watch and self.bench.t >= self._next_frame:
            self._next_frame = self.bench.t + FRAME
            self.watch()

    def close(self) -> None:
        """Pull all cables."""
        for end in self.ends.values():
            end.pull()

    def _advance(self) -> float:
        """Bring simulated time up to the clock, and hand on what was said meanwhile."""
        bench = self.bench
        now = monotonic() - self._begun - self.lost
        if now > bench.t + MOST_LAG:
            self.lost += now - bench.t - MOST_LAG
            now = bench.t + MOST_LAG
        bench.advance(now)
        for name, end in self.ends.items():
            line = bench.lines[name]
            self._follow_cable(end, line.faults.plugged(now))
            if end.plugged and (data := line.adapter.take(4096)):
                end.write(data)
        return now

    def _follow_cable(self, end: PtyEnd, plugged: bool) -> None:
        if plugged != end.plugged:
            (end.plug if plugged else end.pull)()

    def _take(self, name: str) -> None:
        end = self.ends[name]
        if end.plugged and (data := end.read()):
            self.bench.lines[name].send(data, self.bench.t, max(end.baud, 1))

    def _due(self) -> float:
        """When something happens next though nobody writes."""
        bench = self.bench
        events = min(line.next_event for line in bench.lines.values())
        return min(events, bench.body.t + bench.body.dt)


def _wake_in_time() -> None:
    """Ask Linux not to add its usual 50 µs to every sleep; others go on doing so."""
    with suppress(OSError):
        Path("/proc/self/timerslack_ns").write_text("1")
