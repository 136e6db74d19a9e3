"""Walking measured: trials on seeds nobody tuned on, and what they must reach."""

from olympian.arena.crew import default_workers
from olympian.arena.walking.bars import Bar, bars
from olympian.arena.walking.bench import MEASURES, WalkBench, choose_measures
from olympian.arena.walking.course import Held
from olympian.arena.walking.report import WalkReport
from olympian.arena.walking.scenario import PushDirection, Scenario, Shove, WalkConditions
from olympian.arena.walking.travel import RandomDrive
from olympian.arena.walking.trial import WalkOutcome, run_scenario

__all__ = [
    "MEASURES",
    "Bar",
    "Held",
    "PushDirection",
    "RandomDrive",
    "Scenario",
    "Shove",
    "WalkBench",
    "WalkConditions",
    "WalkOutcome",
    "WalkReport",
    "bars",
    "choose_measures",
    "default_workers",
    "run_scenario",
]
