"""What every decision of the module has."""

from enum import Enum
from typing import Generic, TypeVar

from olympian.decision.dsd import Decision
from olympian.decision.hcm.answers import Answer
from olympian.decision.hcm.blackboard import Blackboard

__all__ = ["Question", "yes"]

Outcome = TypeVar("Outcome", bound=Enum)


class Question(Decision[Outcome], Generic[Outcome]):
    """A decision on the module's blackboard."""

    blackboard: Blackboard


def yes(is_so: bool) -> Answer:
    """Yes or no."""
    return Answer.YES if is_so else Answer.NO
