"""A world without robots: solids that never move, and where robots start."""

from dataclasses import dataclass
from enum import Enum
from math import cos, pi, sin
from typing import TypeAlias

from olympian.geometry import Mat4, T_from
from olympian.world.ball import Ball

__all__ = ["Finish", "Rgba", "Solid", "SolidKind", "World"]

Rgba: TypeAlias = tuple[float, float, float, float]


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


class Finish(Enum):
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
    finish: Finish | None = None
    """None: planes are chequered, everything else is plain."""


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
    even_light: bool = False
    """Lit everywhere alike, as a hall is, instead of by one lamp over the start."""

    def start(self, index: int, count: int) -> Mat4:
        """Ground frame of robot `index` of `count`."""
        if self.facing and count > 1:
            angle = 2 * pi * index / count
            radius = self.spacing / 2
            ring = T_from((-radius * cos(angle), -radius * sin(angle), 0), (0, 0, angle))
            return self.T_world_start @ ring
        sideways = (index - (count - 1) / 2) * self.spacing
        return self.T_world_start @ T_from((0, sideways, 0))
