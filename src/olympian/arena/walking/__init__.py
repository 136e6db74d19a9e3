"""Walking measured: trials on seeds nobody tuned on, and what they must reach."""

from olympian.arena.crew import default_workers
from olympian.arena.walking.bars import Bar, bars
from olympian.arena.walking.bench import MEASURES, WalkBench, choose_measures
from olympian.arena.walking.conditions import WalkConditions
from olympian.arena.walking.errand import Direction, Errand, Shove
from olympian.arena.walking.report import WalkReport
from olympian.arena.walking.trial import Outcome, run_errand

__all__ = [
    "MEASURES",
    "Bar",
    "Direction",
    "Errand",
    "Outcome",
    "Shove",
    "WalkBench",
    "WalkConditions",
    "WalkReport",
    "bars",
    "choose_measures",
    "default_workers",
    "run_errand",
]
