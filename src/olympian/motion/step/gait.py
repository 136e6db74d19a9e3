"""How a robot steps: parameters of a gait, read from a TOML file of a few lines."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, field

from olympian.errors import OlympianError, unknown
from olympian.motion.animate import Compliance
from olympian.motion.home import home_files
from olympian.robot import Robot
from olympian.robot.files import Table, read_toml

Length = Annotated[float, Meta(ge=0.0, le=1.0)]
Offset = Annotated[float, Meta(ge=-0.5, le=0.5)]
Degrees = Annotated[float, Meta(ge=-60.0, le=60.0)]
Seconds = Annotated[float, Meta(gt=0.0, le=60.0)]


class Gait(Table, frozen=True, kw_only=True):
    """One way of stepping with the centre of mass always over a sole; metres and seconds.

    HOly's parameters are `length`, `height`, `turn_deg` and `acceleration_deg_s2`.
    """

    description: str = ""
    length: Length = 0.05
    """How far ahead of the standing foot the other one lands."""
    side: Length = 0.03
    """How much wider than `spacing` a side step opens."""
    turn_deg: Annotated[float, Meta(ge=0.0, le=60.0)] = 15.0
    """How far a turning foot lands from the direction of the standing one."""
    height: Length = 0.015
    """How high the sole is lifted."""
    bow: Length = 0.0
    """How far outward of the straight way the foot passes the other one."""
    acceleration_deg_s2: Annotated[float, Meta(gt=0.0, le=1e5)] = 1000.0
    """A move between two postures takes t = 2·sqrt(Δq/a), Δq of the joint that turns furthest."""
    sway: Annotated[float, Meta(gt=0.0, le=0.5)] = 0.03
    """How far the ground's push may be from under the centre of mass: shifts take the time for it.

    A shift by d needs accelerations up to 5.8·d/t², which move the push by height/g times that.
    """
    shortest_shift: Seconds = 0.3
    shortest_swing: Seconds = 0.25
    """Moves are not made quicker than this, however short the way."""
    dwell: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.0
    """Rest on both feet after each landing."""
    torso_height: Length | None = None
    """Of the torso's origin above the lower sole; that of the ready pose if not given."""
    spacing: Length | None = None
    """Distance between the soles; that of the ready pose if not given."""
    lean_deg: Degrees = 0.0
    """The torso's pitch; forward is positive."""
    roll_deg: Degrees = 0.0
    """How far the torso tilts over the foot that carries it."""
    over: tuple[Offset, Offset] = (0.0, 0.0)
    """Where in the sole the centre of mass stands on one leg: ahead and outward of the ankle."""
    glide: bool = True
    """Does it move ahead evenly while a foot swings, or rest over the other one?"""
    centre: Offset = 0.0
    """How far ahead of the middle between the soles it stands on both legs."""
    split: bool = False
    """Lift, advance and lower one after the other, as stairs need it."""
    rise: Offset = 0.0
    """How much higher the torso goes while a foot comes from another level than the other."""
    tip_deg: Degrees = 0.0
    """How much further forward it leans then."""
    gap: Length = 0.01
    """On stairs: between the toes and a riser, or between a heel and the edge behind it."""
    overhang: Length = 0.025
    """On stairs: how far heels (up) or toes (down) stand over an edge."""
    reserve: Length = 0.0
    """On stairs down: how much earlier it stops before the first edge than it was told.

    A foot that then meets the edge says so, and the robot goes on; nothing says "too far".
    """
    creep: Offset = 0.0
    """On stairs: by how much of its height each step brings the feet further than planned."""
    arms_deg: dict[str, float] = field(default_factory=dict)
    """Joint angles of the arms; those of the ready pose where not given."""
    arm_raise_deg: Degrees = 0.0
    """How far the arm of the standing side is raised sideways for balance."""
    compliance: dict[str, Compliance] = field(default_factory=dict)
    """By group of joints; switched on entry and back on exit."""


def gait_names(robot: Robot | str) -> tuple[str, ...]:
    """Gaits in a robot's own folder and those that come with the package for it."""
    return tuple(_files(robot))


def _files(robot: Robot | str) -> dict[str, Path]:
    return home_files(robot, "gaits", "gaits")


def read_gait(robot: Robot | str, source: str | Path) -> Gait:
    """A gait by library name or by path; errors name file, line and key."""
    if (named := _files(robot).get(str(source))) is not None:
        return read_toml(named, Gait)
    path = Path(source)
    if path.suffix != ".toml":
        name = robot if isinstance(robot, str) else robot.name
        raise unknown(f"{name} gait or .toml file", str(source), gait_names(robot))
    if not path.is_file():
        raise OlympianError(f"{path}: no such file; give a gait file or a name of the library")
    return read_toml(path, Gait)
