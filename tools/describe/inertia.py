"""Mass properties of parts: textbook inertias summed with the parallel-axis theorem."""

from collections.abc import Iterable

import numpy as np

from describe.part import Part
from olympian.geometry import Mat3, Vec3, frozen, skew
from olympian.robot.tree import Inertial, Shape, ShapeKind

__all__ = ["inertial_of", "principal_moments"]


def principal_moments(shape: Shape, mass: float) -> Vec3:
    """Moments of a solid primitive about its own centre, in its own axes."""
    match shape.kind:
        case ShapeKind.BOX:
            x, y, z = np.square(shape.size)
            return mass / 12 * np.array([y + z, x + z, x + y])
        case ShapeKind.CYLINDER:
            radius, length = shape.size
            across = mass * (3 * radius**2 + length**2) / 12
            return np.array([across, across, mass * radius**2 / 2])
        case ShapeKind.SPHERE:
            return np.full(3, 0.4 * mass * shape.size[0] ** 2)
    raise ValueError(f"no inertia formula for {shape.kind}")


def inertial_of(parts: Iterable[Part]) -> Inertial | None:
    """Mass, centre of mass and inertia of all parts that weigh something; None if none does."""
    heavy = [part for part in parts if part.mass > 0]
    if not heavy:
        return None
    mass = sum(part.mass for part in heavy)
    moments = [part.mass * part.shape.T_link_shape[:3, 3] for part in heavy]
    com = np.sum(moments, axis=0) / mass
    inertia = sum((_about(part, com) for part in heavy), np.zeros((3, 3)))
    return Inertial(mass, frozen(com), frozen(inertia))


def _about(part: Part, point: Vec3) -> Mat3:
    """Inertia of a part about a point in the link (parallel-axis theorem), link axes."""
    T = part.shape.T_link_shape
    R, offset = T[:3, :3], skew(T[:3, 3] - point)
    return R @ np.diag(principal_moments(part.shape, part.mass)) @ R.T - part.mass * offset @ offset
