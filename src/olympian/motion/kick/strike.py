"""With which foot, and with which side of it, a ball is met: geometry seen from above."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import cos, degrees, pi, radians, sin, sqrt

from olympian.geometry import Place
from olympian.motion.kick.config import KickConfig

SIDES = ("left", "right")


class Face(Enum):
    """A side of a foot; the value is where it faces on a left foot, rad from ahead."""

    TOES = 0.0
    OUTSIDE = pi / 2


@dataclass(frozen=True)
class FootStrike:
    """The place and heading of the kicking sole at the instant it meets the ball."""

    foot: int
    """0 left, 1 right."""
    face: Face
    direction: float
    """Of the swing, rad: that of the ball, with what the robot is usually off taken out."""
    sole: Place
    """From the middle between the feet."""
    ahead: float
    outward: float
    """Metres from where the foot stands in the ready pose."""

    @property
    def side(self) -> str:
        """Which foot."""
        return SIDES[self.foot]

    @property
    def outer(self) -> float:
        """Sense of outward: 1 for the left foot."""
        return _outer(self.foot)


@dataclass(frozen=True)
class Feet:
    """Sizes of two soles that stand side by side, as a strike needs them."""

    spacing: float
    """Metres between them in the ready pose; a walk may leave them further apart."""
    toe: float
    """Metres from the sole's origin to its front edge."""
    outside: float
    """To its outer edge."""
    middle: float
    """How far ahead the middle of that edge is."""

    def strikes(
        self, x: float, y: float, direction: float, radius: float, config: KickConfig
    ) -> Iterator[FootStrike]:
        """All ways to meet a ball, whether they are in reach or not."""
        for foot in (0, 1):
            for face in Face:
                aimed = _aimed(direction, foot, face, config)
                yaw, to_ball = self._met(foot, face, aimed, radius, config)
                sole = Place(x - to_ball[0], y - to_ball[1], yaw)
                outward = _outer(foot) * sole.y - self.spacing / 2
                yield FootStrike(foot, face, aimed, sole, sole.x, outward)

    def spot(
        self, foot: int, face: Face, direction: float, radius: float, config: KickConfig
    ) -> tuple[float, float]:
        """Where a ball lies best for one of them."""
        outer, (straight, aside) = _outer(foot), config.reach.room
        room = straight + (aside - straight) * min(2 * abs(sin(direction)), 1.0)
        direction = _aimed(direction, foot, face, config)
        _, (x, y) = self._met(foot, face, direction, radius, config)
        outward = max(room * outer * sin(direction), 0.0)
        return x + room * cos(direction), y + outer * (self.spacing / 2 + outward)

    def _met(
        self, foot: int, face: Face, direction: float, radius: float, config: KickConfig
    ) -> tuple[float, tuple[float, float]]:
        """Heading of the sole that meets a ball, and where the ball's middle is from it then."""
        # below the middle of a round ball the sole is nearer to it
        low = radius - min(config.swing.lift, radius)
        gap = sqrt(radius * radius - low * low)
        outer = _outer(foot)
        yaw = direction - outer * face.value
        edge = (self.toe, 0.0) if face is Face.TOES else (self.middle, outer * self.outside)
        place = Place(yaw=yaw).then(Place(*edge))
        return yaw, (place.x + gap * cos(direction), place.y + gap * sin(direction))


def _outer(foot: int) -> float:
    """Sense of outward: 1 for the left foot."""
    return 1.0 - 2.0 * foot


def _aimed(direction: float, foot: int, face: Face, config: KickConfig) -> float:
    """Where the foot has to swing for the ball to go in a direction."""
    off = config.aim.toes_deg if face is Face.TOES else config.aim.outside_deg
    return direction + _outer(foot) * radians(off)


def complaint(strike: FootStrike, config: KickConfig) -> str:
    """Why a strike is out of reach, in words; empty if it is not."""
    if strike.face is Face.OUTSIDE and not config.swing.outside:
        return "this robot does not kick with the outside of its feet"
    reach = config.reach
    turn = degrees(strike.outer * strike.sole.yaw)
    for what, value, (low, high), unit, scale in (
        ("turn outward by", turn, reach.turn_deg, "°", 1.0),
        ("go ahead by", strike.ahead, reach.ahead, " cm", 100.0),
        ("go outward by", strike.outward, reach.outward, " cm", 100.0),
    ):
        if not low <= value <= high:
            return (
                f"the {strike.side} foot would have to {what} {scale * value:.0f}{unit}, "
                f"allowed are {scale * low:.0f} to {scale * high:.0f}{unit}"
            )
    return ""


def effort(strike: FootStrike) -> float:
    """How far a foot leaves its usual way: the least is the best."""
    turn = abs(strike.sole.yaw) / radians(30.0)
    return turn + abs(strike.outward) / 0.03 + abs(strike.ahead - 0.03) / 0.05
