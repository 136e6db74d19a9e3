"""Skills: things a robot can do."""

from olympian.motion.hold import Hold
from olympian.motion.skill import Skill, SkillStatus

__all__ = ["Hold", "Skill", "SkillStatus"]
