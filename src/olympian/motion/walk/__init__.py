"""Dynamic walking: a pendulum, footsteps that catch it, and what the sensors say about it."""

from olympian.motion.walk.config import STABILISERS, WalkConfig
from olympian.motion.walk.engine import DynamicWalk
from olympian.motion.walk.library import fingerprint, read_walk, walk_path, write_walk
from olympian.motion.walk.odometry import Odometry

__all__ = [
    "STABILISERS",
    "DynamicWalk",
    "Odometry",
    "WalkConfig",
    "fingerprint",
    "read_walk",
    "walk_path",
    "write_walk",
]
