"""Where all is on the field at one tick: what the referee's rules are applied to."""

from dataclasses import dataclass
from math import hypot

__all__ = ["PitchTruth", "PlayerTruth"]


@dataclass(frozen=True, slots=True)
class PlayerTruth:
    """One robot, in metres on the field; the first team attacks towards +x at first."""

    team: int
    """1 or 2."""
    number: int
    x: float
    y: float
    yaw: float
    fallen: bool = False
    touches: bool = False
    """Did it touch the ball since the last tick?"""
    pushes: tuple[tuple[int, int], ...] = ()
    """Robots that it touches: team and number of each."""
    speed: tuple[float, float] = (0.0, 0.0)
    """m/s, of its torso."""
    held: bool = False
    """Is it in the referee's hands?"""

    @property
    def who(self) -> tuple[int, int]:
        """Team and number."""
        return self.team, self.number

    def distance(self, x: float, y: float) -> float:
        """Metres to a point."""
        return hypot(self.x - x, self.y - y)


@dataclass(frozen=True, slots=True)
class PitchTruth:
    """All of it."""

    t: float
    ball: tuple[float, float]
    players: tuple[PlayerTruth, ...]
    ball_held: bool = False
    """Is the ball in the referee's hand?"""

    @property
    def touching(self) -> tuple[PlayerTruth, ...]:
        """Who touched the ball since the last tick."""
        return tuple(one for one in self.players if one.touches)
