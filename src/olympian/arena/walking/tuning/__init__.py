"""Tuning a walk: candidates of CMA-ES, put through shoves, offsets and weak servos."""

from olympian.arena.crew import default_workers, processes
from olympian.arena.walking.tuning.build import Build
from olympian.arena.walking.tuning.drill import Drill, Marks, evaluate, final_seeds, training_seeds
from olympian.arena.walking.tuning.exercise import EXERCISES, Exercise, Tops, choose_exercises
from olympian.arena.walking.tuning.first_walk import begin, first_walk, start_set
from olympian.arena.walking.tuning.header import StudyHeader, WalkHeader
from olympian.arena.walking.tuning.plots import draw_study
from olympian.arena.walking.tuning.proof import prove
from olympian.arena.walking.tuning.ray_crew import ray_cluster
from olympian.arena.walking.tuning.result import (
    check_result,
    make_folder,
    provenance,
    renew_proof,
    save_result,
)
from olympian.arena.walking.tuning.space import SPACE, Bound, Range, Unit, search_space
from olympian.arena.walking.tuning.study import Candidate, Study, open_study, read_study
from olympian.arena.walking.tuning.tuning import StudySearch, Tuned, Tuning

__all__ = [
    "EXERCISES",
    "SPACE",
    "Bound",
    "Build",
    "Candidate",
    "Drill",
    "Exercise",
    "Marks",
    "Range",
    "Study",
    "StudyHeader",
    "StudySearch",
    "Tops",
    "Tuned",
    "Tuning",
    "Unit",
    "WalkHeader",
    "begin",
    "check_result",
    "choose_exercises",
    "default_workers",
    "draw_study",
    "evaluate",
    "final_seeds",
    "first_walk",
    "make_folder",
    "open_study",
    "processes",
    "prove",
    "provenance",
    "ray_cluster",
    "read_study",
    "renew_proof",
    "save_result",
    "search_space",
    "start_set",
    "training_seeds",
]
