"""Who may move what, in which state: the whole table on one page."""

from collections.abc import Mapping
from enum import Enum

from olympian.goal.parts import PartKind
from olympian.records import Semantic


class Urgency(Enum):
    """How urgently somebody asks for joints; any number may ask alike."""

    PROTECTION = "protection"
    """The control module itself; it may move everything, always."""
    KICK = "kick"
    ANIMATION = "animation"
    """A movement that is not to be cut short: while it lasts, nobody walks."""
    TELEOP = "teleop"
    """A person, joint by joint."""
    SKILL = "skill"
    """Something with some parts, whatever the others do: what a skill asks with by default."""
    LOOK = "look"
    WALK = "walk"
    """Legs that go somewhere, and arms that swing with them while nobody needs them."""
    IDLE = "idle"
    """Something to do while nobody needs the part."""
    STAND = "stand"
    """Keeps the body up while nobody has a wish."""

    __hash__ = object.__hash__  # Enum's own is written in Python: too slow for every joint and tick


Claims = Mapping[Semantic, Mapping[PartKind, tuple[Urgency, ...]]]
"""Urgencies with which a part may be moved, by state; the first that somebody asks with gets it."""

_LEGS, _TRUNK, _ARM, _HEAD = PartKind.LEGS, PartKind.TRUNK, PartKind.ARM, PartKind.HEAD
_KICK, _ANIMATION, _WALK, _STAND = Urgency.KICK, Urgency.ANIMATION, Urgency.WALK, Urgency.STAND
_TELEOP, _SKILL, _LOOK, _IDLE = Urgency.TELEOP, Urgency.SKILL, Urgency.LOOK, Urgency.IDLE

# A skill that has the legs keeps them: a walk that took them over would begin in any posture.
_FEET_FIRST = (_KICK, _ANIMATION, _SKILL, _WALK, _TELEOP, _IDLE, _STAND)
_NOBODY = dict[PartKind, tuple[Urgency, ...]].fromkeys(PartKind, ())

CLAIMS: Claims = {
    Semantic.CONTROLLABLE: {
        _LEGS: _FEET_FIRST,
        _TRUNK: _FEET_FIRST,
        _ARM: (_KICK, _ANIMATION, _TELEOP, _SKILL, _WALK, _IDLE, _STAND),
        _HEAD: (_SKILL, _LOOK, _TELEOP, _ANIMATION, _KICK, _IDLE, _WALK, _STAND),
    },
    # Arms swing with the walk unless somebody needs them; the legs are its own.
    Semantic.WALKING: {
        _LEGS: (_WALK,),
        _TRUNK: (_WALK,),
        _ARM: (_TELEOP, _SKILL, _WALK, _IDLE, _STAND),
        _HEAD: (_SKILL, _LOOK, _TELEOP, _IDLE, _WALK, _STAND),
    },
    Semantic.KICKING: {
        _LEGS: (_KICK,),
        _TRUNK: (_KICK,),
        _ARM: (_KICK, _SKILL),
        _HEAD: (_SKILL, _LOOK, _KICK),
    },
    # An animation keeps the head from looking elsewhere: it may be a bow. A nod on top is meant.
    Semantic.ANIMATION_RUNNING: {
        _LEGS: (_ANIMATION,),
        _TRUNK: (_ANIMATION,),
        _ARM: (_ANIMATION, _SKILL),
        _HEAD: (_SKILL, _ANIMATION, _LOOK),
    },
    # Movements are made and tried here, by whoever has torque.
    Semantic.RECORD: dict.fromkeys(PartKind, (_TELEOP, _ANIMATION)),
    Semantic.STARTUP: _NOBODY,
    Semantic.FALLING: _NOBODY,
    Semantic.FALLEN: _NOBODY,
    Semantic.GETTING_UP: _NOBODY,
    Semantic.PICKED_UP: _NOBODY,
    Semantic.STOPPED: _NOBODY,
    Semantic.PENALTY: _NOBODY,
    Semantic.MOTOR_OFF: _NOBODY,
    Semantic.HARDWARE_PROBLEM: _NOBODY,
    Semantic.SHUTDOWN: _NOBODY,
}
"""Protection comes before all of them, in every state."""

YIELDS: Mapping[Urgency, frozenset[PartKind]] = {
    _STAND: frozenset(PartKind),
    _WALK: frozenset({_ARM, _HEAD}),
}
"""Parts that are asked for only in case nobody else does: to be refused them is no news."""
