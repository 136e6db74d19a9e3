"""What came of one trial, and an event in a few figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import msgspec
import numpy as np

from olympian.arena.conditions import Conditions
from olympian.arena.film import Film
from olympian.arena.witness import TrialRecord
from olympian.statistics import Rate


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at an event; events add what they measure."""

    seed: int
    success: bool
    fell: bool
    time_s: float
    """From the first command to the end of the task, or to where it failed."""
    note: str = ""
    """Why it failed, or which of several tasks it was."""
    conditions: Conditions


@dataclass(frozen=True, eq=False)
class Outcome:
    """A trial with what was seen of it."""

    trial: Trial
    records: tuple[TrialRecord, ...]
    """One per robot, the one under test first."""
    film: Film | None = None


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Trials, how many succeeded, how many ended in a fall; events add what they measured."""

    trials: int
    successes: int
    low: float
    high: float
    """95 % interval of the rate of success, 0…1."""
    falls: int
    must: str
    """The bar, in words."""
    reached: bool

    @property
    def rate(self) -> Rate:
        """Successes of trials."""
        return Rate.of(self.successes, self.trials)

    def figures(self) -> str:
        """What the event measured, in a few words for the scoreboard."""
        return ""


class Counts(TypedDict):
    """The figures that every score begins with."""

    trials: int
    successes: int
    low: float
    high: float
    falls: int


def counts(trials: Sequence[Trial]) -> Counts:
    """Count trials, successes and falls."""
    rate = Rate.among(trial.success for trial in trials)
    return Counts(
        trials=rate.trials,
        successes=rate.successes,
        low=rate.low,
        high=rate.high,
        falls=sum(trial.fell for trial in trials),
    )


def share(trials: Sequence[Trial]) -> float:
    """Successes of all trials, 0…1."""
    return sum(trial.success for trial in trials) / len(trials)


def mean(values: Iterable[float], digits: int = 3) -> float | None:
    """Mean for people to read; None of nothing."""
    numbers = list(values)
    return round(float(np.mean(numbers)), digits) if numbers else None
