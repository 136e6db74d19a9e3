"""One sight of a thing on the ground: where it stands, how far that is off, whose it is."""

from dataclasses import dataclass
from math import hypot

import numpy as np

from olympian.decision.localise.evidence import BEARING, SWAY
from olympian.decision.world_model.model import Allegiance
from olympian.geometry import Vec, sealed
from olympian.vision import Seen, SeenRobot

__all__ = ["GroundSight", "Sights", "sight_covariance"]


@dataclass(frozen=True, eq=False)
class GroundSight:
    """A point on the ground in the axes of the robot at the time of the picture, metres."""

    ahead: float
    left: float
    covariance: Vec
    """(2, 2) m²"""
    certainty: float = 0.9
    """Share of such sights that are what they seem to be."""
    allegiance: Allegiance = Allegiance.UNKNOWN


def sight_covariance(ahead: float, left: float, eye: Vec, off: float) -> Vec:
    """(2, 2) m² of a point that a camera sees on the ground.

    A head that is tilted a little more than it feels moves a point away from it or towards it, and
    the further away the more; to the sides only the bearing errs.

    Args:
        eye: (3,) the camera in the same axes, metres.
        off: metres by which it is off even where it is near.
    """
    dx, dy, height = ahead - eye[0], left - eye[1], max(float(eye[2]), 0.05)
    far = max(hypot(dx, dy), 1e-6)
    u, v = dx / far, dy / far
    deep = (SWAY * (height * height + far * far) / height) ** 2
    wide = (BEARING * far) ** 2
    across = (deep - wide) * u * v
    flat = off * off
    return sealed(
        np.array(
            [
                [deep * u * u + wide * v * v + flat, across],
                [across, deep * v * v + wide * u * u + flat],
            ]
        )
    )


ROUND, FOOT = 0.015, 0.05
"""Metres by which a ball and the foot of a robot are off even close by."""
BODY = 0.1
"""Metres from the point of a robot that is nearest to its middle."""
DOUBTED = 0.5
"""Certainty up to which a post is none."""


@dataclass(frozen=True, eq=False)
class Sights:
    """All sights of a picture that things are tracked by."""

    ball: GroundSight | None
    robots: tuple[GroundSight, ...]
    posts: tuple[tuple[float, float], ...]
    """Metres ahead and left."""

    @staticmethod
    def of(seen: Seen, own_colour: str) -> "Sights":
        """Of a picture; nothing where the place of its camera was not known.

        Args: own_colour: of the marks of the own team.
        """
        if seen.T_place_camera is None:
            return Sights(None, (), ())
        eye = seen.T_place_camera[:3, 3]
        of_ball, ball = None, seen.ball
        if ball is not None:
            R = sight_covariance(ball.ahead, ball.left, eye, ROUND)
            of_ball = GroundSight(ball.ahead, ball.left, R, ball.certainty)
        robots = tuple(_robot(one, eye, own_colour) for one in seen.robots)
        posts = tuple((one.ahead, one.left) for one in seen.posts if one.certainty > DOUBTED)
        return Sights(of_ball, robots, posts)


def _robot(one: SeenRobot, eye: Vec, own_colour: str) -> GroundSight:
    """Its middle, which lies behind what is seen of it."""
    dx, dy = one.ahead - eye[0], one.left - eye[1]
    far = max(hypot(dx, dy), 1e-6)
    ahead, left = one.ahead + BODY * dx / far, one.left + BODY * dy / far
    whose = Allegiance.UNKNOWN
    if one.team is not None:
        whose = Allegiance.OWN if one.team == own_colour else Allegiance.OPPONENT
    return GroundSight(ahead, left, sight_covariance(ahead, left, eye, FOOT), one.certainty, whose)
