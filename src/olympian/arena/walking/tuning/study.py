"""Candidates and their marks, kept in a file, proposed by CMA-ES."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from olympian.arena.walking.tuning.drill import Marks
from olympian.arena.walking.tuning.header import StudyHeader
from olympian.arena.walking.tuning.journal import (
    Begun,
    Journal,
    Line,
    Noted,
    Proposed,
    Told,
    locked_journal,
    no_study,
    read_lines,
)
from olympian.arena.walking.tuning.proposals import Tried, proposals
from olympian.errors import OlympianError

Header = TypeVar("Header", bound=StudyHeader[Any, Any])


@dataclass(frozen=True)
class Candidate:
    """One trial: the values to try and, once it is done, what came of them."""

    number: int
    generation: int
    """0 is the start alone; every other holds `population` candidates, on the same seeds."""
    values: Mapping[str, float]
    marks: Marks | None = None


class Study(Generic[Header]):
    """Asks for candidates and is told their marks; every change is in the file at once."""

    def __init__(
        self, path: Path, header: Header, rest: Sequence[Line], journal: Journal | None = None
    ) -> None:
        """Args:
        rest: lines of the file after its first one.
        journal: where changes go; None to look only.
        """
        self.header = header
        self._journal = journal
        self._candidates: list[Candidate] = []
        self._notes: dict[str, object] = {}
        for number, line in enumerate(rest, 2):
            self._take(line, f"{path}:{number}: the study is damaged")

    def done(self) -> list[Candidate]:
        """Candidates with marks, in the order in which they were proposed."""
        return [one for one in self._candidates if one.marks is not None]

    def best(self) -> Candidate | None:
        """The one with the least value so far; on other seeds another may be."""
        return min(self.done(), key=_value, default=None)

    def batch(self, most: int) -> list[Candidate]:
        """What to try next: of one generation, and at most so many.

        A generation is proposed as a whole before any of it is tried, so that what is proposed
        depends neither on who is quick nor on who was interrupted.
        """
        generation = self._generation(max(len(self._candidates) - 1, 0))
        if not self._open(generation) and self._whole(generation):
            generation += 1
        for values in self._missing(generation):
            self._add(Proposed(len(self._candidates), generation, values))
        return self._open(generation)[:most]

    def tell(self, candidate: Candidate, marks: Marks) -> None:
        """Keep what came of a candidate."""
        self._add(Told(candidate.number, marks))

    def note(self, name: str, value: object) -> None:
        """Keep something about the study as a whole; JSON."""
        self._add(Noted(name, value))

    def noted(self, name: str) -> object:
        """What was kept under a name, or None."""
        return self._notes.get(name)

    def _generation(self, number: int) -> int:
        return 0 if number == 0 else 1 + (number - 1) // self.header.population

    def _of(self, generation: int) -> list[Candidate]:
        return [one for one in self._candidates if one.generation == generation]

    def _open(self, generation: int) -> list[Candidate]:
        return [one for one in self._of(generation) if one.marks is None]

    def _whole(self, generation: int) -> bool:
        return len(self._of(generation)) == (self.header.population if generation else 1)

    def _missing(self, generation: int) -> Iterator[dict[str, float]]:
        """Values of those candidates of a generation that are not in the file yet."""
        if self._whole(generation):
            return iter(())
        if generation == 0:
            return iter([{one.key: one.start for one in self.header.space}])
        before = [[_tried(one) for one in self._of(past)] for past in range(1, generation)]
        there = len(self._of(generation))
        return islice(proposals(self.header, before), there, self.header.population)

    def _inside(self, values: Mapping[str, float]) -> bool:
        """Is there one value in each range, and no other?"""
        space = {one.key: one for one in self.header.space}
        return values.keys() == space.keys() and all(
            space[key].low <= value <= space[key].high for key, value in values.items()
        )

    def _add(self, line: Line) -> None:
        assert self._journal is not None
        self._journal.add(line)
        self._take(line, "study")

    def _take(self, line: Line, where: str) -> None:
        match line:
            case Proposed(number, generation, values):
                expected = (len(self._candidates), self._generation(len(self._candidates)))
                if (number, generation) != expected or not self._inside(values):
                    raise OlympianError(f"{where}: candidate {number} is not the next one")
                self._candidates.append(Candidate(number, generation, values))
            case Told(number, marks):
                if not 0 <= number < len(self._candidates):
                    raise OlympianError(f"{where}: nobody proposed candidate {number}")
                self._candidates[number] = replace(self._candidates[number], marks=marks)
            case Noted(name, value):
                self._notes[name] = value
            case _:
                raise OlympianError(f"{where}: it begins twice")


@contextmanager
def open_study(path: Path, header: Header) -> Iterator[Study[Header]]:
    """The study in a file, new or gone on with; nobody else may write to it meanwhile."""
    kinds = (type(header),)
    with locked_journal(path, _formats(kinds)) as journal:
        lines = read_lines(path, _formats(kinds))
        if not lines:
            lines = [Begun(header.FORMAT, msgspec.Raw(msgspec.json.encode(header)))]
            journal.add(lines[0])
        study = Study(path, _header(path, lines[0], kinds), lines[1:], journal)
        study.header.check_same(header)
        yield study


def read_study(path: Path, *kinds: type[Header]) -> Study[Header]:
    """The study in a file, to look at. Args: kinds: of headers that it may have."""
    lines = read_lines(path, _formats(kinds))
    if not lines:
        raise OlympianError(f"{path}: holds no trial yet")
    return Study(path, _header(path, lines[0], kinds), lines[1:])


def _formats(kinds: Sequence[type[Header]]) -> list[str]:
    return [kind.FORMAT for kind in kinds]


def _header(path: Path, line: Line, kinds: Sequence[type[Header]]) -> Header:
    assert isinstance(line, Begun)
    kind = next(kind for kind in kinds if line.format == kind.FORMAT)
    try:
        return msgspec.json.decode(line.header, type=kind)
    except msgspec.DecodeError as error:
        raise no_study(path) from error


def _tried(candidate: Candidate) -> Tried:
    return candidate.values, _value(candidate)


def _value(candidate: Candidate) -> float:
    assert candidate.marks is not None
    return candidate.marks.value
