"""Skills: things a robot can do."""

from olympian.motion.hold import Hold
from olympian.motion.skill import PartSkill, Skill, SkillStatus
from olympian.motion.top_speed import TopSpeed

__all__ = ["Hold", "PartSkill", "Skill", "SkillStatus", "TopSpeed"]
