"""A walk for a robot that has none, found within a time."""

from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

from olympian.arena.crew import Crew
from olympian.arena.walking.tuning import (
    EXERCISES,
    Build,
    Tuning,
    begin,
    first_walk,
    open_study,
    prove,
    save_result,
)
from olympian.errors import OlympianError
from olympian.robot import Robot

__all__ = ["search_walk", "seconds_to_finish"]

POPULATION = 16
SCENARIOS = ()
"""Of `olympian tune walk`: all of them."""
FINALISTS, FINAL_ROUNDS, PROOF_TRIALS = 3, 3, 20
LEAST_GENERATIONS = 3
"""Fewer are not worth their finals."""
EXERCISE_S = sum(one.seconds for one in EXERCISES)
"""Simulated seconds of one candidate that stays up."""
PROOF_S = 1.4 * 5 * 30.0
"""Simulated seconds of a specimen of the proof; some limits have to be tried twice."""


def seconds_to_finish(pace: float) -> float:
    """Wall seconds of finals and proof.

    Args: pace: wall seconds that all processes together need for a simulated second.
    """
    return pace * ((FINALISTS + 1) * FINAL_ROUNDS * EXERCISE_S + PROOF_TRIALS * PROOF_S)


def search_walk(
    robot: Robot,
    folder: Path,
    crew: Crew,
    until: float,
    pace: float,
    about: Mapping[str, str],
    told: Callable[[str], None],
    seed: int = 0,
) -> tuple[int, str]:
    """Walks tried and what came of them; the best is in `folder`/walk.toml.

    The study is in `folder`/walk.study: it goes on where it stopped.

    Args:
        until: `monotonic` time at which the search has to be over, finals and proof included.
        pace: see `seconds_to_finish`.
    """
    path, place = folder / "walk.study", folder / "walk.toml"
    # not the first steps' set: its limits are careful, and limits are what is tuned for
    header = begin(robot, first_walk(Build.of(robot)), SCENARIOS, 1, seed, POPULATION)
    end = until - seconds_to_finish(pace)
    with open_study(path, header) as study:
        tuning = Tuning(study, str(folder.resolve()), crew)
        done = len(study.done())
        if end - monotonic() < pace * LEAST_GENERATIONS * POPULATION * EXERCISE_S and done < 2:
            return done, "there was no time to search for a better walk: more --minutes"
        while monotonic() < end or done < 1 + POPULATION:
            tuning.search(1 + POPULATION * ((done - 1) // POPULATION + 1))
            done, best = len(study.done()), study.best()
            assert best is not None, "there is one after a generation"
            assert best.marks is not None, "the best has marks"
            told(f"{done} walks tried, best {best.marks.value:.3f} (0 is perfect, 1 falls at once)")
        told("finals of the best, then a proof of every limit")
        tuned = tuning.finish(FINALISTS, FINAL_ROUNDS)
        try:
            proof = prove(str(folder.resolve()), tuned.config, crew, PROOF_TRIALS, told)
        except OlympianError as error:
            return done, f"no walk holds yet: {error}"
        save_result(place, study.header, tuned, proof, about, force=True)
        return done, f"{tuned.value:.3f} after {tuned.start_value:.3f} at the start; {proof}"
