"""Plug-ins of other packages by name; skills are the entry points `olympian.skills`."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from olympian.breaker import Failure
from olympian.errors import OlympianError, unknown
from olympian.motion.skill import PartSkill
from olympian.robot import Robot


def plug_in_names(group: str) -> tuple[str, ...]:
    """Names of a group of entry points, in order."""
    return tuple(sorted(entry_points(group=group).names))


def find_plug_in(kind: str, group: str, name: str) -> EntryPoint:
    """An entry point by name; the first one where several packages have it."""
    found = tuple(entry_points(group=group, name=name))
    if not found:
        raise unknown(kind, name, plug_in_names(group))
    return found[0]


def make_plug_in(kind: str, group: str, name: str, robot: Robot, members: Iterable[str]) -> Any:
    """What an entry point makes from a robot.

    Args:
        kind: what it is, for people.
        members: what it has to have.

    Raises: OlympianError: there is none of that name, or whatever goes wrong in it, in one line.
    """
    plug_in = find_plug_in(kind, group, name)
    try:
        made = plug_in.load()(robot)
        lacks = [member for member in members if not hasattr(made, member)]
        if lacks:
            raise TypeError(f"it makes a {type(made).__name__} without {', '.join(lacks)}")
    except OlympianError as error:
        raise OlympianError(f"{kind} '{name}': {error}") from error
    except Exception as error:
        failure = Failure.of(f"{kind} '{name}' ({plug_in.value}) cannot be made", error)
        line = f"{failure.culprit}: {failure.problem} ({failure.where})"
        raise OlympianError(line) from error
    return made


GROUP = "olympian.skills"
"""Of entry points: a name, and what makes the skill from a robot."""
MEMBERS = ("status", "step", "reset", "parts")
"""What a skill has that is asked for by name."""


@dataclass(frozen=True)
class SkillInfo:
    """What is known of a skill before it is asked for."""

    name: str
    made_by: str
    """Module and object of its entry point."""
    parts: tuple[str, ...]
    """What it moves of this robot; empty where it cannot."""
    problem: str
    """Why it cannot, in one line."""
    description: str


def skill_names() -> tuple[str, ...]:
    """All skills that are installed, whether they suit a robot or not."""
    return plug_in_names(GROUP)


def make_skill(robot: Robot, name: str) -> PartSkill:
    """A skill by name.

    Raises: OlympianError: there is none, or it cannot be made for this robot.
    """
    return make_plug_in("skill", GROUP, name, robot, MEMBERS)


def describe_skill(robot: Robot, name: str) -> SkillInfo:
    """What a skill would do with a robot, for a list."""
    made_by = find_plug_in("skill", GROUP, name).value
    try:
        skill = make_skill(robot, name)
    except OlympianError as error:
        return SkillInfo(name, made_by, (), str(error), "")
    about = (type(skill).__doc__ or "").strip().split("\n")[0]
    return SkillInfo(name, made_by, tuple(skill.parts), "", about)
