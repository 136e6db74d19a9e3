"""One line of `olympian bench vision`."""

from dataclasses import dataclass

from olympian.statistics import Rate

__all__ = ["BenchRow"]


@dataclass(frozen=True)
class BenchRow:
    """One method at one task on one kind of input."""

    task: str
    method: str
    input: str
    """Which frames, and what of them the method was given."""
    min_us: float
    """Shortest time of a frame over many rounds, microseconds, averaged over frames."""
    median_us: float
    """Median time of a frame over these rounds, averaged over frames."""
    p95_us: float
    """95th percentile of the frames' medians: how slow a bad frame is."""
    recall: float | None
    """Share of what is there that was found; None where the task has no such figure."""
    precision: float | None
    """Share of what was found that is there."""
    balls: Rate | None
    """Balls that were hit, where the task is to find them."""
    seeds: str
    """Of the frames that are scored."""
