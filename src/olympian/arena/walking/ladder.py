"""The highest level of something at which enough trials hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

import msgspec

from olympian.arena.walking.crew import Crew, Task
from olympian.arena.walking.trial import Outcome

__all__ = ["Attempt", "Climb", "Ladder", "Rung", "rungs"]


@dataclass(frozen=True, eq=False)
class Attempt:
    """One trial of a level."""

    group: str
    """Each group of a level must hold for itself: the phases of a push, say."""
    task: Task


class Rung(msgspec.Struct, frozen=True):
    """What came of one level."""

    level: float
    runs: int
    """Fewer than there are trials where falls had decided already."""
    held: int
    passed: bool


@dataclass(frozen=True, eq=False)
class Climb:
    """All levels that were tried, and the trials of the highest that held."""

    rungs: tuple[Rung, ...]
    """From the top down."""
    outcomes: tuple[tuple[Attempt, Outcome], ...]
    """Of the level that passed; empty where none did."""

    @property
    def level(self) -> float:
        """The highest that passed, 0 where none did."""
        return self.rungs[-1].level if self.rungs and self.rungs[-1].passed else 0.0


@dataclass(frozen=True, eq=False)
class Ladder:
    """A search from the top: failing levels end with the trial that decides them.

    A level that holds needs all of its trials, one that fails only a few, so the way down is the
    short one. Attempts that fell at the level above come first.
    """

    crew: Crew
    levels: Sequence[float]
    """Rising."""
    attempts: Callable[[float], Sequence[Attempt]]
    share: float
    """Of each group's trials that must hold."""
    holds: Callable[[Attempt, Outcome], bool] = lambda _, outcome: outcome.held

    def climb(self, progress: Callable[[float], None] = lambda _: None) -> Climb:
        """Look for the highest level that passes."""
        falls: Counter[tuple[str, int]] = Counter()
        found: list[Rung] = []
        for index, level in enumerate(reversed(self.levels)):
            rung, outcomes = self._try(level, falls)
            found.append(rung)
            if rung.passed:
                return Climb(tuple(found), tuple(outcomes))
            progress((index + 1) / len(self.levels))
        return Climb(tuple(found), ())

    def _try(
        self, level: float, falls: Counter[tuple[str, int]]
    ) -> tuple[Rung, list[tuple[Attempt, Outcome]]]:
        attempts = sorted(self.attempts(level), key=lambda attempt: -_blame(attempt, falls))
        sizes = Counter(attempt.group for attempt in attempts)
        spare = {group: size - ceil(self.share * size - 1e-9) for group, size in sizes.items()}
        by_task = {id(attempt.task): attempt for attempt in attempts}
        held = 0

        def decided(task: Task, outcome: Outcome) -> bool:
            nonlocal held
            attempt = by_task[id(task)]
            if self.holds(attempt, outcome):
                held += 1
                return False
            falls[attempt.group, task.seed] += 1
            spare[attempt.group] -= 1
            return spare[attempt.group] < 0

        outcomes = self.crew.run([attempt.task for attempt in attempts], decided)
        rung = Rung(level, len(outcomes), held, min(spare.values()) >= 0)
        return rung, list(zip(attempts, outcomes, strict=False))


def _blame(attempt: Attempt, falls: Counter[tuple[str, int]]) -> int:
    """How often this group fell before; the attempts of one group stay together."""
    return sum(count for (group, _), count in falls.items() if group == attempt.group)


def rungs(step: float, top: float) -> list[float]:
    """Multiples of `step` up to `top`, and `top` itself."""
    count = int(top / step + 1e-9)
    levels = [round(step * (index + 1), 6) for index in range(count)]
    if not levels or top - levels[-1] > 1e-9:
        levels.append(top)
    return levels
