"""What a study is about, written into its file once: nobody goes on with another one by mistake."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Generic, Self, TypeVar

from olympian.arena.walking.tuning.exercise import Exercise
from olympian.arena.walking.tuning.space import Range
from olympian.errors import OlympianError
from olympian.motion.number_set import NumberSet
from olympian.motion.walk import WalkConfig

NAMES = {
    "robot": "robot",
    "seed": "--seed",
    "space": "search space",
    "exercises": "scenarios",
    "rounds": "--rounds",
    "population": "--population",
    "spread": "--spread",
    "start": "start",
}
"""What people call the fields that must agree."""


Start = TypeVar("Start", bound=NumberSet)
Task = TypeVar("Task")


@dataclass(frozen=True)
class StudyHeader(Generic[Start, Task]):
    """Everything on which a study's values depend, but for the machine."""

    FORMAT: ClassVar[str]
    """What a file begins with that holds such a study."""
    identity: str
    """Random; the result says it too, so that a study may replace its own result."""
    robot: str
    start: Start
    space: tuple[Range, ...]
    exercises: tuple[Task, ...]
    rounds: int
    seed: int
    population: int
    spread: float
    """Of the first generation about the start, as a share of each range."""

    def set_of(self, values: Mapping[str, float]) -> Start:
        """The set that a candidate stands for; rounded as the file will have it."""
        return self.start.changed({key: round(v, 6) for key, v in values.items()})

    def check_same(self, other: Self) -> None:
        """Refuse to go on where `other`, as asked for now, is not what was begun."""
        for field in fields(self):
            ours, theirs = getattr(self, field.name), getattr(other, field.name)
            if field.name != "identity" and ours != theirs:
                raise OlympianError(
                    f"the study was begun with another {NAMES[field.name]}"
                    f"{_difference(ours, theirs)}; give that one, or another --study file"
                )


def _difference(ours: object, theirs: object) -> str:
    if isinstance(ours, str | int | float):
        return f": {ours}, not {theirs}"
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        odd = next(item for item in (*ours, *theirs) if item not in ours or item not in theirs)
        return f", see {getattr(odd, 'key', None) or getattr(odd, 'name', '')}"
    return ""


@dataclass(frozen=True)
class WalkHeader(StudyHeader[WalkConfig, Exercise]):
    """What the study of a walk is about."""

    FORMAT = "olympian walk study 1"
