"""The search: generation after generation, then finals between the best."""

from collections.abc import Callable
from dataclasses import dataclass

from olympian.arena.crew import Crew
from olympian.arena.walking.tuning.drill import Drill, Marks, evaluate, training_seeds
from olympian.arena.walking.tuning.exercise import Tops
from olympian.arena.walking.tuning.finals import FINAL_ROUNDS, Finals, hold_finals
from olympian.arena.walking.tuning.header import WalkHeader
from olympian.arena.walking.tuning.study import Candidate, Study
from olympian.errors import OlympianError
from olympian.motion.walk import WalkConfig

Seeds = tuple[tuple[int, ...], ...]
Told = Callable[[int, Candidate], None]
"""Called after every candidate: how many are done, and the best of them."""


@dataclass(frozen=True)
class Tuned:
    """The set that won, and by how much."""

    config: WalkConfig
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


class Tuning:
    """Puts the candidates of a study through their exercises."""

    def __init__(self, study: Study, robot: str, crew: Crew) -> None:
        self.study = study
        self._robot = robot
        self._crew = crew
        self._tops = Tops.of(study.header.start)

    def search(self, trials: int, told: Told | None = None) -> None:
        """Go on until the study holds so many candidates; what is there counts."""
        done = len(self.study.done())
        while done < trials:
            batch = self.study.batch(trials - done)
            drills = [self._drill(one, self._seeds(one)) for one in batch]
            for place, marks in self._crew.carry_out(evaluate, drills):
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
    ) -> Tuned:
        """The best of the best and the start, by finals on the same seeds."""
        finals = hold_finals(self.study, self._drill, self._crew, finalists, rounds, told)
        done = self.study.done()
        winner = next(one for one in done if one.number == finals.winner)
        start = done[0].number
        return Tuned(
            config_of(self.study.header, winner),
            winner.number,
            finals.values[winner.number],
            finals.values[start],
            finals,
            len(done),
        )

    def _tell(self, candidate: Candidate, marks: Marks) -> None:
        if candidate.generation == 0 and marks.problem:
            raise OlympianError(f"the walk to start from does not walk: {marks.problem}")
        self.study.tell(candidate, marks)

    def _seeds(self, candidate: Candidate) -> Seeds:
        header = self.study.header
        return training_seeds(
            header.seed, candidate.generation, len(header.exercises), header.rounds
        )

    def _drill(self, candidate: Candidate, seeds: Seeds) -> Drill:
        header = self.study.header
        config = config_of(header, candidate)
        return Drill(self._robot, config, self._tops, header.exercises, seeds)


def config_of(header: WalkHeader, candidate: Candidate) -> WalkConfig:
    """The set that a candidate stands for; rounded as the file will have it."""
    return header.start.changed({key: round(v, 6) for key, v in candidate.values.items()})
