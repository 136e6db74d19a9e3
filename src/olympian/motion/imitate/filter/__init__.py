"""What lets only believable people through."""

from olympian.motion.imitate.filter.filter import SkeletonFilter

__all__ = ["SkeletonFilter"]
