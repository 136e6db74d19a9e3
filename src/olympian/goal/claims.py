"""Who may move what, in which state: the whole table on one page."""

from collections.abc import Mapping
from enum import Enum

from olympian.goal.parts import PartKind
from olympian.records import Semantic

__all__ = ["CLAIMS", "Claims", "Source"]


class Source(Enum):
    """Where goals for joints come from."""

    PROTECTION = "protection"
    """The control module itself; it may move everything, always."""
    KICK = "kick"
    ANIMATION = "animation"
    WALK = "walk"
    HEAD = "head"
    TELEOP = "teleop"
    """A person, joint by joint."""
    BEHAVIOUR = "behaviour"
    """Whatever else decides about joints; keeps the body up while nobody has a wish."""

    __hash__ = object.__hash__  # Enum's own is written in Python: too slow for every joint and tick


Claims = Mapping[Semantic, Mapping[PartKind, tuple[Source, ...]]]
"""Sources that may move a part, by state; the first that asks gets it."""

_LEGS, _TRUNK, _ARM, _HEAD = PartKind.LEGS, PartKind.TRUNK, PartKind.ARM, PartKind.HEAD
_KICK, _ANIMATION, _WALK = Source.KICK, Source.ANIMATION, Source.WALK
_LOOK, _TELEOP, _BEHAVIOUR = Source.HEAD, Source.TELEOP, Source.BEHAVIOUR

_ANYONE = (_KICK, _ANIMATION, _WALK, _TELEOP, _BEHAVIOUR)

CLAIMS: Claims = {
    Semantic.CONTROLLABLE: {
        _LEGS: _ANYONE,
        _TRUNK: _ANYONE,
        _ARM: (_KICK, _ANIMATION, _TELEOP, _WALK, _BEHAVIOUR),
        _HEAD: (_LOOK, _TELEOP, _ANIMATION, _KICK, _WALK, _BEHAVIOUR),
    },
    # Arms swing with the walk unless somebody needs them; the legs are its own.
    Semantic.WALKING: {
        _LEGS: (_WALK,),
        _TRUNK: (_WALK,),
        _ARM: (_TELEOP, _WALK, _BEHAVIOUR),
        _HEAD: (_LOOK, _TELEOP, _WALK, _BEHAVIOUR),
    },
    Semantic.KICKING: {
        _LEGS: (_KICK,),
        _TRUNK: (_KICK,),
        _ARM: (_KICK,),
        _HEAD: (_LOOK, _KICK),
    },
    # An animation that moves the head means it: it may be a nod, or keep the head safe.
    Semantic.ANIMATION_RUNNING: {
        _LEGS: (_ANIMATION,),
        _TRUNK: (_ANIMATION,),
        _ARM: (_ANIMATION,),
        _HEAD: (_ANIMATION, _LOOK),
    },
    # Movements are made and tried here, by whoever has torque.
    Semantic.RECORD: dict.fromkeys(PartKind, (_TELEOP, _ANIMATION)),
}
"""States that are not named leave everything to protection."""
