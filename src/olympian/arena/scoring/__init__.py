"""Scoring: one robot goes to a ball by its own eyes and kicks it at the goal."""

from olympian.arena.scoring.bench import ScoringRow, measure
from olympian.arena.scoring.trial import (
    ScoringDraw,
    ScoringOutcome,
    ScoringTask,
    ScoringTrial,
    run_scoring,
)

__all__ = [
    "ScoringDraw",
    "ScoringOutcome",
    "ScoringRow",
    "ScoringTask",
    "ScoringTrial",
    "measure",
    "run_scoring",
]
