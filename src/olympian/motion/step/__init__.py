"""Static stepping: gaits from text files, footsteps, and the skill that takes them."""

from olympian.motion.step.body import Posed, SteppingBody
from olympian.motion.step.gait import Gait, gait_names, read_gait
from olympian.motion.step.planner import StepPlanner
from olympian.motion.step.plans import (
    SIDES,
    Footstep,
    Side,
    ahead_steps,
    side_steps,
    stair_steps,
    turn_steps,
)
from olympian.motion.step.stance import Stance
from olympian.motion.step.stepper import Stepper, StepState

__all__ = [
    "SIDES",
    "Footstep",
    "Gait",
    "Posed",
    "Side",
    "Stance",
    "StepPlanner",
    "StepState",
    "Stepper",
    "SteppingBody",
    "ahead_steps",
    "gait_names",
    "read_gait",
    "side_steps",
    "stair_steps",
    "turn_steps",
]
