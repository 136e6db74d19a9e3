"""A world without robots: solids that never move, and where robots start."""

from dataclasses import dataclass, replace
from enum import Enum
from math import cos, pi, sin
from typing import TypeAlias

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from
from olympian.world.ball import Ball
from olympian.world.pitch import Pitch

Rgba: TypeAlias = tuple[float, float, float, float]
RED: Rgba = (0.75, 0.30, 0.25, 1.0)
THING = 0.3
"""Height of a thing to walk round, metres: a small humanoid's chest."""


class SolidKind(Enum):
    """Shape of a fixed solid; `size` means what is written here."""

    PLANE = "plane"
    """infinite; half edges of the part that is drawn"""
    BOX = "box"
    """full edge lengths"""
    CYLINDER = "cylinder"
    """radius, length"""
    RING = "ring"
    """radius of the middle of a flat band, its width and thickness; only as scenery"""


class FloorFinish(Enum):
    """What a surface looks like from near by."""

    PLAIN = "plain"
    CHEQUERED = "chequered"
    """so that motion over it can be seen"""
    CARPET = "carpet"
    """lighter and darker tufts"""


@dataclass(frozen=True, eq=False)
class Solid:
    """One fixed piece of the world."""

    name: str
    kind: SolidKind
    size: tuple[float, float, float]
    T_world_solid: Mat4
    rgba: Rgba
    finish: FloorFinish | None = None
    """None: planes are chequered, everything else is plain."""

    @staticmethod
    def post(x: float, y: float, radius: float, height: float = THING, name: str = "") -> "Solid":
        """A round thing on level ground, metres."""
        size = (radius, height, 0.0)
        return Solid(name, SolidKind.CYLINDER, size, T_from((x, y, height / 2)), RED)

    @staticmethod
    def box(
        x: float,
        y: float,
        length: float,
        width: float,
        yaw: float = 0.0,
        height: float = THING,
        name: str = "",
    ) -> "Solid":
        """A thing with edges on level ground, metres and rad; `length` along its own x."""
        T_world_box = T_from((x, y, height / 2), (0.0, 0.0, yaw))
        return Solid(name, SolidKind.BOX, (length, width, height), T_world_box, RED)


@dataclass(frozen=True, eq=False)
class World:
    """Solids, their friction, and the ground frame around which robots start."""

    name: str
    solids: tuple[Solid, ...]
    friction: float
    T_world_start: Mat4
    """Ground frame of a single robot: z is the surface normal, x the way it faces."""
    spacing: float = 1.0
    """Distance from one robot to the next, metres."""
    facing: bool = False
    """Several robots face each other instead of standing side by side."""
    scenery: tuple[Solid, ...] = ()
    """What can be seen and not be touched: lines, bars overhead, what stands round a field."""
    ball: Ball | None = None
    """The one thing that is not fixed."""
    pitch: Pitch | None = None
    """The football field that it is; its centre spot is the world's origin."""
    even_light: bool = False
    """Lit everywhere alike, as a hall is, instead of by one lamp over the start."""
    room: tuple[float, float, float, float] | None = None
    """x0, y0, x1, y1 inside its walls, from the start; None: the floor has no end."""

    def adding(self, *solids: Solid) -> "World":
        """The same world with more in it; things without a name get one."""
        count = len(self.solids)
        named = [
            solid if solid.name else replace(solid, name=f"thing_{count + index}")
            for index, solid in enumerate(solids)
        ]
        names = [solid.name for solid in (*self.solids, *named)]
        for name in names:
            if names.count(name) > 1:
                raise OlympianError(f"world '{self.name}' has two things that are named '{name}'")
        return replace(self, solids=(*self.solids, *named))

    def start(self, index: int, count: int) -> Mat4:
        """Ground frame of robot `index` of `count`."""
        if self.facing and count > 1:
            angle = 2 * pi * index / count
            radius = self.spacing / 2
            ring = T_from((-radius * cos(angle), -radius * sin(angle), 0), (0, 0, angle))
            return self.T_world_start @ ring
        sideways = (index - (count - 1) / 2) * self.spacing
        return self.T_world_start @ T_from((0, sideways, 0))
