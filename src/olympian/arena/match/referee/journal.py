"""The log of a match: what was called and done, when."""

from dataclasses import dataclass

__all__ = ["MatchJournal", "MatchLine"]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One thing that happened."""

    t: float
    """Seconds since the beginning."""
    kind: str
    """goal, penalty, state, set play, ball, hand or player."""
    text: str

    def __str__(self) -> str:
        return f"{self.t:7.2f} s  {self.text}"


class MatchJournal:
    """All of them, in their order."""

    def __init__(self) -> None:
        self.lines: list[MatchLine] = []

    def write(self, t: float, kind: str, text: str) -> None:
        """Add a line."""
        self.lines.append(MatchLine(round(t, 3), kind, text))
