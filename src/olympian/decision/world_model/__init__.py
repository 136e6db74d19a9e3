"""What is around the robot: ball, robots and posts, tracked over what hides them."""

from olympian.decision.world_model.model import (
    Allegiance,
    SearchChart,
    TrackedBall,
    TrackedRobot,
    WorldModel,
)
from olympian.decision.world_model.tracker import WorldTracker

__all__ = [
    "Allegiance",
    "SearchChart",
    "TrackedBall",
    "TrackedRobot",
    "WorldModel",
    "WorldTracker",
]
