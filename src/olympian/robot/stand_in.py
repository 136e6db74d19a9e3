"""Shapes for bodies that have none, made from their masses and joints: drawn, felt and said."""

from dataclasses import replace
from math import pi, sqrt

import numpy as np

from olympian.geometry import Mat4, R_from_axis_angle, T_from, Vec, Vec3, frozen, inverse
from olympian.robot.posture import Posture
from olympian.robot.rigid import RigidBody, rigid_bodies
from olympian.robot.tree import Shape, ShapeKind, Tree

WATER = 1000.0
"""kg/m³: between the plastic and the metal robots are made of."""
LEAST_SHARE = 0.01
"""Of the robot's mass: lighter bodies are brackets and sensors, and need no shape."""
SLIMMEST, STOUTEST = 0.12, 0.35
"""Radius of a bone as a share of its length."""
FOOT = ((0.25, 0.6), (0.12, 0.35))
"""Shares of the shin's length between which a sole's length and width are believed."""
LOWEST = 0.03
"""Share of the robot's height above its lowest joint where feet begin."""
COLOUR = (0.55, 0.62, 0.7, 1.0)
MOST_NAMES = 6


def with_stand_ins(tree: Tree) -> Tree:
    """The tree in which every body of weight is felt and seen; warnings say what was added."""
    if not tree.mass:
        return tree
    zero, bodies = Posture(tree, np.zeros(len(tree.movable))), rigid_bodies(tree)
    feet = _feet(zero, bodies)
    tree, from_visuals = _felt_as_seen(tree, bodies, feet)
    added: dict[str, Shape] = {}
    for body in bodies:
        links = [tree.link_by_name[name] for name in body.links]
        mass = sum(link.inertial.mass for link in links if link.inertial)
        if any(link.visuals or link.collisions for link in links):
            continue
        if body in feet or mass >= LEAST_SHARE * tree.mass:
            added[body.top] = _foot(tree, zero, body) if body in feet else _bone(tree, zero, body)
    links = tuple(
        replace(one, visuals=(added[one.name],), collisions=(added[one.name],))
        if one.name in added
        else one
        for one in tree.links
    )
    said = [
        f"{len(names)} bodies {what}: {', '.join(names[:MOST_NAMES])}"
        + (" …" if len(names) > MOST_NAMES else "")
        for names, what in (
            (from_visuals, "have no collision shape; what is drawn is felt"),
            (list(added), "have no shape; stand-ins are made from their masses and joints"),
        )
        if names
    ]
    return replace(tree, links=links, warnings=(*tree.warnings, *said))


def _feet(zero: Posture, bodies: list[RigidBody]) -> list[RigidBody]:
    """The two lowest ends of the robot, if they are at the bottom of it together."""
    ends = [body for body in bodies if body.joint and not body.children]
    heights = {body: float(zero.T_root_link[body.top][2, 3]) for body in ends}
    ends = sorted(ends, key=lambda body: heights[body])[:2]
    size = float(np.ptp([T[2, 3] for T in zero.T_root_link.values()]))
    level = len(ends) == 2 and heights[ends[1]] - heights[ends[0]] < LOWEST * size
    return ends if level else []


def _felt_as_seen(
    tree: Tree, bodies: list[RigidBody], feet: list[RigidBody]
) -> tuple[Tree, list[str]]:
    """Visual shapes collide where nothing of the robot does, and at feet of which nothing does."""
    nothing = not any(link.collisions for link in tree.links)
    names: list[str] = []
    for body in bodies:
        links = [tree.link_by_name[name] for name in body.links]
        if (nothing or body in feet) and not any(link.collisions for link in links):
            names += [link.name for link in links if link.visuals]
    links = tuple(
        replace(one, collisions=one.visuals) if one.name in names else one for one in tree.links
    )
    return replace(tree, links=links), names


