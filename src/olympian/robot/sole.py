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
from olympian.robot.tree import Tree

FLAT = 0.003
"""Metres above the lowest point that still count as touching: cleats, rounded edges."""
SAME = 1e-4
"""Metres or radians by which a frame may miss and still be the sole frame."""
MOST_CORNERS = 12
STEEP = 0.85
"""Cosine of the tilt (30°) beyond which a frame axis is not the foot's up."""
UP, AHEAD = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])


def find_sole(tree: Tree, zero: Posture, foot: RigidBody) -> tuple[str, SoleConfig | None]:
    """Link that ends the leg, and the sole on it; None where the foot has no flat underside.

    The sole frame lies under the origin of the last link, flat against the underside. A link of
    the model that is such a frame is taken; otherwise the frame is written down.
    """
    points = _points(tree, zero, foot)
    if not len(points):
        return foot.links[-1], None
    R_root_sole = _attitude(zero, foot)
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


def _attitude(zero: Posture, foot: RigidBody) -> Mat3:
    """`R_root_sole`: up is the frame axis of the foot that is nearest to the root's up.

    In the zero pose most feet are level, but some are tilted by the calf's angle.
    """
    axes = np.hstack([zero.T_root_link[link][:3, :3] for link in foot.links])
    axes = np.hstack([axes, -axes])
    best = int(np.argmax(axes[2]))
    up = axes[:, best] if axes[2, best] > STEEP else UP
    left = np.cross(up, AHEAD)
    left /= np.linalg.norm(left)
    return np.column_stack([np.cross(left, up), left, up])


def _points(tree: Tree, zero: Posture, foot: RigidBody) -> Vec:
    """Surface of the foot in the root frame: what collides, or what is seen if nothing does."""
    links = [tree.link_by_name[name] for name in foot.links]
    felt = any(link.collisions for link in links)
    clouds = [
        surface_points(shape, zero.T_root_link[link.name])
        for link in links
        for shape in (link.collisions if felt else link.visuals)
    ]
    return np.vstack(clouds) if clouds else np.zeros((0, 3))


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
