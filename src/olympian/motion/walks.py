"""Walks by name: what they have in common, those that come with the package, and plug-ins."""

from typing import Protocol

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.motion.learnt import SUFFIXES, LearntWalk, policy_path, read_policy
from olympian.motion.skill import Skill
from olympian.motion.skills import make_plug_in, plug_in_names
from olympian.motion.static_walk import StaticWalk
from olympian.motion.step import gait_names, read_gait
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walk import DynamicWalk, read_walk, walk_path
from olympian.records import Twist
from olympian.robot import Robot

DYNAMIC, LEARNT, STATIC = "dynamic", "learnt", "static"
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
    own += [LEARNT] if policy_path(robot).is_file() else []
    own += [STATIC] if GAIT in gait_names(robot) else []
    added = [name for name in plug_in_names(PLUG_INS) if name not in (DYNAMIC, LEARNT, STATIC)]
    return (*own, *added)


def make_walk(robot: Robot, name: str | None = None) -> Walk:
    """A walk by name, or the robot's best one.

    Args: name: one of `walk_names`, or a file: a set for the dynamic walk (.toml) or a policy.
    """
    if name is not None and name.endswith(SUFFIXES):
        return LearntWalk(robot, read_policy(robot, name))
    if name is not None and name.endswith(".toml"):
        return DynamicWalk(robot, read_walk(robot, name))
    names = walk_names(robot)
    if not names:
        raise OlympianError(
            f"robot '{robot.name}' has no walk yet: find one with 'olympian tune walk'"
        )
    name = names[0] if name is None else name
    if name == LEARNT:
        return LearntWalk(robot, read_policy(robot))
    if name not in names:
        raise unknown(f"walk of '{robot.name}'", name, names)
    if name == DYNAMIC:
        return DynamicWalk(robot, read_walk(robot))
    if name == STATIC:
        return StaticWalk(robot, read_gait(robot, GAIT))
    return make_plug_in("walk", PLUG_INS, name, robot, MEMBERS)
