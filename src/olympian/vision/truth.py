"""What a frame really shows: the yardstick of every detector."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4


class Thing(IntEnum):
    """What a pixel belongs to."""

    NOTHING = 0
    """sky, walls, whatever is not part of the game"""
    FIELD = 1
    LINE = 2
    BALL = 3
    GOAL = 4
    POLE = 5
    ROBOT = 6


class Colour(IntEnum):
    """The colours of the game, as the thesis names them; codes of a colour table."""

    NONE = 0
    RED = 1
    """the ball, whose orange the thesis calls red"""
    BLUE = 2
    YELLOW = 3
    CYAN = 4
    MAGENTA = 5
    BLACK = 6
    WHITE = 7
    GREEN = 8


@dataclass(frozen=True)
class BallDisc:
    """A ball in the picture, pixels; the centre of pixel (0, 0) lies at x = y = 0."""

    x: float
    y: float
    radius: float
    visible: float
    """Part of the disc that is inside the picture and not hidden, 0 to 1."""


@dataclass(frozen=True, eq=False)
class Truth:
    """Exact labels of one frame."""

    things: NDArray[np.uint8]
    """`Thing` of each pixel, rows by columns."""
    colours: NDArray[np.uint8]
    """`Colour` of each pixel's surface, before light, blur and noise."""
    ball: BallDisc | None
    """None where no ball is in sight."""
    T_field_camera: Mat4
    """Where the camera was: x right, y down, z ahead; the field's origin is its centre spot,
    x towards the opponents' goal, z up."""
    ball_at: tuple[float, float] | None
    """Centre of the ball on the field, metres, in sight or not."""
    robots_at: tuple[tuple[float, float, float], ...] = ()
    """x, y and heading of the other robots on the field."""
