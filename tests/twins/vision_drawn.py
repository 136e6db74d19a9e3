"""Plain twin of the rays that draw frames: all pixels at once, one point of a pixel at a time."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.vision.truth import Thing

Array = NDArray[Any]
SUN = np.array([0.36, 0.48, 0.80])
FAR = 60.0


@dataclass(frozen=True, eq=False)
class Drawing:
    """What `cast` is given, by the names it has there."""

    origin: Array
    R: Array
    focal: float
    strips: Array
    sizes: Array
    blocks: Array
    rgb: Array
    ball: Array
    paint: Array
    seed: float

    def cast(self, height: int, width: int) -> tuple[Array, Array, Array]:
        """Colours, things and owners of every pixel."""
        out, things, owner = self.look(height, width, 4)
        fringe = ~alone(things, owner)
        total = sum(self.look(height, width, k)[0] for k in range(9))
        out[fringe] = np.asarray(total)[fringe] / 9
        return out, things, owner

    def look(self, height: int, width: int, k: int) -> tuple[Array, Array, Array]:
        """The same through one of nine points of each pixel."""
        row, column = np.mgrid[0:height, 0:width].astype(float)
        u = (column + (k % 3 - 1) / 3 - (width - 1) / 2) / self.focal
        v = (row + (k // 3 - 1) / 3 - (height - 1) / 2) / self.focal
        d = np.stack([u, v, np.ones_like(u)], axis=-1) @ self.R.T
        d /= np.linalg.norm(d, axis=-1, keepdims=True)
        best, thing, colour = self.ground(d)
        which = np.full(thing.shape, -1)
        for b, block in enumerate(self.blocks):
            window = (block[10] <= column) & (column <= block[11])
            window &= (block[12] <= row) & (row <= block[13])
            reach, side = self.meet_block(d, block)
            met = window & (reach > 1e-6) & (reach < best)
            best, thing, which = (
                np.where(met, new, old)
                for new, old in ((reach, best), (block[7], thing), (b, which))
            )
            shade = (0.75 + 0.125 * side)[..., None]
            colour = np.where(met[..., None], self.rgb[b] * shade, colour)
        if self.ball[2] > 0:
            reach, painted = self.meet_ball(d)
            met = (reach > 0) & (reach < best)
            thing, which = np.where(met, int(Thing.BALL), thing), np.where(met, -1, which)
            colour = np.where(met[..., None], painted, colour)
        return colour, thing, which

    def ground(self, d: Array) -> tuple[Array, Array, Array]:
        """Distance, thing and colour of the ground, or of panels beyond it."""
        wall = d[..., 2] >= -self.origin[2] / FAR
        reach = -self.origin[2] / np.where(wall, -1.0, d[..., 2])
        x, y = (self.origin[k] + reach * d[..., k] for k in range(2))
        a, b, low, high = self.strips.T
        inside = (a <= x[..., None]) & (x[..., None] <= b)
        inside &= (low <= y[..., None]) & (y[..., None] <= high)
        away = np.hypot(x, y)
        radius, line, half_length, half_width = self.sizes
        white = inside.any(axis=-1) | (np.abs(away - radius) <= line / 2) | (away <= line)
        carpet = (np.abs(x) <= half_length) & (np.abs(y) <= half_width)
        thing = np.select([wall, white, carpet], [Thing.NOTHING, Thing.LINE, Thing.FIELD], 0)
        grain = 6 * noise(np.floor(25 * x), np.floor(25 * y), self.seed)[..., None]
        panel = noise(np.floor(9 * d[..., 0] + 7 * d[..., 1]), np.floor(5 * d[..., 2]), self.seed)[
            ..., None
        ]
        conditions = [one[..., None] for one in (wall, white, carpet)]
        colours = [
            np.array([90, 85, 80]) + np.array([90, 80, 85]) * panel,
            np.array([225, 228, 222]) + grain,
            np.array([38, 118, 52]) + grain,
        ]
        colour = np.select(conditions, colours, np.array([120, 105, 95]) + grain)
        return np.where(wall, 1e8, reach), thing, colour

    def meet_block(self, d: Array, block: Array) -> tuple[Array, Array]:
        """Distance to an upright box, infinite where it is missed, and the axis of the side met."""
        c, s = block[8], block[9]
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        p = turn @ (self.origin - (block[0], block[1], block[6] + block[5]))
        v = d @ turn.T
        v = np.where(np.abs(v) < 1e-12, 1e-12, v)
        ends = np.sort(np.stack([(-block[3:6] - p) / v, (block[3:6] - p) / v]), axis=0)
        near, far = ends[0].max(axis=-1), ends[1].min(axis=-1)
        return np.where(near < far, near, np.inf), ends[0].argmax(axis=-1)

    def meet_ball(self, d: Array) -> tuple[Array, Array]:
        """Distance to the ball, −1 where it is missed, and its colour there."""
        centre, radius = self.ball[:3], self.ball[2]
        off = self.origin - centre
        along = d @ off
        rest = along**2 - (off @ off - radius**2)
        reach = np.where(rest > 0, -along - np.sqrt(np.maximum(rest, 0)), -1.0)
        n = (off + reach[..., None] * d) / radius
        c, s = np.cos(self.ball[3]), np.sin(self.ball[3])
        u, v = c * n[..., 0] + s * n[..., 2], c * n[..., 2] - s * n[..., 0]
        patch = np.sin(4.1 * u + 0.5) * np.sin(4.3 * v) * np.sin(4.7 * n[..., 1] + 0.3) > 0.12
        light = 0.55 + 0.45 * np.maximum(n @ SUN, 0)
        return reach, self.paint[patch.astype(int)] * light[..., None]


def noise(a: Array, b: Array, salt: float) -> Array:
    """A number in 0…1 that looks random but belongs to its place."""
    x = np.sin(12.9898 * a + 78.233 * b + 37.719 * salt) * 43758.5453
    return x - np.floor(x)


def alone(things: Array, owner: Array) -> Array:
    """Pixels whose eight neighbours show the same, and no ball."""
    height, width = things.shape
    same = things != Thing.BALL
    for image in (things, owner):
        wide = np.pad(image, 1, mode="edge")
        for down in range(3):
            for right in range(3):
                same = same & (wide[down : down + height, right : right + width] == image)
    return same
