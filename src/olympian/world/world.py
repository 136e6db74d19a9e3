"""A world without robots: solids that never move, and where robots start."""

from dataclasses import dataclass
from enum import Enum
from math import cos, pi, sin

from olympian.geometry import Mat4, T_from

__all__ = ["Solid", "SolidKind", "World"]


class SolidKind(Enum):
    """Shape of a fixed solid; `size` means what is written here."""

    PLANE = "plane"
    """infinite; half edges of the part that is drawn"""
    BOX = "box"
    """full edge lengths"""
    CYLINDER = "cylinder"
    """radius, length"""


@dataclass(frozen=True, eq=False)
class Solid:
    """One fixed piece of the world."""

    name: str
    kind: SolidKind
    size: tuple[float, float, float]
    T_world_solid: Mat4
    rgba: tuple[float, float, float, float]


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

    def start(self, index: int, count: int) -> Mat4:
        """Ground frame of robot `index` of `count`."""
        if self.facing and count > 1:
            angle = 2 * pi * index / count
            radius = self.spacing / 2
            ring = T_from((-radius * cos(angle), -radius * sin(angle), 0), (0, 0, angle))
            return self.T_world_start @ ring
        sideways = (index - (count - 1) / 2) * self.spacing
        return self.T_world_start @ T_from((0, sideways, 0))
