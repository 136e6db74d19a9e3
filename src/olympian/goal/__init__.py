"""What stands between skills and servos."""

from olympian.goal.claims import CLAIMS, Source
from olympian.goal.limits import Clamp, GoalLimiter
from olympian.goal.mutex import JointMutex, Refusal, Request, Verdict
from olympian.goal.parts import Part, PartKind, parts_of

__all__ = [
    "CLAIMS",
    "Clamp",
    "GoalLimiter",
    "JointMutex",
    "Part",
    "PartKind",
    "Refusal",
    "Request",
    "Source",
    "Verdict",
    "parts_of",
]
