"""Numbers of a robot's kick: its times, its swing, how it leans and what it may be asked for."""

from typing import Annotated

from msgspec import Meta, field

from olympian.motion.animate import Compliance
from olympian.motion.number_set import NumberSet
from olympian.robot.files import Table

Length = Annotated[float, Meta(ge=0.0, le=1.0)]
Offset = Annotated[float, Meta(ge=-0.5, le=0.5)]
Degrees = Annotated[float, Meta(ge=-90.0, le=90.0)]
Seconds = Annotated[float, Meta(ge=0.02, le=5.0)]
Positive = Annotated[float, Meta(gt=0.0, le=20.0)]
Gain = Annotated[float, Meta(ge=-5.0, le=5.0)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Swung = tuple[Degrees, Degrees, Degrees]
"""Drawn back, at the ball, and swung through."""


class Times(Table, frozen=True, kw_only=True):
    """Seconds of the parts whose way does not say how long they take."""

    shift: Seconds = 0.6
    """Onto the standing foot; longer where the feet stand wider than in the ready pose."""
    wait: Seconds = 0.4
    """For which it waits at most until the other sole is free."""
    draw: Seconds = 0.35
    """The foot goes up and back."""
    back: Seconds = 0.35
    """The foot goes back over its place."""
    lower: Seconds = 0.2
    settle: Seconds = 0.5
    """Back onto both feet."""


class Swing(Table, frozen=True, kw_only=True):
    """The way of the foot, along the direction of the kick; metres."""

    speed: Positive = 1.4
    """m/s of the toes at the ball, with full power."""
    outside: Share = 0.75
    """Share of it with which the outside of the foot swings: it throws the body over the other.
    At 0 it does not kick with that side."""
    seconds: tuple[Seconds, Seconds] = (0.16, 0.12)
    """From where it was drawn back to the ball, and from there to where it stops."""
    lift: Length = 0.05
    """Of the sole over the ground at the ball."""
    pitch_deg: Degrees = 0.0
    """Of the foot at the ball; toes up is negative."""
    flick: Annotated[float, Meta(ge=-20.0, le=20.0)] = 4.0
    """rad/s with which its toes come up there: a foot held level would need an ankle as quick as
    hip and knee together."""
    landing: Length = 0.012
    """Height over its place from which the foot is lowered."""


class StandRule(Table, frozen=True, kw_only=True):
    """The body over the standing foot."""

    height: Length = 0.21
    """Of the torso's origin over the sole."""
    over: tuple[Offset, Offset] = (0.0, -0.012)
    """Where the centre of mass stands: ahead and outward of the ankle."""
    ahead: tuple[Offset, Offset, Offset] = (0.0, 0.0, 0.0)
    """How much further along the kick's direction it is: drawn back, at the ball, through."""
    lean_deg: Swung = (0.0, 0.0, 0.0)
    """Pitch of the torso against the kick's direction; back is negative."""
    roll_deg: Degrees = 0.0
    """How far the torso tilts over the standing foot."""
    turn: Share = 0.3
    """Share of the foot's turn that the torso makes."""
    arm_deg: Swung = (0.0, 0.0, 0.0)
    """By which the arm of the standing side swings ahead, and the other one back."""


class Balance(Table, frozen=True, kw_only=True):
    """What is felt and done about it."""

    free: Share = 0.25
    """Share of the weight on the kicking foot below which it is free."""
    weight: Gain = 0.7
    """Share of what the weight was off its place on both feet that is made up for on one."""
    most: Length = 0.015
    """Metres that it is taken to be off at most."""
    ankle: tuple[Gain, Gain, Gain, Gain] = (0.0, 0.0, 0.0, 0.0)
    """The standing sole presses by pitch, its rate (s), roll and its rate (s), as if the floor
    sloped."""
    hip: tuple[Gain, Gain, Gain, Gain] = (0.0, 0.0, 0.0, 0.0)
    """The torso goes against the same."""


class Reach(Table, frozen=True, kw_only=True):
    """Where the foot may meet the ball; metres from where it stands in the ready pose."""

    ahead: tuple[Offset, Offset] = (-0.02, 0.07)
    outward: tuple[Offset, Offset] = (-0.012, 0.06)
    turn_deg: tuple[Degrees, Degrees] = (-15.0, 40.0)
    """How far the foot may turn: inward is negative."""
    room: tuple[Length, Length] = (0.04, 0.03)
    """Best way of the foot from where it stands to the ball: straight ahead, and from 30° on."""


class AimRule(Table, frozen=True, kw_only=True):
    """What makes balls go where they should, by what this robot is usually off."""

    toes_deg: Degrees = 0.0
    """How much further outward than the ball should go a swing with the toes goes."""
    outside_deg: Degrees = 0.0
    """The same of one with the outside of the foot."""


class KickConfig(NumberSet, frozen=True, kw_only=True):
    """All of it."""

    description: str = ""
    times: Times = field(default_factory=Times)
    swing: Swing = field(default_factory=Swing)
    stance: StandRule = field(default_factory=StandRule)
    balance: Balance = field(default_factory=Balance)
    reach: Reach = field(default_factory=Reach)
    aim: AimRule = field(default_factory=AimRule)
    compliance: dict[str, Compliance] = field(default_factory=dict)
    """By group of joints, while it kicks."""
