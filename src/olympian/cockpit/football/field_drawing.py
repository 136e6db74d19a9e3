"""A football field from above: what a robot believes, and beside it what is true."""

from math import cos, sin

import numpy as np
from PIL import Image, ImageDraw

from olympian.decision.world_model import Allegiance, WorldModel
from olympian.geometry import Place, Vec
from olympian.world import Pitch

__all__ = ["FieldDrawing"]

FINE = 2
"""Times as large as it is shown: edges are smooth when it is made smaller."""
GRASS, PAINT = (46, 112, 58), (225, 235, 225)
PARTICLE, BELIEF, TRUTH = (250, 205, 70), (225, 60, 50), (15, 15, 15)
BALL, VIEW, STRANGER = (255, 140, 30), (150, 205, 150), (170, 170, 170)
TEAMS = {
    Allegiance.OWN: (60, 200, 215),
    Allegiance.OPPONENT: (225, 80, 200),
    Allegiance.UNKNOWN: STRANGER,
}
BODY, NOSE = 0.2, 0.42
"""Metres: radius of a robot as drawn, and from its middle to the end of its nose."""
SIGMAS = 2.0
"""Standard deviations within which a thing lies mostly."""
Colour = tuple[int, int, int]


class FieldDrawing:
    """One picture; metres on the field become pixels, x to the right and y up."""

    def __init__(self, pitch: Pitch, width: int) -> None:
        """Args: width: pixels."""
        self._half = (pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border)
        self._scale = FINE * width / (2 * self._half[0])
        self.size = (width, round(width * self._half[1] / self._half[0]))
        self._image = Image.new("RGB", (FINE * self.size[0], FINE * self.size[1]), GRASS)
        self._draw = ImageDraw.Draw(self._image)
        for x0, y0, x1, y1 in pitch.segments.tolist():
            self._line([(x0, y0), (x1, y1)], PAINT, 0.05)
        self._ring(0.0, 0.0, pitch.circle_radius, PAINT, 0.05)
        for x, y in pitch.marks:
            self._dot(x, y, 0.06, PAINT)
        for x, y in pitch.posts.tolist():
            self._dot(x, y, 0.07, PAINT)

    @property
    def image(self) -> Image.Image:
        """As it is shown."""
        return self._image.reduce(FINE)

    def view(self, outline: Vec) -> None:
        """Where the head looks: the ground in its picture. Args: outline: (n, 2) metres."""
        if len(outline) < 3:
            return
        veil = Image.new("RGBA", self._image.size)
        ImageDraw.Draw(veil).polygon(self._pixels(outline), fill=(*VIEW, 90))
        self._image.paste(veil, (0, 0), veil)

    def belief(self, world: WorldModel, particles: Vec) -> None:
        """All of it. Args: particles: (n, 3) of the own place; none where there are none."""
        if world.chart is not None:
            self._chart(world.chart.cells, world.chart.probability)
        for x, y in world.posts:
            self._ring(x, y, 0.12, PARTICLE, 0.04)
        for one in world.robots:
            colour = TEAMS[one.allegiance]
            R = world.place.turn
            self._ellipse((one.x, one.y), R @ one.covariance @ R.T, colour)
            self._dot(one.x, one.y, BODY, colour)
            self._words(f"{one.id}", one.x, one.y)
        self._ellipse(world.place.xy.tolist(), world.covariance[:2, :2], BELIEF)
        self._robot(world.place, BELIEF)
        for x, y, _ in particles[:, :3].tolist():
            self._dot(x, y, 0.03, PARTICLE)
        if (ball := world.ball) is not None:
            self._ellipse((ball.x, ball.y), ball.field_covariance[:2, :2], BALL)
            if ball.rolls:
                self._line([(ball.x, ball.y), ball.stops_at], BALL, 0.03)
                self._ring(*ball.stops_at, 0.07, BALL, 0.025)
            self._dot(ball.x, ball.y, 0.11, BALL)

    def truth(self, robots: list[Place], ball: tuple[float, float] | None) -> None:
        """As a referee sees it, in black outlines. Args: robots: the one that is shown first."""
        for index, place in enumerate(robots):
            self._ring(place.x, place.y, BODY + 0.03, TRUTH, 0.045)
            nose = NOSE if index == 0 else BODY
            tip = (place.x + nose * cos(place.yaw), place.y + nose * sin(place.yaw))
            self._line([(place.x, place.y), tip], TRUTH, 0.045)
        if ball is not None:
            self._ring(*ball, 0.14, TRUTH, 0.045)

    def _robot(self, place: Place, colour: Colour) -> None:
        tip = (place.x + NOSE * cos(place.yaw), place.y + NOSE * sin(place.yaw))
        self._dot(place.x, place.y, BODY, colour)
        self._line([(place.x, place.y), tip], colour, 0.07)

    def _chart(self, cells: Vec, probability: Vec) -> None:
        """Squares, the lighter the more likely the ball lies there."""
        side = float(np.diff(np.unique(cells[:, 1]))[0]) / 2
        veil = Image.new("RGBA", self._image.size)
        draw, most = ImageDraw.Draw(veil), float(probability.max())
        for (x, y), p in zip(cells.tolist(), (probability / most).tolist(), strict=True):
            if p > 0.05:
                corners = np.array([(x - side, y + side), (x + side, y - side)])
                draw.rectangle(self._pixels(corners), fill=(*BALL, round(110 * p)))
        self._image.paste(veil, (0, 0), veil)

    def _ellipse(self, at: "tuple[float, float] | list[float]", P: Vec, colour: Colour) -> None:
        values, axes = np.linalg.eigh(P)
        angles = np.linspace(0.0, 2 * np.pi, 36)
        reach = SIGMAS * np.sqrt(np.maximum(values, 0.0))
        round_it = np.column_stack([np.cos(angles), np.sin(angles)]) * reach
        self._line(np.asarray(at) + round_it @ axes.T, colour, 0.025)

    def _pixels(self, points: "Vec | list[tuple[float, float]]") -> list[tuple[float, float]]:
        found = (np.asarray(points) * (1.0, -1.0) + self._half) * self._scale
        return [(x, y) for x, y in found.tolist()]

    def _line(self, points: "Vec | list[tuple[float, float]]", colour: Colour, wide: float) -> None:
        width = max(1, round(wide * self._scale))
        self._draw.line(self._pixels(points), fill=colour, width=width, joint="curve")

    def _dot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        ((px, py),) = self._pixels([(x, y)])
        r = max(radius * self._scale, 1.0)
        self._draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)

    def _ring(self, x: float, y: float, radius: float, colour: Colour, wide: float) -> None:
        ((px, py),) = self._pixels([(x, y)])
        r, width = radius * self._scale, max(1, round(wide * self._scale))
        self._draw.ellipse((px - r, py - r, px + r, py + r), outline=colour, width=width)

    def _words(self, text: str, x: float, y: float) -> None:
        ((px, py),) = self._pixels([(x, y)])
        self._draw.text((px, py), text, fill=(0, 0, 0), anchor="mm", font_size=round(12 * FINE))
