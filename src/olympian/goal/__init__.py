"""What stands between skills and servos."""

from olympian.goal.limits import Clamp, GoalLimiter

__all__ = ["Clamp", "GoalLimiter"]
