"""What is to be drawn: where the camera is, what stands on the pitch, and in which light."""

from dataclasses import dataclass, field
from math import cos, pi, radians, sin

import numpy as np

from olympian.geometry import Mat4, T_from, Vec, transform_points
from olympian.vision.truth import Colour, Thing


@dataclass(frozen=True)
class DrawnPitch:
    """Sizes in metres; the origin is the centre spot, x towards the opponents' goal."""

    length: float = 6.0
    width: float = 4.0
    line: float = 0.05
    circle_radius: float = 0.6
    area_depth: float = 0.6
    """Goal area, from the goal line towards the centre."""
    area_width: float = 2.2
    border: float = 0.7
    """Carpet beyond the lines."""
    goal_width: float = 1.5
    goal_height: float = 0.8
    post: float = 0.1

    def strips(self) -> Vec:
        """White rectangles (n, 4): x from, x to, y from, y to; lines lie inside the measure."""
        end, side, w = self.length / 2, self.width / 2, self.line
        inner, wide = end - self.area_depth, self.area_width / 2
        rows = [
            (-end, end, side - w, side),
            (-end, end, -side, -side + w),
            (-w / 2, w / 2, -side, side),
        ]
        for sign in (-1.0, 1.0):
            rows += [
                (*sorted((sign * (end - w), sign * end)), -side, side),
                (*sorted((sign * inner, sign * (inner + w))), -wide, wide),
                (*sorted((sign * inner, sign * end)), wide - w, wide),
                (*sorted((sign * inner, sign * end)), -wide, -wide + w),
            ]
        return np.array(rows)


Rgb = tuple[float, float, float]

BALL_PAINTS: tuple[tuple[Rgb, Rgb, Colour], ...] = (
    ((235, 110, 30), (235, 110, 30), Colour.RED),
    ((240, 240, 235), (240, 240, 235), Colour.WHITE),
    ((240, 240, 235), (40, 40, 45), Colour.NONE),
    ((225, 210, 40), (30, 60, 190), Colour.NONE),
    ((40, 80, 200), (40, 80, 200), Colour.BLUE),
    ((200, 40, 150), (240, 240, 235), Colour.NONE),
)
"""Ground colour, colour of the patches, and the name in the game, if it has one."""

BALL_RADIUS = 0.065
"""Metres."""


@dataclass(frozen=True)
class View:
    """A pinhole camera on the pitch: square pixels, centre of the picture on the axis."""

    width: int
    height: int
    focal_px: float
    T_field_camera: Mat4
    """x right, y down, z ahead, on the field."""

    def to_field(self, pixels: Vec) -> Vec:
        """Ground points (n, 2) seen at pixels (n, 2); not-a-number above the horizon."""
        pixels = np.asarray(pixels, dtype=float)
        ray = np.column_stack([self._across(pixels), np.ones(len(pixels))])
        ray = ray @ self.T_field_camera[:3, :3].T
        reach = np.full(len(ray), np.nan)
        down = ray[:, 2] < -1e-9
        reach[down] = -self.T_field_camera[2, 3] / ray[down, 2]
        return self.T_field_camera[:2, 3] + reach[:, None] * ray[:, :2]

    def to_pixels(self, points: Vec) -> Vec:
        """Where points (n, 3) of the field are seen; not-a-number behind the camera."""
        R, origin = self.T_field_camera[:3, :3], self.T_field_camera[:3, 3]
        seen = (np.asarray(points, dtype=float) - origin) @ R
        depth = np.where(seen[:, 2] > 1e-9, seen[:, 2], np.nan)
        centre = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return centre + self.focal_px * seen[:, :2] / depth[:, None]

    def horizon_row(self) -> int:
        """First row that sees ground: the highest point of the horizon in the picture."""
        up = -self.T_field_camera[2, :3]
        rows = [
            (self.height - 1) / 2 - self.focal_px * (up[2] + up[0] * across) / up[1]
            for across in self._across(np.array([[0.0, 0.0], [self.width - 1.0, 0.0]]))[:, 0]
        ]
        return int(np.clip(np.floor(min(rows)), 0, self.height))

    def _across(self, pixels: Vec) -> Vec:
        centre = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        return (pixels - centre) / self.focal_px


@dataclass(frozen=True)
class DrawnBall:
    """A painted sphere on the ground."""

    x: float
    y: float
    radius: float
    paint: int
    """Index into `BALL_PAINTS`."""
    turn: float
    """Turns the pattern, radians."""


@dataclass(frozen=True)
class Block:
    """An upright box: post, bar or robot."""

    x: float
    y: float
    heading: float
    half: tuple[float, float, float]
    bottom: float
    rgb: Rgb
    thing: Thing
    colour: Colour


@dataclass(frozen=True)
class DrawnLight:
    """How surfaces come to be numbers."""

    gain: float = 1.0
    slope: float = 0.0
    """Brighter to one side: relative difference between the edges of the picture."""
    blur_px: float = 0.6
    """Standard deviation of the lens."""
    noise: float = 3.0
    """Standard deviation, grey levels."""


