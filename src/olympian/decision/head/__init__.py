"""Where to look: ahead, at a point, around, after something; goals for head joints alone."""

from olympian.decision.head.control import HeadControl
from olympian.decision.head.head import Head, head_of
from olympian.decision.head.look import LookAt, LookForward, Track
from olympian.decision.head.pointing import Gaze, Pointing
from olympian.decision.head.search import Pattern, Search, pattern_names, read_pattern

__all__ = [
    "Gaze",
    "Head",
    "HeadControl",
    "LookAt",
    "LookForward",
    "Pattern",
    "Pointing",
    "Search",
    "Track",
    "head_of",
    "pattern_names",
    "read_pattern",
]
