"""Go to (x, y, yaw) among obstacles by plain velocity commands, unaware of legs."""

from olympian.decision.navigate.floor import Floor, obstacles_of
from olympian.decision.navigate.goal import Goal, Tolerance
from olympian.decision.navigate.navigation import OBEYING, Navigation
from olympian.decision.navigate.navigator import NavigationStatus, Navigator
from olympian.decision.navigate.obstacle import Disc, Obstacle, Polygon, box
from olympian.decision.navigate.scene import ObstacleMap

__all__ = [
    "OBEYING",
    "Disc",
    "Floor",
    "Goal",
    "Navigation",
    "NavigationStatus",
    "Navigator",
    "Obstacle",
    "ObstacleMap",
    "Polygon",
    "Tolerance",
    "box",
    "obstacles_of",
]
