"""How the backend keeps time, and what its buses had to put up with."""

from collections import deque
from dataclasses import dataclass, field

from olympian.dynamixel import BusStatistics

REMEMBERED = 1000
"""Latest ticks that the percentiles are taken over."""


@dataclass
class CycleStatistics:
    """Ticks of one robot, and how long the buses worked in each."""

    ticks: int = 0
    late: int = 0
    """Ticks that began later than they should."""
    seconds: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED), repr=False)
    """In which the buses were at work, of the latest ticks."""

    def share(self, part: float) -> float:
        """Seconds that so many of the latest ticks stayed below; NaN before the first."""
        ordered = sorted(self.seconds)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


@dataclass(frozen=True)
class DynamixelStatistics:
    """What a robot on its buses has to say about them."""

    ticks: int
    late: int
    cycle_median: float
    """Seconds in which the buses work in a tick."""
    cycle_p99: float
    wild: int
    """Positions that were dropped, because no joint can jump so."""
    lost: dict[str, int]
    """How often each bus has gone."""
    buses: dict[str, BusStatistics]

    def __str__(self) -> str:
        faults = sum(bus.timeouts + bus.broken for bus in self.buses.values())
        asked = sum(bus.sent for bus in self.buses.values())
        gone = sum(self.lost.values())
        cycle = (
            f"{1e3 * self.cycle_median:.1f} ms a tick (99 % within {1e3 * self.cycle_p99:.1f} ms),"
            f" {self.late} of {self.ticks} ticks late, "
        )
        return (
            f"bus: {cycle if self.ticks else ''}{faults} of {asked} packets lost or broken,"
            f" {self.wild} wild positions dropped, cable gone {gone} times"
        )
