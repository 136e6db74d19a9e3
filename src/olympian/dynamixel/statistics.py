"""What a bus has done so far: packets, errors by kind, latency, and how busy the wire was."""

from collections import deque
from dataclasses import dataclass, field

__all__ = ["BusStatistics"]

REMEMBERED = 1000
"""Latest answers that the percentiles of latency are taken over."""


@dataclass
class BusStatistics:
    """Counters of one bus since it was opened, and the latencies of its latest answers."""

    since: float
    """The port's clock when counting began, s."""
    byte_time: float
    """Seconds that a byte takes on the wire."""
    sent: int = 0
    """Packets."""
    received: int = 0
    """Answers that were taken."""
    timeouts: int = 0
    """Answers that did not come."""
    retries: int = 0
    """Questions that were repeated."""
    broken: int = 0
    """Packets with a wrong checksum."""
    garbage: int = 0
    """Bytes that belong to no packet."""
    late: int = 0
    """Answers to nothing that was asked just then: they came too late, or twice."""
    bytes_sent: int = 0
    bytes_received: int = 0
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED), repr=False)
    """Seconds from a question to its answer, the latest last."""

    def latency(self, share: float = 0.5) -> float:
        """Seconds within which this share of the latest answers came; NaN before the first."""
        ordered = sorted(self.latencies)
        return (
            ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")
        )

    @property
    def latency_median(self) -> float:
        """Of the latest answers, s."""
        return self.latency(0.5)

    def duty(self, now: float) -> float:
        """Share of the time in which somebody talked on the wire, 0…1."""
        elapsed = now - self.since
        talked = (self.bytes_sent + self.bytes_received) * self.byte_time
        return talked / elapsed if elapsed > 0.0 else 0.0
