"""What is read of a stream that brings more than a tick has time for: its newest lines."""

from olympian.motion.imitate.source.json_line import LONGEST_LINE
from olympian.motion.imitate.trouble import Trouble, Troubles

__all__ = ["MOST_BYTES", "newest_lines"]

MOST_LINES = 8
"""Read in one tick: twice what the filter uses, so that a few bad ones hide no good one. A line
takes 0.1 ms, one made to be slow 0.4 ms."""
MOST_BYTES = 1 << 18
"""Taken from the system in one tick."""
DECLARES = b'"stream"'
"""In a line that says how to read all others; it is read even if it is not among the newest."""


def newest_lines(data: bytes, troubles: Troubles, now: float) -> list[bytes]:
    """The last lines of what came in this tick, the oldest first; all others are counted."""
    older, *newest = data.rsplit(b"\n", MOST_LINES)
    if len(newest) < MOST_LINES:
        return [older, *newest]
    if not older.strip():
        return newest
    dropped = older.count(b"\n") + 1
    place = older.rfind(DECLARES)
    if place >= 0:
        begin, end = older.rfind(b"\n", 0, place) + 1, older.find(b"\n", place)
        newest.insert(0, older[begin : end if end >= 0 else None][: LONGEST_LINE + 1])
        dropped -= 1
    if dropped:
        troubles.note(Trouble.FLOOD, now, f"{dropped} left out in one tick", dropped)
    return newest
