"""Everything the measures of one benchmark share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from olympian.arena.crew import Crew
from olympian.arena.walking.bars import Protocol
from olympian.arena.walking.contender import WalkContender
from olympian.arena.walking.ladder import Attempt, Climb, Rung
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.task import Task
from olympian.statistics import Rate, Spread

MOST = 0.95
"""Share of trials that must hold, where nothing else is said."""


@dataclass(frozen=True, eq=False)
class Course:
    """One robot with one walk, held-out seeds, and processes to try them."""

    source: str
    """Library name or file of the robot."""
    contender: WalkContender
    protocol: Protocol
    seeds: Sequence[int]
    """One trial each."""
    crew: Crew
    progress: Callable[[float], None]
    """Told 0…1 within the present measure."""

    def task(self, seed: int, scenario: Scenario) -> Task:
        """The trial of `seed` with this robot and walk."""
        return Task(self.source, self.contender.source, seed, scenario)

    def attempts(self, scenario: Callable[[int], Scenario], group: str = "trials") -> list[Attempt]:
        """One attempt per seed.

        Args:
            scenario: of the trial at this place among the trials.
        """
        return [
            Attempt(group, self.task(seed, scenario(place)))
            for place, seed in enumerate(self.seeds)
        ]

    def open_loop(self) -> "Course":
        """The same course for the same walk without feedback."""
        return replace(self, contender=self.contender.open_loop())

    def part(self, index: int, count: int) -> Callable[[float], None]:
        """Progress within one of several equal parts of a measure."""
        return lambda share: self.progress((index + share) / count)


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A speed that was asked for, and what became of it; m/s or rad/s."""

    asked: float
    limit: float
    """Of the walk."""
    speed: Spread | None
    """Really, of those that held it."""
    rate: Rate
    """How many held it."""
    heading_error_deg: Spread | None
    """Off the heading that was asked for, at the end; None for a turn."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One measured figure and what it rests on."""

    value: float | None
    """None: no trial came far enough to measure it."""
    successes: int
    falls: int
    """At the level that is reported; where none passed, at the last that was tried."""
    tail: float | None = None
    """Where the value is a median: its bad end, which one trial in twenty is beyond."""
    rungs: tuple[Rung, ...] = ()
    """Levels that were tried with all trials, falling."""
    held: Held | None = None
    """Of a speed."""

    @staticmethod
    def of(
        climb: Climb,
        value: float | None = None,
        tail: float | None = None,
        held: Held | None = None,
    ) -> "Finding":
        """A ladder's finding: the level, or what was measured there."""
        last = climb.decisive
        return Finding(
            value=climb.level if value is None else value,
            successes=last.held,
            falls=last.runs - last.held,
            tail=tail,
            rungs=climb.rungs,
            held=held,
        )
