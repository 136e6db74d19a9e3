"""Things in the way that are on no map: robots and posts that the eyes found."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from olympian.decision.navigate.obstacle import Disc, Obstacle
from olympian.decision.navigate.scene import ObstacleMap
from olympian.geometry import Place

__all__ = ["SeenThings"]

MAPPED = 0.3
"""Metres from a thing of the map within which a seen one is the same."""
MOVED = 0.12
"""Metres by which a thing has to move to be worth another plan: more than its place is off by."""
BODY = 0.22
"""Metres round the own place that nothing else can be in, whatever the eyes say."""
LEAST = 0.05
"""Metres: radius below which what is left of a thing is none."""
FAR = 50.0
"""Metres of a room that holds everything."""


class SeenThings:
    """Says when what is seen has changed so much that the way has to be planned anew."""

    def __init__(self, known: Sequence[Obstacle]) -> None:
        """Args: known: what is on the map."""
        self._map = ObstacleMap(known, (-FAR, -FAR, FAR, FAR))
        self._known = bool(known)
        self.things: tuple[Disc, ...] = ()
        """What is planned round, besides the map."""

    def step(self, seen: Sequence[Disc], place: Place) -> bool:
        """Is there something new? Args: place: of the robot, in the same frame."""
        clear = (_beside(thing, place) for thing in seen if not self._mapped(thing))
        things = tuple(thing for thing in clear if thing.radius >= LEAST)
        if not _differ(things, self.things):
            return False
        self.things = things
        return True

    def _mapped(self, thing: Disc) -> bool:
        return self._known and self._map.clearance(thing.x, thing.y) < MAPPED


def _beside(thing: Disc, place: Place) -> Disc:
    """The same thing, small enough for the robot to stand where it stands."""
    room = hypot(thing.x - place.x, thing.y - place.y) - BODY
    return replace(thing, radius=max(min(thing.radius, room), 1e-3))


def _differ(some: Sequence[Disc], others: Sequence[Disc]) -> bool:
    return len(some) != len(others) or any(
        all(_apart(one, other) > MOVED for other in others) for one in some
    )


def _apart(one: Disc, other: Disc) -> float:
    return hypot(one.x - other.x, one.y - other.y) + abs(one.radius - other.radius)
