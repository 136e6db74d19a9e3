"""Contenders for one task, timed in turns: a busy machine slows all of them alike.

Short blocks of calls, one block per contender in turn, frame by frame. Times are those of the
thread: what other programs take meanwhile does not count.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

import numpy as np

from olympian.lab.vision.score import BenchRow
from olympian.statistics import Rate

BLOCK = 3
"""Timed calls in a block."""
SLOW_S, SLOW_ROUNDS = 4e-3, 3
"""Calls that take longer are not worth more than so many blocks: chance adds little to them."""


@dataclass
class Contender:
    """A method that is timed on frames of one kind."""

    method: str
    run: Callable[[Any], Any]
    """What is timed, given what was prepared."""
    prepare: Callable[[Any], Any] = lambda frame: frame
    """What somebody else has done before the method begins: conversions, the horizon."""
    times: list[list[float]] = field(default_factory=list)
    """Seconds, of each frame in turn."""

    def __call__(self, frame: Any) -> Any:
        """What the method makes of a frame."""
        return self.run(self.prepare(frame))


def race(contenders: Sequence[Contender], frames: Sequence[Any], rounds: int) -> None:
    """Times every contender on every frame, in short blocks that take turns."""
    gc.disable()
    try:
        for frame in frames:
            for contender in contenders:
                contender.times.append([])
            for done in range(rounds):
                for contender in contenders:
                    times = contender.times[-1]
                    if done < SLOW_ROUNDS or min(times) < SLOW_S:
                        times += _block(contender, frame)
    finally:
        gc.enable()


def _block(contender: Contender, frame: Any) -> list[float]:
    """Times of a few calls, after one that is not timed: the caches are full of others' things."""
    given = contender.prepare(frame)
    contender.run(given)
    times = []
    for _ in range(BLOCK):
        start = thread_time()
        contender.run(given)
        times.append(thread_time() - start)
    return times


def row_of(
    task: str,
    contender: Contender,
    where: str,
    recall: float | None,
    precision: float | None,
    seeds: str,
    balls: Rate | None = None,
) -> BenchRow:
    """Each frame at its fastest, and at its median; then the mean over frames."""
    return BenchRow(
        task,
        contender.method,
        where,
        *times_us(contender.times),
        recall,
        precision,
        balls,
        seeds,
    )


def times_us(seconds: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Of all frames' times: mean of the fastest, mean and 95th percentile of the medians, µs."""
    fastest = np.mean([min(times) for times in seconds])
    medians = [np.median(times) for times in seconds]
    slow = np.percentile(medians, 95)
    return 1e6 * float(fastest), 1e6 * float(np.mean(medians)), 1e6 * float(slow)
