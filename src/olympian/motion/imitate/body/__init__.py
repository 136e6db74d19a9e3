"""Trunk, legs and feet that follow a person's, the weight over the soles."""

from olympian.motion.imitate.body.crouch import Crouch
from olympian.motion.imitate.body.facing import Facing
from olympian.motion.imitate.body.footing import FootingPhase, ImitationFooting
from olympian.motion.imitate.body.leg_room import LegRoom
from olympian.motion.imitate.body.neck import Neck
from olympian.motion.imitate.body.squat import SquatLegs
from olympian.motion.imitate.body.stance_tasks import StanceAim, StanceTasks
from olympian.motion.imitate.body.trunk import BodyPose, body_pose, trunk_of

__all__ = [
    "BodyPose",
    "Crouch",
    "Facing",
    "FootingPhase",
    "ImitationFooting",
    "LegRoom",
    "Neck",
    "SquatLegs",
    "StanceAim",
    "StanceTasks",
    "body_pose",
    "trunk_of",
]
