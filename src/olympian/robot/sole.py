"""The sole of a foot, found from the shapes of the leg's last body."""

import numpy as np

from olympian.geometry import (
    Mat3,
    Mat4,
    T_from,
    Vec,
    Vec3,
    convex_hull,
    inverse,
    rpy_from_R,
    transform_points,
)
from olympian.robot.config import SoleConfig
from olympian.robot.extent import surface_points
from olympian.robot.posture import Posture
from olympian.robot.rigid import RigidBody
from olympian.robot.tree import Shape, ShapeKind, Tree

FLAT = 0.003
"""Metres above the lowest point that still count as touching: cleats, rounded edges."""
SAME = 1e-4
"""Metres or radians by which a frame may miss and still be the sole frame."""
MOST_CORNERS = 12
STEEP = 0.85
"""Cosine of the tilt (30°) beyond which a frame axis is not the foot's up."""
STRIP = 0.3
"""Half the width that a capsule on its side is believed to carry on, as a share of its radius."""
UP, AHEAD = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])


def find_sole(tree: Tree, zero: Posture, foot: RigidBody) -> tuple[str, SoleConfig | None]:
    """Link that ends the leg, and the sole on it; None where the foot has no flat underside.

    The sole frame lies under the origin of the last link, flat against the underside. A link of
    the model that is such a frame is taken; otherwise the frame is written down. Where no frame of
    the foot is level with the underside, an axis of its boxes is.
    """
    frames = [zero.T_root_link[link][:3, :3] for link in foot.links]
    boxes = [
        (zero.T_root_link[link] @ shape.T_link_shape)[:3, :3]
        for link, shape in _shapes(tree, foot)
        if shape.kind is ShapeKind.BOX
    ]
    for axes in (frames, boxes) if boxes else (frames,):
        tip, sole = _sole(tree, zero, foot, _attitude(np.hstack(axes)))
        if sole is not None:
            return tip, sole
    return foot.links[-1], None


def _sole(
    tree: Tree, zero: Posture, foot: RigidBody, R_root_sole: Mat3
) -> tuple[str, SoleConfig | None]:
    points = _points(tree, zero, foot, R_root_sole[:, 2])
    if not len(points):
        return foot.links[-1], None
    heights = points @ R_root_sole[:, 2]
    touching = points[heights < heights.min() + FLAT]
    T_root_sole = T_from(
        R_root_sole @ _below(zero, foot, R_root_sole, heights.min()), R=R_root_sole
    )
    T_root_foot, own_link = zero.T_root_link[foot.top], None
    for link in reversed(foot.links):
        if own_link is None and _is_sole_frame(zero.T_root_link[link], T_root_sole):
            own_link, T_root_sole = link, zero.T_root_link[link]
    outline = convex_hull(transform_points(inverse(T_root_sole), touching)[:, :2])
    outline = _with_width(outline, _roundest(tree, foot))
    if len(outline) < 3 or np.ptp(outline, axis=0).min() < FLAT:
        return foot.links[-1], None
    if own_link is not None:
        return own_link, SoleConfig(outline_m=_corners(outline))
    T_foot_sole = inverse(T_root_foot) @ T_root_sole
    return foot.top, SoleConfig(
        outline_m=_corners(outline),
        xyz=_triple(T_foot_sole[:3, 3]),
        rpy=_triple(rpy_from_R(T_foot_sole[:3, :3])),
    )


def _below(zero: Posture, foot: RigidBody, R_root_sole: Mat3, ground: float) -> Vec3:
    """Point on the ground under the last link's origin, along the axes of the sole."""
    x, y, _ = R_root_sole.T @ zero.T_root_link[foot.top][:3, 3]
    return np.array([x, y, ground])


def _attitude(axes: Vec) -> Mat3:
    """`R_root_sole`: up is the axis of the foot (columns of `axes`) nearest to the root's up.

    In the zero pose most feet are level, but some are tilted by the calf's angle.
    """
    axes = np.hstack([axes, -axes])
    best = int(np.argmax(axes[2]))
    up = axes[:, best] if axes[2, best] > STEEP else UP
    left = np.cross(up, AHEAD)
    left /= np.linalg.norm(left)
    return np.column_stack([np.cross(left, up), left, up])


def _points(tree: Tree, zero: Posture, foot: RigidBody, up: Vec3) -> Vec:
    """Points of the foot that may touch ground, in the root frame.

    They are those of what collides, or of what is seen if nothing does. Balls and capsules touch
    under their middles, wherever the corners are with which their surface is drawn.
    """
    clouds = [_touching(shape, zero.T_root_link[link], up) for link, shape in _shapes(tree, foot)]
    return np.vstack(clouds) if clouds else np.zeros((0, 3))


def _shapes(tree: Tree, foot: RigidBody) -> list[tuple[str, Shape]]:
    links = [tree.link_by_name[name] for name in foot.links]
    felt = any(link.collisions for link in links)
    return [(k.name, shape) for k in links for shape in (k.collisions if felt else k.visuals)]


def _touching(shape: Shape, T_root_link: Mat4, up: Vec3) -> Vec:
    if shape.kind not in (ShapeKind.SPHERE, ShapeKind.CAPSULE):
        return surface_points(shape, T_root_link)
    half = shape.size[1] / 2 if shape.kind is ShapeKind.CAPSULE else 0.0
    middles = np.array([[0.0, 0.0, half], [0.0, 0.0, -half]])
    return transform_points(T_root_link @ shape.T_link_shape, middles) - shape.size[0] * up


def _roundest(tree: Tree, foot: RigidBody) -> float:
    """Largest radius of the capsules of a foot; 0 for one without any."""
    shapes = [shape for _, shape in _shapes(tree, foot)]
    return max((s.size[0] for s in shapes if s.kind is ShapeKind.CAPSULE), default=0.0)


def _with_width(outline: Vec, radius: float) -> Vec:
    """The outline of a foot that stands on one capsule, which carries on a line: made a strip."""
    ends = np.asarray(outline).reshape(-1, 2)
    if radius <= 0 or len(ends) < 2 or (len(ends) > 2 and np.ptp(ends, axis=0).min() >= FLAT):
        return outline
    long = int(np.argmax(np.ptp(ends, axis=0)))
    aside = np.zeros(2)
    aside[1 - long] = max(STRIP * radius, FLAT)
    return convex_hull(np.vstack([ends + aside, ends - aside]))


def _is_sole_frame(T_root_link: Mat4, T_root_sole: Mat4) -> bool:
    """Is the link flat on the ground, roughly ahead? Where on the ground does not matter."""
    T_sole_link = inverse(T_root_sole) @ T_root_link
    flat = np.abs(T_sole_link[:2, 2]).max() < SAME and abs(T_sole_link[2, 3]) < SAME
    return bool(flat and T_sole_link[2, 2] > 0 and T_sole_link[0, 0] > STEEP)


def _corners(outline: Vec) -> list[tuple[float, float]]:
    """The outline with few corners, to a tenth of a millimetre."""
    corners = list(outline)
    while len(corners) > MOST_CORNERS:
        corners.pop(int(np.argmin(_ears(np.array(corners)))))
    return [(round(float(x), 4), round(float(y), 4)) for x, y in corners]


def _ears(corners: Vec) -> Vec:
    """Area lost by leaving out each corner."""
    before, after = np.roll(corners, 1, axis=0) - corners, np.roll(corners, -1, axis=0) - corners
    return np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) / 2


def _triple(values: Vec) -> tuple[float, float, float]:
    x, y, z = (round(float(value), 9) + 0.0 for value in values)
    return x, y, z
