"""Walking measured: trials under held-out conditions, and what they must reach."""

from olympian.arena.walking.conditions import HELD_OUT, WalkConditions
from olympian.arena.walking.errand import Direction, Errand, Shove
from olympian.arena.walking.trial import Outcome, run_errand

__all__ = ["HELD_OUT", "Direction", "Errand", "Outcome", "Shove", "WalkConditions", "run_errand"]
