"""The search: generation after generation, then finals between the best."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from olympian.arena.crew import Crew
from olympian.arena.walking.tuning.drill import Drill, Marks, evaluate, training_seeds
from olympian.arena.walking.tuning.exercise import Exercise, Tops
from olympian.arena.walking.tuning.finals import FINAL_ROUNDS, Finals, hold_finals
from olympian.arena.walking.tuning.header import StudyHeader, WalkHeader
from olympian.arena.walking.tuning.study import Candidate, Study
from olympian.errors import OlympianError
from olympian.motion.number_set import NumberSet
from olympian.motion.walk import WalkConfig

Seeds = tuple[tuple[int, ...], ...]
Told = Callable[[int, Candidate], None]
"""Called after every candidate: how many are done, and the best of them."""
Set = TypeVar("Set", bound=NumberSet)
Task = TypeVar("Task")


@dataclass(frozen=True)
class Tuned(Generic[Set]):
    """The set that won, and by how much."""

    config: Set
    number: int
    """Of the candidate; 0 is the start itself."""
    value: float
    start_value: float
    """Both from the finals, where all had the same seeds."""
    finals: Finals
    trials: int

    @property
    def better(self) -> bool:
        """Did anything beat the start?"""
        return self.value < self.start_value


class StudySearch(ABC, Generic[Set, Task]):
    """Puts the candidates of a study to work."""

    def __init__(self, study: Study[Any], crew: Crew) -> None:
        self.study: Study[StudyHeader[Set, Any]] = study
        self._crew = crew

    @abstractmethod
    def task(self, config: Set, seeds: Seeds) -> Task:
        """What has to be done to judge a set."""

    @property
    @abstractmethod
    def work(self) -> Callable[[Task], Marks]:
        """What does it, in any process."""

    def search(self, trials: int, told: Told | None = None) -> None:
        """Go on until the study holds so many candidates; what is there counts."""
        done = len(self.study.done())
        while done < trials:
            batch = self.study.batch(trials - done)
            tasks = [self._task(one, self._seeds(one)) for one in batch]
            for place, marks in self._crew.carry_out(self.work, tasks):
                self._tell(batch[place], marks)
                done += 1
                best = self.study.best()
                if told is not None and best is not None:
                    told(done, best)

    def finish(
        self,
        finalists: int,
        rounds: int = FINAL_ROUNDS,
        told: Callable[[float], None] | None = None,
    ) -> Tuned[Set]:
        """The best of the best and the start, by finals on the same seeds."""
        study = self.study
        finals = hold_finals(study, self._task, self._crew, finalists, rounds, told, self.work)
        done = study.done()
        winner = next(one for one in done if one.number == finals.winner)
        start = done[0].number
        return Tuned(
            study.header.set_of(winner.values),
            winner.number,
            finals.values[winner.number],
            finals.values[start],
            finals,
            len(done),
        )

    def _tell(self, candidate: Candidate, marks: Marks) -> None:
        if candidate.generation == 0 and marks.problem:
            raise OlympianError(f"the set to start from does not do: {marks.problem}")
        self.study.tell(candidate, marks)

    def _seeds(self, candidate: Candidate) -> Seeds:
        header = self.study.header
        return training_seeds(
            header.seed, candidate.generation, len(header.exercises), header.rounds
        )

    def _task(self, candidate: Candidate, seeds: Seeds) -> Task:
        return self.task(self.study.header.set_of(candidate.values), seeds)


class Tuning(StudySearch[WalkConfig, Drill]):
    """Puts walks through their exercises."""

    def __init__(self, study: Study[WalkHeader], robot: str, crew: Crew) -> None:
        super().__init__(study, crew)
        self._robot = robot
        self._tops = Tops.of(study.header.start)
        self._exercises: tuple[Exercise, ...] = study.header.exercises

    @property
    def work(self) -> Callable[[Drill], Marks]:
        """All exercises."""
        return evaluate

    def task(self, config: WalkConfig, seeds: Seeds) -> Drill:
        """The drill of a set."""
        return Drill(self._robot, config, self._tops, self._exercises, seeds)
