"""What came of one trial."""

from dataclasses import dataclass

import msgspec

from olympian.arena.conditions import Conditions
from olympian.arena.film import Film
from olympian.arena.witness import TrialRecord

__all__ = ["Outcome", "Trial"]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at an event; events add what they measure."""

    seed: int
    success: bool
    fell: bool
    time_s: float
    """From the first command to the end of the task, or to where it failed."""
    note: str = ""
    """Why it failed, or which of several tasks it was."""
    conditions: Conditions


@dataclass(frozen=True, eq=False)
class Outcome:
    """A trial with what was seen of it."""

    trial: Trial
    records: tuple[TrialRecord, ...]
    """One per robot, the one under test first."""
    film: Film | None = None
