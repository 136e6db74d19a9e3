"""Dynamic walking: a pendulum, footsteps that catch it, and what the sensors say about it."""

from olympian.motion.walk.body import swung_joints
from olympian.motion.walk.config import STABILISERS, WalkConfig
from olympian.motion.walk.engine import DynamicWalk, GaitMode
from olympian.motion.walk.legs import WalkingLegs
from olympian.motion.walk.library import fingerprint, read_walk, walk_path

__all__ = [
    "STABILISERS",
    "DynamicWalk",
    "GaitMode",
    "WalkConfig",
    "WalkingLegs",
    "fingerprint",
    "read_walk",
    "swung_joints",
    "walk_path",
]
