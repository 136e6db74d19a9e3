"""Which way teams attack, and where they may be at a kick-off."""

from dataclasses import dataclass
from math import copysign, hypot

from olympian.arena.match.rules.pitch_truth import PlayerTruth
from olympian.geometry import Place
from olympian.world import Pitch

__all__ = ["Sides", "other_team"]

BESIDE = 0.15
"""Metres from the side line to a robot that waits there."""
ROW = 0.8
"""Metres between robots that wait beside each other."""
OVER = 0.1
"""Metres by which a robot may stand over a line."""
GOALKEEPER = 0.35
"""Metres from its goal line to the goalkeeper at the start."""
STARTS = ((-0.28, 0.12), (-0.22, -0.2), (-0.3, 0.3), (-0.32, -0.02), (-0.18, 0.42))
"""Of field players at the start of a half, as shares of length and width, in the axes of a team."""


def other_team(team: int) -> int:
    """The opponents of team 1 or 2."""
    return 3 - team


@dataclass(frozen=True)
class Sides:
    """The two ends of a field, in one half of a match."""

    pitch: Pitch
    first_half: bool = True

    def attack(self, team: int) -> float:
        """+1 or −1: the way along x to the goal that this team attacks."""
        return 1.0 if (team == 1) == self.first_half else -1.0

    def defends(self, x: float) -> int:
        """Whose goal is at this end of the field."""
        return 1 if (x < 0) == self.first_half else 2

    def start(self, team: int, number: int, goalkeeper: bool) -> Place:
        """Where people put a player at the start of a half, on the field."""
        pitch = self.pitch
        along, across = STARTS[(number - 1) % len(STARTS)]
        x, y = along * pitch.length, across * pitch.width
        if goalkeeper:
            x, y = -pitch.length / 2 + GOALKEEPER, 0.0
        return self.turned(team, Place(x, y, 0.0))

    def waiting(self, number: int, team: int) -> Place:
        """Where a player that was taken out waits: beside its own half, looking at the field."""
        pitch = self.pitch
        x = -pitch.length / 4 - 0.3 + ROW * (number - 1)
        side = 1.0 if team == 1 else -1.0
        here = Place(min(x, -0.6), -side * (pitch.width / 2 + BESIDE), side * 1.5707963267948966)
        return self.turned(team, here)

    def turned(self, team: int, place: Place) -> Place:
        """A place in the axes of a team on the field, and the other way round."""
        return place if self.attack(team) > 0 else Place(0.0, 0.0, 3.141592653589793).then(place)

    def legal(self, one: PlayerTruth, kicks: int | None) -> bool:
        """May it stand there when the ball is kicked off? Args: kicks: the team that does."""
        x = one.x * self.attack(one.team)
        if not self.inside(one):
            return False
        if one.team == kicks:
            return x < OVER or hypot(one.x, one.y) < self.pitch.circle_radius
        return x < OVER and hypot(one.x, one.y) > self.pitch.circle_radius - OVER

    def inside(self, one: PlayerTruth) -> bool:
        """Is it on the field, or on its lines?"""
        pitch = self.pitch
        return abs(one.x) < pitch.length / 2 + OVER and abs(one.y) < pitch.width / 2 + OVER

    def corner(self, x: float, y: float) -> tuple[float, float]:
        """The corner of the field next to a point."""
        return copysign(self.pitch.length / 2, x), copysign(self.pitch.width / 2, y)

    def goal_area(self, x: float, y: float) -> tuple[float, float]:
        """The corner of the goal area next to a point: goal kicks are taken from there."""
        depth, width = self.pitch.areas[0]
        return copysign(self.pitch.length / 2 - depth, x), copysign(width / 2, y)
