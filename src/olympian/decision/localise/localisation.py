"""A place with a word on how sure it is."""

from dataclasses import dataclass
from enum import StrEnum

from olympian.geometry import Place, Vec

__all__ = ["Certainty", "Localisation"]


class Certainty(StrEnum):
    """How far a place can be relied on."""

    LOST = "lost"
    """It may be anywhere: look around before you go."""
    UNSURE = "unsure"
    """Somewhere there: good enough to walk, not to kick."""
    SURE = "sure"


@dataclass(frozen=True, eq=False)
class Localisation:
    """Where a robot is on a field."""

    t: float
    place: Place
    covariance: Vec
    """(3, 3) of x, y and yaw, m and rad."""
    certainty: Certainty
    reason: str = ""
    """Why it is not sure; empty if it is."""

    def __str__(self) -> str:
        said = f"{self.certainty.value}: {self.reason}" if self.reason else self.certainty.value
        return f"({self.place.x:.2f}, {self.place.y:.2f}), {said}"
