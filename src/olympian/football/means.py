"""What a player has to play with: its field, its legs, its kicks."""

from dataclasses import dataclass
from math import pi

from olympian.errors import OlympianError
from olympian.humanoid import Humanoid
from olympian.motion import TopSpeed
from olympian.motion.kick import BALL, KickRange, kick_range
from olympian.world import MODERN, Pitch

__all__ = ["KickOption", "PlayerMeans"]

DIRECTIONS = (0.0, 0.35, 0.6, pi / 2)
"""rad outward in which a foot is tried: straight, two diagonals, and to the side."""
AIDE_S = {0.0: 0.0, 0.35: 0.3, 0.6: 0.8, pi / 2: 2.0}
"""Seconds of way that it is worth not to kick so: the ball goes less far, and less exactly."""
STEP_S = 0.22
"""Seconds of a step of `fumanoid`, on which times of stopping were found."""
NEARER, FURTHER_OUT = 0.01, 0.014
"""Metres from the place where a ball lies best towards the middle of where it may lie: a foot
reaches less far ahead and inward of it than back and outward."""
UNSEEN = 0.01
"""Metres further off where a robot does not see its feet: better out of reach than pushed away."""


@dataclass(frozen=True)
class KickOption:
    """One way to kick: where the ball lies for it, from the robot, and where it goes."""

    foot: str
    direction: float
    """rad from the robot's heading."""
    ahead: float
    left: float
    price_s: float
    """Seconds of way for which another kick is rather taken."""


@dataclass(frozen=True, eq=False)
class PlayerMeans:
    """All that does not change during a match."""

    number: int
    size: int
    goalkeeper: bool
    pitch: Pitch
    top: TopSpeed
    ball_radius: float
    reach: KickRange | None
    """None: it cannot kick, so it dribbles."""
    options: tuple[KickOption, ...]
    dives: bool
    """Has it movements for a keeper's dive?"""
    step_s: float = STEP_S
    """Seconds of its steps: a walk takes some of them to end."""
    looks_down: bool = True
    """Does its head turn, so that it sees what lies at its feet?"""

    @staticmethod
    def of(robot: Humanoid, number: int = 1, size: int = 1, goalkeeper: bool = False):
        """What a robot has.

        Raises: OlympianError: it cannot walk.
        """
        ball = robot.world.ball
        radius = BALL if ball is None else ball.radius
        try:
            reach = kick_range(robot.robot, radius)
        except OlympianError:
            reach = None
        looks_down = robot.head is not None
        nearer = NEARER if looks_down else -UNSEEN
        options = () if reach is None else tuple(_options(reach, nearer))
        pitch = robot.world.pitch or MODERN
        top = robot.machine.top_speed
        dives = robot.hcm.knows("dive_left") and robot.hcm.knows("dive_right")
        walk = robot.machine.body.dynamic_walk
        step_s = STEP_S if walk is None else walk.steps[1]
        return PlayerMeans(
            number, size, goalkeeper, pitch, top, radius, reach, options, dives, step_s,
            looks_down,
        )  # fmt: skip


def _options(reach: KickRange, nearer: float):
    for foot, outer in (("left", 1.0), ("right", -1.0)):
        for outward in DIRECTIONS:
            try:
                ahead, left = reach.spot(outer * outward, foot)
            except OlympianError:
                continue  # this robot does not kick so
            if outward < 1.0:
                ahead, left = ahead - nearer, left + outer * FURTHER_OUT
            else:
                ahead, left = ahead, left - outer * NEARER
            yield KickOption(foot, outer * outward, ahead, left, AIDE_S[outward])
