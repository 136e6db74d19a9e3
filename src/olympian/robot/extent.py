"""How far shapes reach: the span along a direction, and points on their surface."""

from math import cos, pi, sin, sqrt

import numpy as np

from olympian.geometry import Mat4, Vec, Vec3, transform_points
from olympian.robot.files import mesh_points
from olympian.robot.tree import Shape, ShapeKind

RIM = 16
"""Points on a circle; its polygon misses the circle by 2 %, less than a sole's own tolerance."""
BOX_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
CIRCLE = np.array([(cos(2 * pi * k / RIM), sin(2 * pi * k / RIM), 0.0) for k in range(RIM)])
AXIS = np.array([0.0, 0.0, 1.0])


def span(shape: Shape, T_a_link: Mat4, direction_in_a: Vec3) -> tuple[float, float]:
    """Lowest and highest coordinate of a shape along a unit vector; exact for every kind."""
    T = T_a_link @ shape.T_link_shape
    centre = float(direction_in_a @ T[:3, 3])
    along = T[:3, :3].T @ direction_in_a
    if shape.kind is ShapeKind.MESH:
        reach = _mesh(shape) @ along
        return centre + float(reach.min()), centre + float(reach.max())
    half = _half_span(shape, along)
    return centre - half, centre + half


def _half_span(shape: Shape, along: Vec3) -> float:
    if shape.kind is ShapeKind.BOX:
        return float(np.abs(along) @ np.array(shape.size)) / 2
    radius = shape.size[0]
    if shape.kind is ShapeKind.SPHERE:
        return radius
    half_length = shape.size[1] / 2 * abs(float(along[2]))
    if shape.kind is ShapeKind.CAPSULE:
        return half_length + radius
    return half_length + radius * sqrt(max(0.0, 1.0 - float(along[2]) ** 2))


def surface_points(shape: Shape, T_a_link: Mat4) -> Vec:
    """Points (n, 3) whose hull is the shape, nearly so where it is round."""
    return transform_points(T_a_link @ shape.T_link_shape, _points(shape))


def _points(shape: Shape) -> Vec:
    if shape.kind is ShapeKind.MESH:
        return _mesh(shape)
    if shape.kind is ShapeKind.BOX:
        return BOX_CORNERS * np.array(shape.size) / 2
    radius = shape.size[0]
    rings = [CIRCLE * radius]
    if shape.kind is ShapeKind.SPHERE:
        return np.vstack([*rings, AXIS * radius, -AXIS * radius])
    half = AXIS * shape.size[1] / 2
    rings = [ring + end for ring in rings for end in (half, -half)]
    if shape.kind is ShapeKind.CAPSULE:
        cap = AXIS * (shape.size[1] / 2 + radius)
        return np.vstack([*rings, cap, -cap])
    return np.vstack(rings)


def _mesh(shape: Shape) -> Vec:
    assert shape.mesh is not None
    return mesh_points(shape.mesh) * np.array(shape.size)
