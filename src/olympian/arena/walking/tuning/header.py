"""What a study is about, written into its file once: nobody goes on with another one by mistake."""

from dataclasses import dataclass, fields

import msgspec

from olympian.arena.walking.tuning.exercise import Exercise
from olympian.arena.walking.tuning.space import Range
from olympian.errors import OlympianError
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


@dataclass(frozen=True)
class WalkHeader:
    """Everything on which a study's values depend, but for the machine."""

    identity: str
    """Random; the result says it too, so that a study may replace its own result."""
    robot: str
    start: WalkConfig
    space: tuple[Range, ...]
    exercises: tuple[Exercise, ...]
    rounds: int
    seed: int
    population: int
    spread: float
    """Of the first generation about the start, as a share of each range."""

    def plain(self) -> dict:
        """As JSON can say it."""
        return msgspec.to_builtins(self)

    @staticmethod
    def read(value: object) -> "WalkHeader":
        """From what `plain` gave."""
        return msgspec.convert(value, WalkHeader)

    def check_same(self, other: "WalkHeader") -> None:
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
