"""Which balls a robot can kick where, for those who bring it there."""

from dataclasses import dataclass
from math import pi

from olympian.errors import OlympianError
from olympian.motion.kick.config import KickConfig
from olympian.motion.kick.library import read_kick
from olympian.motion.kick.plan import feet_of
from olympian.motion.kick.strike import SIDES, Face, Feet, FootStrike, complaint, effort
from olympian.motion.step import SteppingBody
from olympian.robot import Robot

BALL = 0.07
"""Metres: radius of today's ball, FIFA size 1."""


@dataclass(frozen=True)
class KickRange:
    """Ball places, metres ahead and left of the middle between the soles, and directions, rad."""

    robot: str
    config: KickConfig
    feet: Feet
    radius: float = BALL
    """Of the ball."""

    def covers(self, x: float, y: float, direction: float = 0.0) -> bool:
        """Can a ball there be kicked in this direction from where the robot stands?"""
        return any(not complaint(one, self.config) for one in self._strikes(x, y, direction))

    def spot(self, direction: float = 0.0, foot: str | None = None) -> tuple[float, float]:
        """Where the ball should lie for a kick in this direction, ahead and left of the robot.

        Args: foot: `left` or `right`; None takes the one that turns less, left if both do alike.

        Raises: OlympianError: neither foot turns so far.
        """
        best: list[tuple[float, tuple[float, float]]] = []
        for index in (0, 1) if foot is None else (SIDES.index(foot),):
            for face in Face:
                place = self.feet.spot(index, face, direction, self.radius, self.config)
                best += [
                    (effort(one), place)
                    for one in self._strikes(*place, direction)
                    if (one.foot, one.face) == (index, face) and not complaint(one, self.config)
                ]
        if not best:
            raise OlympianError(f"{self.robot} cannot kick to {direction:.2f} rad of its heading")
        return min(best, key=lambda one: round(one[0], 6))[1]

    def strike(self, x: float, y: float, direction: float) -> FootStrike:
        """How a ball is met.

        Raises: OlympianError: it is out of reach, and why.
        """
        strikes = sorted(self._strikes(x, y, direction), key=effort)
        for one in strikes:
            if not complaint(one, self.config):
                return one
        raise OlympianError(
            f"ball {x:.2f} m ahead and {y:.2f} m left is out of reach: "
            f"{complaint(strikes[0], self.config)}"
        )

    def _strikes(self, x: float, y: float, direction: float) -> list[FootStrike]:
        wish = (direction + pi) % (2 * pi) - pi
        return list(self.feet.strikes(x, y, wish, self.radius, self.config))


def kick_range(robot: Robot, radius: float = BALL, config: KickConfig | None = None) -> KickRange:
    """What a robot can kick from where it stands.

    Raises: OlympianError: it cannot kick.
    """
    found = read_kick(robot) if config is None else config
    return KickRange(robot.name, found, feet_of(SteppingBody(robot)), radius)
