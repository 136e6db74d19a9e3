"""The highest level of something at which enough trials hold."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

import msgspec

from olympian.arena.crew import Crew
from olympian.arena.walking.task import Task, walk_all
from olympian.arena.walking.trial import WalkOutcome


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
    """All levels that were tried with all their trials, and those of the highest that held."""

    rungs: tuple[Rung, ...]
    """Falling."""
    outcomes: tuple[tuple[Attempt, WalkOutcome], ...]
    """Of the highest level that passed; empty where none did."""

    @property
    def level(self) -> float:
        """The highest that passed, 0 where none did."""
        return max((rung.level for rung in self.rungs if rung.passed), default=0.0)

    @property
    def decisive(self) -> Rung:
        """The highest that passed, or the lowest of all where none did."""
        return next((rung for rung in self.rungs if rung.passed), self.rungs[-1])


@dataclass(frozen=True, eq=False)
class Ladder:
    """A search that begins near the answer and ends between a level that holds and one that fails.

    A level that holds needs all of its trials; one that fails ends with the trial that decides it.
    Two scouts tell by bisection where to begin; then all trials go up or down from there.
    """

    crew: Crew
    levels: Sequence[float]
    """Rising."""
    attempts: Callable[[float], Sequence[Attempt]]
    share: float
    """Of each group's trials that must hold."""
    holds: Callable[[Attempt, WalkOutcome], bool] = lambda _, outcome: outcome.held

    def climb(self, progress: Callable[[float], None] = lambda _: None) -> Climb:
        """Look for the highest level that passes before one that fails."""
        falls: Counter[str] = Counter()
        found: dict[int, Rung] = {}
        best: list[tuple[Attempt, WalkOutcome]] = []
        place = self._scout()
        while 0 <= place < len(self.levels) and place not in found:
            found[place], outcomes = self._try(self.levels[place], falls)
            if found[place].passed:
                best = outcomes
            place += 1 if found[place].passed else -1
            progress(1 - 1 / (1 + len(found)))
        tried = tuple(found[index] for index in sorted(found, reverse=True))
        return Climb(tried, tuple(best))

    def _scout(self) -> int:
        """Place of the highest level that two trials seem to hold, the lowest if none."""
        low, high = 0, len(self.levels)
        while high - low > 1:
            middle = (low + high) // 2
            attempts = self.attempts(self.levels[middle])
            scouts = [attempts[0], attempts[len(attempts) // 2]]
            outcomes = walk_all(self.crew, [scout.task for scout in scouts])
            held = all(map(self.holds, scouts, outcomes))
            low, high = (middle, high) if held else (low, middle)
        return low

    def _try(
        self, level: float, falls: Counter[str]
    ) -> tuple[Rung, list[tuple[Attempt, WalkOutcome]]]:
        # groups that fell at other levels come first: they decide soonest
        attempts = sorted(self.attempts(level), key=lambda attempt: -falls[attempt.group])
        sizes = Counter(attempt.group for attempt in attempts)
        spare = {group: size - ceil(self.share * size - 1e-9) for group, size in sizes.items()}
        by_task = {id(attempt.task): attempt for attempt in attempts}
        held = 0

        def decided(task: Task, outcome: WalkOutcome) -> bool:
            nonlocal held
            attempt = by_task[id(task)]
            if self.holds(attempt, outcome):
                held += 1
                return False
            falls[attempt.group] += 1
            spare[attempt.group] -= 1
            return spare[attempt.group] < 0

        outcomes = walk_all(self.crew, [attempt.task for attempt in attempts], decided)
        rung = Rung(level, len(outcomes), held, min(spare.values()) >= 0)
        return rung, list(zip(attempts, outcomes, strict=False))


def rungs(step: float, top: float) -> list[float]:
    """Multiples of `step` up to `top`, and `top` itself."""
    count = int(top / step + 1e-9)
    levels = [round(step * (index + 1), 6) for index in range(count)]
    if not levels or top - levels[-1] > 1e-9:
        levels.append(top)
    return levels
