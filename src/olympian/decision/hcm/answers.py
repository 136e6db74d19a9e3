"""Outcomes that several decisions share."""

from enum import Enum, auto

__all__ = ["Answer", "Side", "Working"]


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
