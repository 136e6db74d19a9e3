"""Dynamic walking: a pendulum, footsteps that catch it, and what the sensors say about it."""

from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.engine import DynamicWalk

__all__ = ["DynamicWalk", "WalkConfig"]
