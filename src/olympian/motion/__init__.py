"""Skills: things a robot can do."""

from olympian.motion.hold import Hold
from olympian.motion.skill import PartSkill, Skill, SkillStatus

__all__ = ["Hold", "PartSkill", "Skill", "SkillStatus"]
