"""A movement as people write it: a TOML file of frames. Unknown keys are refused, with line."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, field

from olympian.errors import OlympianError
from olympian.robot.files import Table, complaint, read_toml

Phase = Literal["init", "loop", "final"]
Positive = Annotated[float, Meta(gt=0)]
Seconds = Annotated[float, Meta(gt=0, le=3600)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]


class LimbValues(Table, frozen=True):
    """Pose of a sole (metres and degrees), or direction of a forearm (degrees); see `LimbPose`."""

    roll_deg: float | None = None
    pitch_deg: float | None = None
    yaw_deg: float | None = None
    x: float | None = None
    y: float | None = None
    z: float | None = None
    elbow_deg: float | None = None
    """Angle of an arm's elbow joint; straight if not given."""


class MoveLimits(Table, frozen=True):
    """How a frame is approached: the quickest way that keeps to everything given."""

    policy: Literal["constant_velocity", "constant_acceleration", "quintic"] = (
        "constant_acceleration"
    )
    acceleration_deg_s2: Positive | None = None
    top_speed_deg_s: Positive | None = None
    duration_s: Seconds | None = None
    """At least so long: exactly, unless a limit or a joint's own speed needs more."""


class Wait(Table, frozen=True, kw_only=True):
    """What must be felt before the next frame begins; all that is given must hold."""

    joints: list[str] = field(default_factory=list)
    """Joints or groups that are looked at; all joints if none are named."""
    tolerance_deg: Positive | None = None
    """Every joint is this close to its goal."""
    load_above: Annotated[float, Meta(gt=0, lt=1)] | None = None
    """Some joint pushes with more than this share of its full drive: it met something."""
    load_below: Annotated[float, Meta(gt=0, le=1)] | None = None
    """Every joint pushes with less than this share of its full drive."""
    timeout_s: Seconds
    """After so long the movement has failed."""


class Compliance(Table, frozen=True):
    """Registers of a compliant servo while a movement runs; None leaves one as it is."""

    slope: Annotated[int, Meta(ge=1, le=254)] | None = None
    margin: Annotated[int, Meta(ge=0, le=254)] | None = None
    punch: Annotated[int, Meta(ge=0, le=1023)] | None = None


class Frame(Table, frozen=True, kw_only=True):
    """A posture to go to, by limbs in space, by joints, or both; a joint given by name wins."""

    name: Name
    phase: Phase = "init"
    """init is played once at the start, loop again and again, final once at the end."""
    build_on: Literal["ready", "previous"] = "ready"
    """What limbs and joints that are not named do, and what relative values are added to."""
    relative: bool = True
    """Are limb values changes, or absolute in the torso frame?"""
    pose: str | None = None
    """A pose of the set's CSV file to begin with."""
    limbs: dict[str, LimbValues] = field(default_factory=dict)
    joints: dict[str, float] = field(default_factory=dict)
    """Absolute angles in degrees by joint name."""
    move: MoveLimits | None = None
    """The set's, if not given."""
    hold_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    wait: Wait | None = None
    support: list[str] | None = None
    """Legs that carry the weight, for reports; found from the posture if not given."""


class FrameSet(Table, frozen=True, kw_only=True):
    """The whole file: frames in the order init, loop, final, each phase optional."""

    name: Name
    description: str = ""
    interrupts: bool = False
    """May it cut another set short? It then starts from wherever the joints are (get-up)."""
    tilts_soles: bool = False
    """May its soles be tilted against a lean that the robot has felt? For movements that end on the
    feet with little room to spare."""
    stable_end: bool = True
    """Does the last frame stand by itself? If not, a way back to the ready pose is added."""
    arm_balance: bool = True
    """Let the arms help where no frame of the set uses them."""
    may_touch: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of links that may touch each other in this movement."""
    poses: str | None = None
    """CSV file of poses, relative to this file."""
    compliance: dict[str, Compliance] = field(default_factory=dict)
    """By group of joints; switched on entry and back on exit."""
    move: MoveLimits = field(default_factory=MoveLimits)
    frames: list[Frame]


def read_frame_set(path: Path) -> FrameSet:
    """The checked contents of a movement file; errors name file, line and key."""
    frame_set = read_toml(path, FrameSet)
    check_frame_set(frame_set, path)
    return frame_set


def check_frame_set(frame_set: FrameSet, source: Path | None = None) -> None:
    """Refuse what no robot could play, whichever it is."""
    if not frame_set.frames:
        raise problem_at(source, ("frames",), f"set '{frame_set.name}' has no frames")
    names = [frame.name for frame in frame_set.frames]
    order = get_args(Phase)
    for index, frame in enumerate(frame_set.frames):
        here = f"set '{frame_set.name}', frame '{frame.name}'"
        if frame.name in names[:index]:
            raise problem_at(source, ("frames", index), f"{here}: there are two of this name")
        if frame.wait is not None and _waits_for_nothing(frame.wait):
            what = "tolerance_deg, load_above or load_below"
            raise problem_at(source, ("frames", index, "wait"), f"{here}: wait for what? {what}")
    for index, (before, after) in enumerate(pairwise(frame_set.frames), 1):
        if order.index(after.phase) < order.index(before.phase):
            raise problem_at(
                source,
                ("frames", index, "phase"),
                f"set '{frame_set.name}', frame '{after.name}': {after.phase} comes after"
                f" {before.phase}; the order is {', '.join(order)}",
            )


def problem_at(source: Path | None, keys: tuple[str | int, ...], problem: str) -> OlympianError:
    """An error about a set: with file and line where it came from a file."""
    return OlympianError(problem) if source is None else complaint(source, keys, problem)


def _waits_for_nothing(wait: Wait) -> bool:
    return wait.tolerance_deg is None and wait.load_above is None and wait.load_below is None
