"""Parts of a link: primitives with a place, a colour and, where it matters, a mass."""

from dataclasses import dataclass, replace
from math import pi

import numpy as np

from describe.colour import COLOURS
from olympian.geometry import Mat4, T_from, frozen
from olympian.robot.tree import Shape, ShapeKind

__all__ = ["Part", "box", "cylinder", "mirrored", "moved", "sphere", "turned"]

Triple = tuple[float, float, float]
ORIGIN: Triple = (0.0, 0.0, 0.0)
TURN_FROM_Z: dict[str, Triple] = {"x": (0.0, pi / 2, 0.0), "y": (pi / 2, 0.0, 0.0), "z": ORIGIN}
REFLECTION = np.diag([1.0, -1.0, 1.0, 1.0])


@dataclass(frozen=True)
class Part:
    """A primitive on a link. Parts without mass are only seen (or only collide)."""

    shape: Shape
    mass: float = 0.0


def box(
    size: Triple, at: Triple, colour: str = "aluminium", mass: float = 0.0, rpy: Triple = ORIGIN
) -> Part:
    """Box of full edge lengths `size` with its centre `at`."""
    return _part(ShapeKind.BOX, size, at, rpy, colour, mass)


def cylinder(
    radius: float,
    length: float,
    at: Triple,
    along: str = "z",
    colour: str = "aluminium",
    mass: float = 0.0,
    rpy: Triple | None = None,
) -> Part:
    """Cylinder with its centre `at`, its axis `along` x, y or z (or turned by `rpy` from z)."""
    turn = TURN_FROM_Z[along] if rpy is None else rpy
    return _part(ShapeKind.CYLINDER, (radius, length), at, turn, colour, mass)


def sphere(radius: float, at: Triple, colour: str = "aluminium", mass: float = 0.0) -> Part:
    """Ball with its centre `at`."""
    return _part(ShapeKind.SPHERE, (radius,), at, ORIGIN, colour, mass)


def _part(
    kind: ShapeKind, size: tuple[float, ...], at: Triple, rpy: Triple, colour: str, mass: float
) -> Part:
    return Part(Shape(kind, size, frozen(T_from(at, rpy)), COLOURS[colour]), mass)


def moved(T_new_old: Mat4, *parts: Part) -> tuple[Part, ...]:
    """The same parts seen from another frame."""
    return tuple(_at(part, T_new_old @ part.shape.T_link_shape) for part in parts)


def turned(rpy: Triple, *parts: Part, about: Triple = ORIGIN) -> tuple[Part, ...]:
    """The parts turned as one piece about a point."""
    T = T_from(about) @ T_from(rpy=rpy) @ T_from([-x for x in about])
    return moved(T, *parts)


def mirrored(side: str, *parts: Part) -> tuple[Part, ...]:
    """Parts drawn for the left side, put on `side`: the right one is their mirror image.

    Every primitive is its own mirror image, so reflecting the frame from both sides is enough.
    """
    if side != "right":
        return parts
    return tuple(_at(part, REFLECTION @ part.shape.T_link_shape @ REFLECTION) for part in parts)


def _at(part: Part, T: Mat4) -> Part:
    return replace(part, shape=replace(part.shape, T_link_shape=frozen(T)))
