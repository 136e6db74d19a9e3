"""Skills by name: what packages offer as entry points `olympian.skills`, ours among them."""

from olympian.motion.plug_ins import make_plug_in, plug_in_names
from olympian.motion.skill import PartSkill
from olympian.robot import Robot

__all__ = ["make_skill", "skill_names"]

GROUP = "olympian.skills"
"""Of entry points: a name, and what makes the skill from a robot."""
MEMBERS = ("status", "step", "reset", "parts")
"""What a skill has that is asked for by name."""


def skill_names() -> tuple[str, ...]:
    """All skills that are installed, whether they suit a robot or not."""
    return plug_in_names(GROUP)


def make_skill(robot: Robot, name: str) -> PartSkill:
    """A skill by name.

    Raises: OlympianError: there is none, or it cannot be made for this robot.
    """
    return make_plug_in("skill", GROUP, name, robot, MEMBERS)
