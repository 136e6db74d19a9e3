"""Candidates and their values, kept by Optuna in a file, proposed by CMA-ES."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from olympian.arena.walking.tuning.drill import Marks
from olympian.arena.walking.tuning.header import Header
from olympian.arena.walking.tuning.journal import check_journal, locked_journal
from olympian.errors import OlympianError

if TYPE_CHECKING:
    import optuna
    from optuna.trial import FrozenTrial

__all__ = ["Candidate", "Study", "open_study", "read_study"]

NAME = "walk"
SEED_STEP = 1_000_003
"""Seeds of two studies must not meet: a prime far above the number of trials."""


@dataclass(frozen=True)
class Candidate:
    """One trial: the values to try and, once it is done, what came of them."""

    number: int
    generation: int
    """0 is the start alone; every other holds `population` candidates, on the same seeds."""
    values: Mapping[str, float]
    marks: Marks | None = None


class Study:
    """Asks for candidates and is told their marks; every change is in the file at once."""

    def __init__(self, study: "optuna.Study", header: Header) -> None:
        self.header = header
        self._study = study

    def done(self) -> list[Candidate]:
        """Candidates with marks, in the order in which they were proposed."""
        from optuna.trial import TrialState

        found = self._study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        return [_candidate(trial) for trial in found]

    def best(self) -> Candidate | None:
        """The one with the least value so far; on other seeds another may be."""
        return min(self.done(), key=_value, default=None)

    def batch(self, most: int) -> list[Candidate]:
        """What to try next: of one generation, and at most so many.

        A generation is proposed as a whole before any of it is tried, so that what is proposed
        depends neither on who is quick nor on who was interrupted.
        """
        batch = self._unfinished()
        count = len(self.done()) + len(batch)
        while not batch or not self._full(count):
            batch.append(self._ask(self._generation(count)))
            count += 1
        return batch[:most]

    def _unfinished(self) -> list[Candidate]:
        """Candidates that were proposed and have no marks yet."""
        from optuna.trial import TrialState

        found = []
        for trial in self._study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
            if "generation" in trial.user_attrs:
                found.append(_candidate(trial))
            else:
                # its values were not yet written when somebody stopped
                self._study.tell(trial.number, state=TrialState.FAIL)
        return found

    def tell(self, candidate: Candidate, marks: Marks) -> None:
        """Keep what came of a candidate."""
        storage = self._study._storage
        trial_id = storage.get_trial_id_from_study_id_trial_number(
            self._study._study_id, candidate.number
        )
        storage.set_trial_user_attr(trial_id, "marks", msgspec.to_builtins(marks))
        self._study.tell(candidate.number, marks.value)

    def note(self, name: str, value: object) -> None:
        """Keep something about the study as a whole; JSON."""
        self._study.set_user_attr(name, value)

    def noted(self, name: str) -> object:
        """What was kept under a name, or None."""
        return self._study.user_attrs.get(name)

    def _generation(self, count: int) -> int:
        return 0 if count == 0 else 1 + (count - 1) // self.header.population

    def _full(self, count: int) -> bool:
        """Would the next candidate begin a new generation?"""
        return count == 1 or (count - 1) % self.header.population == 0

    def _ask(self, generation: int) -> Candidate:
        from optuna.distributions import FloatDistribution
        from optuna.trial import TrialState

        waiting = self._study.get_trials(deepcopy=False, states=(TrialState.WAITING,))
        if generation == 0 and not waiting:
            self._study.enqueue_trial({one.key: one.start for one in self.header.space})
        number = len(self._study.get_trials(deepcopy=False))
        self._study.sampler = _sampler(self.header, number)
        trial = self._study.ask(
            {
                one.key: FloatDistribution(one.low, one.high, log=one.log)
                for one in self.header.space
            }
        )
        trial.set_user_attr("generation", generation)
        return Candidate(trial.number, generation, dict(trial.params))


@contextmanager
def open_study(path: Path, header: Header) -> Iterator[Study]:
    """The study in a file, new or gone on with; nobody else may write to it meanwhile."""
    with locked_journal(path):
        study = _load(path) or _create(path)
        if not study.user_attrs:
            study.set_user_attr("header", header.plain())
        recorded = _header(path, study)
        recorded.check_same(header)
        yield Study(study, recorded)


def read_study(path: Path) -> Study:
    """The study in a file, to look at."""
    check_journal(path)
    study = _load(path)
    if study is None:
        raise OlympianError(f"{path}: holds no trial yet")
    return Study(study, _header(path, study))


def _storage(path: Path) -> "optuna.storages.JournalStorage":
    try:
        import optuna
    except ImportError:
        raise OlympianError("tuning needs optuna and cmaes: pip install 'olympian[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    from optuna.storages.journal import JournalFileBackend

    return optuna.storages.JournalStorage(JournalFileBackend(str(path.absolute())))


def _load(path: Path) -> "optuna.Study | None":
    storage = _storage(path)
    import optuna

    try:
        return optuna.load_study(study_name=NAME, storage=storage)
    except KeyError:
        return None
    except ValueError as error:
        raise OlympianError(f"{path}: the study is damaged: {error}") from error


def _create(path: Path) -> "optuna.Study":
    import optuna

    return optuna.create_study(study_name=NAME, storage=_storage(path), direction="minimize")


def _header(path: Path, study: "optuna.Study") -> Header:
    try:
        return Header.read(study.user_attrs["header"])
    except (KeyError, msgspec.ValidationError) as error:
        raise OlympianError(
            f"{path}: the study was made by another version ({error}); begin a new one"
        ) from error


def _sampler(header: Header, number: int) -> "optuna.samplers.CmaEsSampler":
    """CMA-ES about the start.

    A new one for every candidate, seeded by its number: whoever goes on after an interruption
    proposes what would have been proposed without it.
    """
    from optuna.samplers import CmaEsSampler

    with warnings.catch_warnings():
        # x0 and sigma0 are to go in Optuna 6; pyproject.toml asks for 5
        warnings.simplefilter("ignore", FutureWarning)
        return CmaEsSampler(
            x0={one.key: one.start for one in header.space},
            sigma0=header.spread,
            popsize=header.population,
            seed=(header.seed * SEED_STEP + number) % 2**32,
            warn_independent_sampling=False,
        )


def _candidate(trial: "FrozenTrial") -> Candidate:
    marks = trial.user_attrs.get("marks")
    return Candidate(
        trial.number,
        trial.user_attrs.get("generation", 0),
        trial.params,
        None if marks is None else msgspec.convert(marks, Marks),
    )


def _value(candidate: Candidate) -> float:
    assert candidate.marks is not None
    return candidate.marks.value
