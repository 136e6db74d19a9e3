"""The Humanoid Control Module: what the robot is about, who may move it, and how it stays whole."""

from olympian.decision.hcm.claimant import Claimant, SkillClaimant
from olympian.decision.hcm.config import HcmConfig
from olympian.decision.hcm.module import Hcm, control_module
from olympian.decision.hcm.orders import Orders
from olympian.decision.hcm.teleop import Teleop
from olympian.decision.hcm.wishes import Stop, Wishes

__all__ = [
    "Claimant",
    "Hcm",
    "HcmConfig",
    "Orders",
    "SkillClaimant",
    "Stop",
    "Teleop",
    "Wishes",
    "control_module",
]
