"""Ball, goals, poles and obstacles from regions of their colours."""

from olympian.vision.colour.objects.box import Box, box_around
from olympian.vision.colour.objects.goal import SeenGoal
from olympian.vision.colour.objects.objects import Objects, find_objects
from olympian.vision.colour.objects.obstacle import SeenObstacle

__all__ = ["Box", "Objects", "SeenGoal", "SeenObstacle", "box_around", "find_objects"]
