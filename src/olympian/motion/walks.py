"""Walks by name: what they have in common, those that come with the package, and plug-ins."""

from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

from olympian.breaker import Failure
from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.motion.skill import Skill
from olympian.motion.static_walk import StaticWalk
from olympian.motion.step import gait_names, read_gait
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walk import DynamicWalk, read_walk, walk_path
from olympian.records import Twist
from olympian.robot import Robot

__all__ = ["DYNAMIC", "STATIC", "Walk", "make_walk", "walk_names"]

DYNAMIC, STATIC = "dynamic", "static"
GAIT = "walk"
"""Gait of the library that the static walk takes its steps with."""
PLUG_INS = "olympian.walks"
"""Group of entry points: a name, and what makes the walk from a robot."""


MEMBERS = (
    *("status", "step", "reset"),
    *("top_speed", "reason", "command", "begin_at"),
)
"""What a walk has: those of every skill, and its own."""


class Walk(Skill, Protocol):
    """A skill that goes where a velocity points."""

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of it; commands beyond are cut."""
        ...

    @property
    def reason(self) -> str:
        """Why it does not go as asked, if it does not."""
        ...

    def command(self, twist: Twist) -> None:
        """Where to go from now on; zero stops and stands."""
        ...

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`."""
        ...


def walk_names(robot: Robot) -> tuple[str, ...]:
    """Walks of a robot, the best one first; plug-ins last, whether they suit it or not."""
    own = [DYNAMIC] if walk_path(robot).is_file() else []
    own += [STATIC] if GAIT in gait_names(robot.name) else []
    return (*own, *sorted(set(entry_points(group=PLUG_INS).names) - {DYNAMIC, STATIC}))


def make_walk(robot: Robot, name: str | None = None) -> Walk:
    """A walk by name, or the robot's best one.

    Args: name: one of `walk_names`, or the file of a set for the dynamic walk (.toml).
    """
    if name is not None and name.endswith(".toml"):
        return DynamicWalk(robot, read_walk(robot, name))
    names = walk_names(robot)
    if not names:
        raise OlympianError(
            f"robot '{robot.name}' has no walk yet: find one with 'olympian tune walk'"
        )
    name = names[0] if name is None else name
    if name not in names:
        raise unknown(f"walk of '{robot.name}'", name, names)
    if name == DYNAMIC:
        return DynamicWalk(robot, read_walk(robot))
    if name == STATIC:
        return StaticWalk(robot, read_gait(robot.name, GAIT))
    (plug_in, *_) = entry_points(group=PLUG_INS, name=name)
    return _plugged_in(plug_in, robot)


def _plugged_in(plug_in: EntryPoint, robot: Robot) -> Walk:
    """What a plug-in makes; whatever goes wrong in it is said in one line."""
    try:
        walk: Walk = plug_in.load()(robot)
        lacks = [name for name in MEMBERS if not hasattr(walk, name)]
        if lacks:
            raise TypeError(f"it makes a {type(walk).__name__} without {', '.join(lacks)}")
    except Exception as error:
        failure = Failure.of(f"walk '{plug_in.name}' ({plug_in.value}) cannot be made", error)
        line = f"{failure.culprit}: {failure.problem} ({failure.where})"
        raise OlympianError(line) from error
    return walk
