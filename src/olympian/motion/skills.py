"""Skills by name: what packages offer as entry points `olympian.skills`, ours among them."""

from dataclasses import dataclass

from olympian.errors import OlympianError
from olympian.motion.plug_ins import find_plug_in, make_plug_in, plug_in_names
from olympian.motion.skill import PartSkill
from olympian.robot import Robot

__all__ = ["SkillInfo", "describe_skill", "make_skill", "skill_names"]

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
