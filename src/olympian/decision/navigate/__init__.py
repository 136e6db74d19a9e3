"""Go to (x, y, yaw) among obstacles by plain velocity commands, unaware of legs."""

from olympian.decision.navigate.gate import TwistGate
from olympian.decision.navigate.goal import Goal, Tolerance
from olympian.decision.navigate.navigator import NavigationStatus, Navigator
from olympian.decision.navigate.obstacle import Disc, Obstacle, Polygon, box

__all__ = [
    "Disc",
    "Goal",
    "NavigationStatus",
    "Navigator",
    "Obstacle",
    "Polygon",
    "Tolerance",
    "TwistGate",
    "box",
]