def _bone(tree: Tree, zero: Posture, body: RigidBody) -> Shape:
    """A capsule from the body's joint to the next one, as thick as its mass makes it."""
    T_root_top = zero.T_root_link[body.top]
    com, mass = _com(tree, zero, body)
    ends = [zero.T_root_link[child.top][:3, 3] for child in body.children]
    start = T_root_top[:3, 3]
    end = max(ends, key=lambda place: float(np.linalg.norm(place - start)), default=2 * com - start)
    length = float(np.linalg.norm(end - start))
    ball = (3 * mass / (4 * pi * WATER)) ** (1 / 3)
    if length < ball:
        T = inverse(T_root_top) @ T_from(com)
        return Shape(ShapeKind.SPHERE, (ball,), frozen(T), COLOUR)
    radius = np.clip(sqrt(mass / (pi * WATER * length)), SLIMMEST * length, STOUTEST * length)
    straight = max(length - 2 * float(radius), 0.1 * length)
    T = inverse(T_root_top) @ _along(start, end)
    return Shape(ShapeKind.CAPSULE, (float(radius), straight), frozen(T), COLOUR)


def _along(start: Vec3, end: Vec3) -> Mat4:
    """A frame midway between two points, with z along the way."""
    way = (end - start) / np.linalg.norm(end - start)
    axis, angle = np.cross([0.0, 0.0, 1.0], way), float(np.arccos(np.clip(way[2], -1, 1)))
    if np.linalg.norm(axis) < 1e-9:
        axis = np.array([1.0, 0.0, 0.0])
    return T_from((start + end) / 2, R=R_from_axis_angle(axis / np.linalg.norm(axis), angle))


def _foot(tree: Tree, zero: Posture, body: RigidBody) -> Shape:
    """A flat box: as long and wide as the inertia says, down to the lowest frame of the foot.

    A foot without such a frame reaches as far below its centre of mass as that is below the ankle.
    """
    T_root_top = zero.T_root_link[body.top]
    com, mass = _com(tree, zero, body)
    ankle, shin = T_root_top[:3, 3], _shin(zero, body)
    size = _box_of_inertia(_inertia(tree, zero, body, com), mass)
    longer = int(np.argmax(size[:2]))
    level = size[:2].copy()
    for axis, (least, most) in zip((longer, 1 - longer), FOOT, strict=True):
        level[axis] = np.clip(size[axis], least * shin, most * shin)
    frames = [float(zero.T_root_link[link][2, 3]) for link in body.links]
    drop = ankle[2] - min(frames)
    below = drop if drop > 0.03 * shin else max(2 * (ankle[2] - com[2]), 0.1 * shin)
    height = 0.4 * below
    middle = np.array([com[0], com[1], ankle[2] - below + height / 2])
    T = inverse(T_root_top) @ T_from(middle)
    return Shape(ShapeKind.BOX, (float(level[0]), float(level[1]), height), frozen(T), COLOUR)


def _shin(zero: Posture, body: RigidBody) -> float:
    """Distance from the foot's joint to the next one above that is not at the same place."""
    place, above = zero.T_root_link[body.top][:3, 3], body.parent
    length = 0.0
    while above is not None and length < 0.05:
        length = float(np.linalg.norm(zero.T_root_link[above.top][:3, 3] - place))
        above = above.parent
    return max(length, 0.05)


def _com(tree: Tree, zero: Posture, body: RigidBody) -> tuple[Vec3, float]:
    """Centre of mass of a body in the root frame, and its mass; the joint where it has none."""
    total, moment = 0.0, np.zeros(3)
    for name in body.links:
        inertial = tree.link_by_name[name].inertial
        if inertial is not None:
            total += inertial.mass
            moment = (
                moment
                + inertial.mass
                * (zero.T_root_link[name] @ np.append(inertial.com_in_link, 1.0))[:3]
            )
    place = zero.T_root_link[body.top][:3, 3]
    return (moment / total, total) if total else (place, 1e-3)


def _inertia(tree: Tree, zero: Posture, body: RigidBody, com: Vec3) -> Vec:
    """Diagonal (3,) of the body's inertia about `com`, root axes."""
    tensor = np.zeros((3, 3))
    for name in body.links:
        inertial = tree.link_by_name[name].inertial
        if inertial is None:
            continue
        T = zero.T_root_link[name]
        way = T[:3, :3] @ inertial.com_in_link + T[:3, 3] - com
        tensor += T[:3, :3] @ inertial.inertia @ T[:3, :3].T
        tensor += inertial.mass * (way @ way * np.eye(3) - np.outer(way, way))
    return np.diag(tensor)


def _box_of_inertia(moments: Vec, mass: float) -> Vec:
    """Edges (3,) of the solid box with these moments about its middle."""
    total = moments.sum()
    return np.sqrt(np.maximum(6.0 * (total - 2.0 * moments), 0.0) / mass)
