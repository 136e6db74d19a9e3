"""The best candidates once more, on the same seeds: luck alone should not choose the walk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
import numpy as np

from olympian.arena.crew import Crew
from olympian.arena.walking.tuning.drill import Marks, evaluate, final_seeds
from olympian.arena.walking.tuning.study import Candidate, Study

FINAL_ROUNDS = 5
"""Rounds of all exercises for each finalist: as many specimens and floors."""
NOTE = "finals"
Task = TypeVar("Task")


@dataclass(frozen=True)
class Finals:
    """Values of the best candidates and of the start, on the same seeds."""

    values: dict[int, float]
    """By number of the candidate; 0 is the start."""
    rounds: int

    @property
    def winner(self) -> int:
        """Number of the best; the start if nothing is better."""
        return min(self.values, key=lambda number: (self.values[number], number))


def hold_finals(
    study: Study[Any],
    drill: Callable[[Candidate, tuple[tuple[int, ...], ...]], Task],
    crew: Crew,
    finalists: int,
    rounds: int = FINAL_ROUNDS,
    told: Callable[[float], None] | None = None,
    work: Callable[[Task], Marks] = evaluate,
) -> Finals:
    """Finals between the start and the best `finalists`; those that were held are not repeated.

    Args:
        drill: what a candidate has to do on given seeds.
        told: called with the share that is done.
        work: does it.
    """
    header = study.header
    seeds = final_seeds(header.seed, len(header.exercises), rounds)
    candidates = _finalists(study, finalists)
    known = _known(study, rounds)
    missing = [one for one in candidates if one.number not in known]
    # one task for each round: all cores have work to the end
    tasks = [(one.number, drill(one, (row,))) for one in missing for row in seeds]
    found: dict[int, list[float]] = {one.number: [] for one in missing}
    done = crew.carry_out(work, [task for _, task in tasks])
    for count, (place, marks) in enumerate(done, 1):
        found[tasks[place][0]].append(marks.value)
        if told is not None:
            told(count / len(tasks))
    values = known | {number: float(np.mean(sorted(row))) for number, row in found.items()}
    study.note(NOTE, msgspec.to_builtins(Finals(values, rounds)))
    return Finals({one.number: values[one.number] for one in candidates}, rounds)


def _known(study: Study[Any], rounds: int) -> dict[int, float]:
    noted = study.noted(NOTE)
    if noted is None:
        return {}
    before = msgspec.convert(noted, Finals, strict=False)
    return before.values if before.rounds == rounds else {}


def _finalists(study: Study[Any], count: int) -> list[Candidate]:
    start, *others = study.done()
    return [start, *sorted(others, key=lambda one: _marks(one).value)[:count]]


def _marks(candidate: Candidate) -> Marks:
    assert candidate.marks is not None
    return candidate.marks
