"""What stands between skills and servos."""

from olympian.goal.claims import CLAIMS, YIELDS, Urgency
from olympian.goal.limits import Clamp, GoalLimiter
from olympian.goal.mutex import PROTECTION, JointMutex, Refusal, Request, Verdict
from olympian.goal.parts import LEGS, Mask, Part, PartKind, parts_named, parts_of

__all__ = [
    "CLAIMS",
    "LEGS",
    "PROTECTION",
    "YIELDS",
    "Clamp",
    "GoalLimiter",
    "JointMutex",
    "Mask",
    "Part",
    "PartKind",
    "Refusal",
    "Request",
    "Urgency",
    "Verdict",
    "parts_named",
    "parts_of",
]
