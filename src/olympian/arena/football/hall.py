"""What stands round a field: walls, and people and things in all colours."""

from dataclasses import dataclass, replace
from math import cos, pi, sin

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.geometry import T_from, quaternion_wxyz_from_R
from olympian.vision import Colour
from olympian.world import FloorFinish, Pitch, Solid, SolidKind, World

WALLS, CLUTTER, LOOKALIKES = 4, 24, 4
"""Shapes of each kind in the model; every frame paints and moves them anew."""
WALL_HEIGHT = 3.0
AISLE = 0.5
"""Metres that stay free beside the carpet."""
GAME = {
    Colour.RED: (0.90, 0.35, 0.08),
    Colour.BLUE: (0.08, 0.20, 0.70),
    Colour.YELLOW: (0.90, 0.78, 0.10),
    Colour.WHITE: (0.90, 0.90, 0.90),
    Colour.BLACK: (0.05, 0.05, 0.05),
}
"""Colours of the game that people wear as well: these things have the colour and no meaning."""
GAME_SHARE = 0.25


def with_hall(world: World) -> World:
    """The same world with walls and clutter, as yet without size."""
    dots = [
        Solid(f"{kind}_{index}", SolidKind.BOX, (0.1, 0.1, 0.1), T_from((0, 0, -1)), (0, 0, 0, 1))
        for kind, count in (("wall", WALLS), ("clutter", CLUTTER))
        for index in range(count)
    ]
    plain = tuple(replace(dot, finish=FloorFinish.PLAIN) for dot in dots)
    return replace(world, scenery=(*world.scenery, *plain))


@dataclass
class Hall:
    """The surroundings in a compiled model."""

    model: mujoco.MjModel
    pitch: Pitch

    def __post_init__(self) -> None:
        self._walls = [self.model.geom(f"wall_{index}").id for index in range(WALLS)]
        self._clutter = [self.model.geom(f"clutter_{index}").id for index in range(CLUTTER)]
        self._floor = self.model.geom("hall").id

    def furnish(self, chance: np.random.Generator, colours: NDArray[np.uint8]) -> None:
        """Put and paint everything anew; `colours` learns what has a colour of the game."""
        self._paint(self._floor, _dull(chance))
        x, y = self._half()
        far = chance.uniform(0.5, 3.0, 4)
        for index, geom in enumerate(self._walls):
            along = index % 2 == 0
            side, edge = (1 if index < 2 else -1), (x if along else y) + AISLE + far[index]
            centre = (side * edge, 0) if along else (0, side * edge)
            size = (0.1, 30.0) if along else (30.0, 0.1)
            self._put(geom, centre, 0.0, (*size, WALL_HEIGHT))
            self._paint(geom, _dull(chance))
        for geom in self._clutter:
            self._put_clutter(geom, chance, colours)

    def put_lookalikes(self, chance: np.random.Generator, ball: int) -> None:
        """Lay things of the shape, size and colour of the ball beside the carpet.

        Args: ball: its shape in the model.
        """
        x, y = self._half()
        model, radius = self.model, float(self.model.geom_size[ball, 0])
        for geom in self._clutter[:LOOKALIKES]:
            way, off = chance.uniform(-pi, pi), chance.uniform(0.1, AISLE)
            scale = min((x + off) / max(abs(cos(way)), 1e-6), (y + off) / max(abs(sin(way)), 1e-6))
            model.geom_type[geom] = mujoco.mjtGeom.mjGEOM_SPHERE
            model.geom_size[geom] = radius, 0.0, 0.0
            model.geom_rbound[geom] = radius
            model.geom_pos[geom] = scale * cos(way), scale * sin(way), radius
            model.geom_rgba[geom] = model.geom_rgba[ball]
            model.geom_matid[geom] = model.geom_matid[ball]

    def _half(self) -> tuple[float, float]:
        """Half edges of the carpet."""
        pitch = self.pitch
        return pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border

    def _put_clutter(self, geom: int, chance: np.random.Generator, colours: NDArray) -> None:
        x, y = self._half()
        way, off = chance.uniform(-pi, pi), chance.uniform(0.15, AISLE + 0.5)
        scale = min((x + off) / max(abs(cos(way)), 1e-6), (y + off) / max(abs(sin(way)), 1e-6))
        width, depth = chance.uniform(0.05, 0.7), chance.uniform(0.05, 0.3)
        height = chance.uniform(0.1, 1.9)
        place = (scale * cos(way), scale * sin(way))
        self._put(geom, place, chance.uniform(-pi, pi), (depth, width, height))
        colour, rgb = Colour.NONE, _dull(chance)
        if chance.random() < GAME_SHARE:
            colour = list(GAME)[chance.integers(len(GAME))]
            rgb = GAME[colour]
        self._paint(geom, rgb)
        colours[geom] = colour

    def _put(
        self,
        geom: int,
        centre: tuple[float, float],
        yaw: float,
        size: tuple[float, float, float],
    ) -> None:
        T = T_from((*centre, size[2] / 2 - 0.01), (0, 0, yaw))
        self.model.geom_pos[geom] = T[:3, 3]
        self.model.geom_quat[geom] = quaternion_wxyz_from_R(T[:3, :3])
        self.model.geom_size[geom] = np.array(size) / 2
        self.model.geom_rbound[geom] = np.linalg.norm(size) / 2

    def _paint(self, geom: int, rgb: tuple[float, float, float]) -> None:
        self.model.geom_rgba[geom] = (*rgb, 1.0)


def _dull(chance: np.random.Generator) -> tuple[float, float, float]:
    """A colour that is none of the game: greyish, neither black nor white."""
    grey = chance.uniform(0.22, 0.60)
    tint = chance.uniform(-0.07, 0.07, 3)
    red, green, blue = np.clip(grey + tint - tint.mean(), 0.0, 1.0)
    return float(red), float(min(green, max(red, blue))), float(blue)
