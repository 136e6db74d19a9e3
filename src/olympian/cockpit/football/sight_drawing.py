"""The picture of the robot's camera with what its eyes found in it."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from olympian.geometry import Vec
from olympian.vision import Seen
from olympian.vision.camera import Lens, pixels_of_field

__all__ = ["draw_sight"]

BALL, LINE, CROSSING = (255, 120, 0), (90, 170, 255), (255, 240, 60)
POST, ROBOT = (255, 255, 255), (235, 90, 210)
FINE = 2
"""Pixels of the camera for each that is shown."""

LEGIBLE = 24
"""Pixels of a box from which on there is room for its name."""


def draw_sight(picture: NDArray[np.uint8], seen: Seen, lens: Lens) -> Image.Image:
    """Half as large as the camera's picture (rows, columns, 3), which `seen` was found in."""
    image = Image.fromarray(picture).reduce(FINE)
    sketch = _Sketch(ImageDraw.Draw(image), seen, lens)
    sketch.markings()
    sketch.things()
    return image


class _Sketch:
    def __init__(self, draw: ImageDraw.ImageDraw, seen: Seen, lens: Lens) -> None:
        self._draw, self._seen, self._lens = draw, seen, lens

    def markings(self) -> None:
        """Lines, crossings and circle, from the ground back into the picture."""
        seen = self._seen
        for line in seen.lines:
            self._trace(np.linspace(line.start, line.end, 12), LINE)
        if seen.circle is not None:
            angles = np.linspace(0.0, 2 * np.pi, 48)
            ring = np.column_stack([np.cos(angles), np.sin(angles)])
            self._trace(seen.circle.centre + seen.circle.radius * ring, LINE)
        for crossing in seen.crossings:
            for x, y in self._pixels(crossing.at[None]):
                self._draw.ellipse((x - 4, y - 4, x + 4, y + 4), outline=CROSSING, width=2)
                self._words(crossing.kind.value, x + 6, y - 12, CROSSING)

    def things(self) -> None:
        """Ball, robots and posts, each with how certain it is."""
        seen = self._seen
        for one in seen.robots:
            box = (one.box.left, one.box.top, one.box.right, one.box.bottom)
            left, top, right, bottom = (side / FINE for side in box)
            self._draw.rectangle((left, top, right, bottom), outline=ROBOT, width=2)
            if right - left < LEGIBLE:
                continue
            named = f"{one.team or 'robot'} {one.certainty:.0%}"
            self._words(named, left + 3, max(top - 14, 1.0), POST)
        for post in seen.posts:
            x, y = (part / FINE for part in post.foot)
            self._draw.line((x, y - 18, x, y), fill=POST, width=2)
            self._words(f"post {post.certainty:.0%}", x + 4, y - 18, POST)
        if (ball := seen.ball) is not None:
            x, y, r = (part / FINE for part in (ball.disc.x, ball.disc.y, ball.disc.radius))
            self._draw.ellipse((x - r, y - r, x + r, y + r), outline=BALL, width=2)
            self._words(f"ball {ball.certainty:.0%}", x + r + 2, y - 6, BALL)

    def _trace(self, points: Vec, colour: tuple[int, int, int]) -> None:
        """A way over the ground, where it is in the picture."""
        pixels = self._pixels(points)
        for (ax, ay), (bx, by) in pairwise(pixels):
            if abs(ax - bx) + abs(ay - by) < self._lens.width:
                self._draw.line((ax, ay, bx, by), fill=colour, width=2)

    def _pixels(self, points: Vec) -> list[tuple[float, float]]:
        if self._seen.T_place_camera is None:
            return []
        found = pixels_of_field(self._lens, self._seen.T_place_camera, points) / FINE
        return [(x, y) for x, y in found.tolist() if np.isfinite(x) and np.isfinite(y)]

    def _words(self, text: str, x: float, y: float, colour: tuple[int, int, int]) -> None:
        self._draw.text(
            (x, y), text, fill=colour, font_size=11, stroke_width=1, stroke_fill="black"
        )
