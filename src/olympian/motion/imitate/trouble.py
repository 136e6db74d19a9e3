"""What can be wrong with a stream, told once and counted always."""

from collections import Counter
from enum import Enum

__all__ = ["Trouble", "Troubles"]

REPEAT = 5.0
"""Seconds before the same trouble is told again: one line each, not one line a frame."""
LONGEST_DETAIL = 160
"""Signs of a detail: it may quote what a stranger sent."""


class Trouble(Enum):
    """Kinds of trouble, each with what is done about it."""

    MALFORMED = "a line is not a skeleton: it is left out"
    NOT_FINITE = "a place is not a number: the joint is taken as unseen"
    TIME_BACK = "time goes back: frames are left out until it goes on"
    RESTARTED = "time starts again: followed from here"
    MISSING = "joints are missing: they keep their place, then their limb comes to rest"
    UNSURE = "the sensor is unsure: such joints keep their place"
    JUMP = "a joint jumps: it keeps its place until that lasts"
    SWAPPED = "left and right are swapped: swapped back"
    FLOOD = "lines come in a flood: only the newest are read"
    BURST = "frames come in a burst: only the newest are used"
    SILENT = "no frames: the pose is held"
    GONE = "still no frames: back to the ready pose"
    WIDE = "no usual unit fits: the person is taken to be of usual size"


class Troubles:
    """Counts troubles; `news` has the lines not fetched yet."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self.counts: Counter[Trouble] = Counter()
        self._told: dict[Trouble, float] = {}
        self._news: list[str] = []

    def note(self, trouble: Trouble, now: float, detail: str = "", times: int = 1) -> None:
        """It happened at `now`, by the robot's clock."""
        self.counts[trouble] += times
        last = self._told.get(trouble)
        if last is None or now - last >= REPEAT:
            self._told[trouble] = now
            so_far = "" if last is None else f"{self.counts[trouble]} times so far"
            details = "; ".join(filter(None, (_printable(detail), so_far)))
            self._news.append(f"{now:.2f} s: {trouble.value}{f' ({details})' if details else ''}")

    def news(self) -> list[str]:
        """Lines since the last call."""
        lines, self._news = self._news, []
        return lines


def _printable(detail: str) -> str:
    """What may go to a terminal: short, and without signs that a terminal obeys."""
    short = detail if len(detail) <= LONGEST_DETAIL else detail[: LONGEST_DETAIL - 1] + "…"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in short)
