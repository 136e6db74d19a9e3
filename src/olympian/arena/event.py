"""What all events of the Olympics have in common: what they ask, and what comes of a trial."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import msgspec
import numpy as np

from olympian.arena.conditions import Conditions
from olympian.arena.film import Film, FilmView
from olympian.arena.witness import TrialRecord
from olympian.errors import OlympianError
from olympian.motion.animate import movement_names
from olympian.motion.step import gait_names
from olympian.motion.walks import walk_names
from olympian.robot import Robot
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


class EventBar(msgspec.Struct, frozen=True):
    """What is asked of an event, in words and as the share of trials that must succeed."""

    must: str
    aim: str
    share: float


class Event(ABC):
    """One discipline: runs a trial from its seed, and scores many."""

    name: str
    title: str
    """A sentence for the report: the task and what counts as success."""
    bar: EventBar
    view: FilmView = FilmView()
    movements: tuple[str, ...] = ()
    gaits: tuple[str, ...] = ()
    walks: tuple[str, ...] = ()
    """What a robot must have in its library to take part."""
    parts: int = 1
    """Trials of each seed: several tasks for the same specimen, each from a fresh start."""

    @abstractmethod
    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:
        """One trial.

        Args:
            seed: of everything random in it.
            part: which of the event's `parts`.
        """

    @abstractmethod
    def score(self, trials: Sequence[Trial]) -> Score:
        """All trials in a few figures."""

    def tally(self, trials: Sequence[Trial]) -> dict[str, Any]:
        """What every score begins with: its counts, its bar, and whether enough succeeded."""
        enough = share(trials) >= self.bar.share
        return {**counts(trials), "must": self.bar.must, "reached": enough}

    def check(self, robot: Robot) -> None:
        """Refuse a robot that lacks a movement, a gait or a walk.

        Raises:
            OlympianError: names the first that is missing, and what there is.
        """
        for kind, needed, there in (
            ("gait", self.gaits, gait_names(robot)),
            ("walk", self.walks, walk_names(robot)),
            ("movement", self.movements, movement_names(robot)),
        ):
            for name in needed:
                if name not in there:
                    raise OlympianError(
                        f"event '{self.name}' needs {kind} '{name}', which robot '{robot.name}'"
                        f" does not have; it has {', '.join(there) or 'none'}"
                    )
