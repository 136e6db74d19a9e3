"""Football fields: lines are only seen, posts and poles can be run into."""

from math import pi

import numpy as np

from olympian.geometry import T_from
from olympian.world.ball import Ball, BallStyle
from olympian.world.pitch import MODERN, TWENTY_TEN, Pitch
from olympian.world.world import FloorFinish, Rgba, Solid, SolidKind, World

CARPET_FRICTION = 0.9
"""Sliding friction of rubber soles on a carpet-like floor."""
GREEN: Rgba = (0.13, 0.45, 0.17, 1.0)
WHITE: Rgba = (0.92, 0.92, 0.92, 1.0)
YELLOW: Rgba = (0.95, 0.80, 0.05, 1.0)
BLUE: Rgba = (0.05, 0.22, 0.75, 1.0)
HALL: Rgba = (0.42, 0.40, 0.38, 1.0)
RISE = 0.0003
"""Metres that lines stand over the carpet: enough for a depth buffer, nothing to a foot."""
SUNK = 0.01
"""Metres that the hall's floor lies below the carpet."""
POLE_PARTS, POLE_PART = 3, 0.2
"""Poles beside the middle line of 2010: three parts, the middle one in the other colour."""
POLE_RADIUS, POLE_BESIDE = 0.1, 0.4
"""Metres; and from the side line to a pole's middle."""


def field(friction: float = CARPET_FRICTION) -> World:
    """The kid-size field of today, 9 × 6 m, with white goals and a black-and-white ball."""
    ball = Ball(radius=0.07, mass=0.22, style=BallStyle.PATCHED)
    solids, bars = _goals(MODERN, (WHITE, WHITE))
    return _world("field", MODERN, solids, bars, ball, friction)


def field_2010(friction: float = CARPET_FRICTION) -> World:
    """The field of 2010, 6 × 4 m, with a yellow and a blue goal, poles and an orange ball."""
    ball = Ball(radius=0.033, mass=0.058, style=BallStyle.ORANGE)
    solids, bars = _goals(TWENTY_TEN, (BLUE, YELLOW))
    return _world("field_2010", TWENTY_TEN, [*solids, *_poles()], bars, ball, friction)


def _world(
    name: str, pitch: Pitch, standing: list[Solid], bars: list[Solid], ball: Ball, friction: float
) -> World:
    """Robots start a step behind the ball, facing the goal ahead."""
    half = (pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border, 0.1)
    carpet = Solid("ground", SolidKind.PLANE, half, np.eye(4), GREEN, FloorFinish.CARPET)
    hall = Solid(
        "hall", SolidKind.PLANE, (20, 20, 0.1), T_from((0, 0, -SUNK)), HALL, FloorFinish.PLAIN
    )
    scenery = (hall, *_lines(pitch), *bars)
    start = T_from((-0.4, 0, 0))
    return World(
        name,
        (carpet, *standing),
        friction,
        start,
        scenery=scenery,
        ball=ball,
        pitch=pitch,
        even_light=True,
    )


def _lines(pitch: Pitch) -> list[Solid]:
    width = pitch.line_width
    lines = []
    for index, (x0, y0, x1, y1) in enumerate(pitch.segments):
        size = (abs(x1 - x0) + width, abs(y1 - y0) + width)
        lines.append(_line(f"line_{index}", ((x0 + x1) / 2, (y0 + y1) / 2), size))
    for index, mark in enumerate(pitch.marks):
        lines.append(_line(f"mark_{index}_along", mark, (2 * width, width)))
        lines.append(_line(f"mark_{index}_across", mark, (width, 2 * width)))
    ring = (pitch.circle_radius, width, RISE)
    T = T_from((0, 0, RISE / 2))
    return [*lines, Solid("line_circle", SolidKind.RING, ring, T, WHITE)]


def _line(name: str, centre: tuple[float, float], size: tuple[float, float]) -> Solid:
    T = T_from((*centre, 0.0))
    return Solid(name, SolidKind.BOX, (*size, 2 * RISE), T, WHITE)


def _goals(pitch: Pitch, colours: tuple[Rgba, Rgba]) -> tuple[list[Solid], list[Solid]]:
    """Posts, which stop whoever runs into them, and bars, which are too high to be touched."""
    posts, bars = [], []
    radius, height, half = pitch.post / 2, pitch.goal_height, pitch.goal_width / 2
    for side, rgba, name in ((-1, colours[0], "goal_own"), (1, colours[1], "goal_opponent")):
        x, depth = side * pitch.length / 2, side * pitch.goal_depth
        for y, which in ((-half, "right"), (half, "left")):
            T = T_from((x, y, height / 2))
            upright = (radius, height, 0.0)
            posts.append(Solid(f"{name}_{which}", SolidKind.CYLINDER, upright, T, rgba))
            T = T_from((x + depth / 2, y, height - radius), (0, pi / 2, 0))
            arm = (radius / 2, abs(depth), 0.0)
            bars.append(Solid(f"{name}_arm_{which}", SolidKind.CYLINDER, arm, T, rgba))
        for along, thick, which in ((0.0, radius, "bar"), (depth, radius / 2, "back")):
            T = T_from((x + along, 0, height - radius), (pi / 2, 0, 0))
            across = (thick, 2 * half, 0.0)
            bars.append(Solid(f"{name}_{which}", SolidKind.CYLINDER, across, T, rgba))
    return posts, bars


def _poles() -> list[Solid]:
    """Top and foot have the colour of the goal that is on the left of who looks at the pole."""
    poles = []
    y = TWENTY_TEN.width / 2 + POLE_BESIDE
    for side, colours, name in ((1, (BLUE, YELLOW), "left"), (-1, (YELLOW, BLUE), "right")):
        for part in range(POLE_PARTS):
            T = T_from((0, side * y, (part + 0.5) * POLE_PART))
            size = (POLE_RADIUS, POLE_PART, 0.0)
            rgba = colours[part % 2]
            poles.append(Solid(f"pole_{name}_{part}", SolidKind.CYLINDER, size, T, rgba))
    return poles
