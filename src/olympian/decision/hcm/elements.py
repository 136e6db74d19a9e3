"""What the decisions and actions of the module have in common."""

from enum import Enum, auto
from typing import Generic, TypeVar

from olympian.decision.dsd import Action, Decision
from olympian.decision.hcm.blackboard import Blackboard

Outcome = TypeVar("Outcome", bound=Enum)


class HcmAction(Action):
    """An action on the module's blackboard."""

    blackboard: Blackboard


class Question(Decision[Outcome], Generic[Outcome]):
    """A decision on the module's blackboard."""

    blackboard: Blackboard


class Answer(Enum):
    """Yes or no."""

    YES = auto()
    NO = auto()


class Working(Enum):
    """Does a sensor tell anything new?"""

    OK = auto()
    STALE = auto()


class Side(Enum):
    """Which side is, or will be, down."""

    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    NO = "no"


def yes(is_so: bool) -> Answer:
    """Yes or no."""
    return Answer.YES if is_so else Answer.NO