@dataclass(frozen=True)
class Scene:
    """Everything a frame is made of; the same scene gives the same frame."""

    view: View
    seed: int
    ball: DrawnBall | None = None
    blocks: tuple[Block, ...] = ()
    light: DrawnLight = field(default_factory=DrawnLight)
    pitch: DrawnPitch = field(default_factory=DrawnPitch)


def random_scene(seed: int, width: int = 640, height: int = 480, ball: bool | None = None) -> Scene:
    """A robot's view of a game: anywhere on the pitch, head down by 15 to 40 degrees.

    Args:
        ball: a ball in sight, none, or as chance has it.
    """
    rng, pitch = np.random.default_rng([seed, 11]), DrawnPitch()
    view = _random_view(rng, pitch, width, height)
    wanted = rng.random() < 0.7
    shown = _random_ball(rng, view) if (wanted if ball is None else ball) else None
    light = DrawnLight(
        rng.uniform(0.6, 1.15), rng.uniform(-0.3, 0.3), rng.uniform(0.4, 1.0), rng.uniform(1, 5)
    )
    blocks = _goals(pitch) + _robots(rng, pitch, view, shown)
    return Scene(view, seed, shown, blocks, light, pitch)


def _random_view(rng: np.random.Generator, pitch: DrawnPitch, width: int, height: int) -> View:
    reach = np.array([pitch.length / 2 - 0.3, pitch.width / 2 - 0.3])
    x, y = rng.uniform(-reach, reach)
    # Mostly towards the middle of the pitch, where something is to be seen.
    heading = np.arctan2(-y, -x) + rng.uniform(-1.2, 1.2)
    pitch_down, roll = radians(rng.uniform(15, 40)), radians(rng.uniform(-4, 4))
    T_field_head = T_from((x, y, rng.uniform(0.45, 0.60)), (roll, pitch_down, heading))
    ahead = np.array([[0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]], dtype=float)
    focal = 0.78 * width * rng.uniform(0.9, 1.1)
    return View(width, height, float(focal), T_field_head @ ahead)


def _random_ball(rng: np.random.Generator, view: View) -> DrawnBall:
    """Whole in the picture, 0.3 to 3 m ahead; where the picture shows no such ground, anywhere."""
    margin, at = 0.08 * view.width, np.zeros(2)
    for _ in range(200):
        pixel = rng.uniform((margin, 0), (view.width - margin, view.height - margin))
        seen = view.to_field(pixel[None])[0]
        if np.isfinite(seen).all():
            at = seen
            if 0.3 < np.hypot(*(seen - view.T_field_camera[:2, 3])) < 3.0:
                break
    paint = int(rng.integers(len(BALL_PAINTS)))
    return DrawnBall(float(at[0]), float(at[1]), BALL_RADIUS, paint, float(rng.uniform(0, 2 * pi)))


def _goals(pitch: DrawnPitch) -> tuple[Block, ...]:
    """A yellow goal ahead and a blue one behind: two posts and a bar each."""
    paints = (
        (1.0, (220.0, 205.0, 40.0), Colour.YELLOW),
        (-1.0, (40.0, 70.0, 190.0), Colour.BLUE),
    )
    blocks = []
    for sign, rgb, colour in paints:
        x, half = sign * (pitch.length / 2 + pitch.post / 2), pitch.post / 2
        tall = (half, half, pitch.goal_height / 2)
        for side in (-1, 1):
            y = side * (pitch.goal_width + pitch.post) / 2
            blocks.append(Block(x, y, 0.0, tall, 0.0, rgb, Thing.GOAL, colour))
        bar = (half, pitch.goal_width / 2 + pitch.post, half)
        blocks.append(Block(x, 0.0, 0.0, bar, pitch.goal_height, rgb, Thing.GOAL, colour))
    return tuple(blocks)


def _robots(
    rng: np.random.Generator, pitch: DrawnPitch, view: View, ball: DrawnBall | None
) -> tuple[Block, ...]:
    """Up to three dark boxes that stand neither in the camera nor before the ball."""
    blocks, eye = [], view.T_field_camera[:2, 3]
    target = np.array([ball.x, ball.y]) if ball is not None else eye
    for _ in range(int(rng.integers(4))):
        at = rng.uniform((-pitch.length / 2, -pitch.width / 2), (pitch.length / 2, pitch.width / 2))
        away = np.hypot(*(at - eye))
        gap = abs(float(np.arctan2(*(at - eye)) - np.arctan2(*(target - eye))))
        if away < 0.8 or (ball is not None and away < 3.2 and min(gap, 2 * pi - gap) < 0.35):
            continue
        shade = float(rng.uniform(25, 60))
        half = (0.07, 0.11, float(rng.uniform(0.22, 0.3)))
        rgb = (shade, shade, shade + 5)
        turn = float(rng.uniform(-pi, pi))
        x, y = float(at[0]), float(at[1])
        blocks.append(Block(x, y, turn, half, 0.0, rgb, Thing.ROBOT, Colour.BLACK))
    return tuple(blocks)


def corners(block: Block) -> Vec:
    """The eight corners (8, 3) of a box on the field."""
    c, s = cos(block.heading), sin(block.heading)
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
    T = T_from((block.x, block.y, block.bottom + block.half[2]))
    T[:2, :2] = (c, -s), (s, c)
    return transform_points(T, signs * np.array(block.half))
