"""Keeping a run level with the wall clock."""

import time

MAX_LAG = 0.25
"""Seconds the run may fall behind the wall clock before it gives up catching up."""
MEMORY = 0.02
"""Share of each tick in the running mean of the speed: about a second."""


class RealTime:
    """Waits after each tick until the wall clock has come as far."""

    def __init__(self) -> None:
        self._due = time.perf_counter()
        self._free = self._due
        self._factor = 1.0

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds per second of a running mean; 1 when it keeps up."""
        return min(1.0, self._factor)

    def wait(self, dt: float) -> None:
        """Let the rest of a tick of `dt` seconds pass."""
        worked = max(time.perf_counter() - self._free, 1e-6)
        self._factor += MEMORY * (dt / worked - self._factor)
        self._due = max(self._due + dt, time.perf_counter() - MAX_LAG)
        time.sleep(max(0.0, self._due - time.perf_counter()))
        self._free = time.perf_counter()
