"""Which way a robot faces: found from names, feet, knees and arms, since files do not say it."""

from itertools import product

import numpy as np

from olympian.errors import unknown
from olympian.geometry import Mat3, R_from_axis_angle, R_from_rpy, Vec, frozen
from olympian.robot.extent import surface_points
from olympian.robot.posture import Posture
from olympian.robot.reframe import reframed
from olympian.robot.silhouette import LEG_JOINTS, Silhouette, SilhouetteBranch, side_in_name
from olympian.robot.tree import Tree

FORWARD = {"x": 0.0, "y": np.pi / 2, "-x": np.pi, "-y": -np.pi / 2}
"""Turns about z by which each axis of the root comes to point ahead."""
UPS: tuple[Vec, ...] = tuple(np.eye(3)[[2, 1, 0]])
"""Axes of the root that may point up, the usual one first."""
CLEAR = 1.0
"""By how much another way has to be better than the usual one, in votes."""
NAMES = 2.0
"""Weight of names beside a vote of 1 from each of feet, knees and arms."""
BEND = 0.4
"""rad by which a joint is tried."""


def ahead(tree: Tree, forward: str | None = None) -> Mat3:
    """`R_root_robot`: columns are the robot's x (ahead), y (left) and z (up) in the root link.

    Args:
        forward: the axis of the root that points ahead (x, -x, y or -y); None finds it.
    """
    if forward is not None and forward not in FORWARD:
        raise unknown("--forward", forward, FORWARD)
    if forward is None and len(tree.movable) < 2 * LEG_JOINTS:
        return np.eye(3)
    up = _upright(tree)
    ways = [forward] if forward else list(FORWARD)
    frames = [frozen(up @ R_from_rpy(0.0, 0.0, FORWARD[way])) for way in ways]
    votes = [_votes(reframed(tree, tree.root, R)) for R in frames] if len(frames) > 1 else [0.0]
    best = int(np.argmax(votes))
    return frames[best] if votes[best] > votes[0] + CLEAR else frames[0]


def _upright(tree: Tree) -> Mat3:
    """Rotation after which z is up: the first for which two legs hang down."""
    for up, sign in product(UPS, (1.0, -1.0)):
        R = _up_to_z(sign * up)
        for turn in (0.0, np.pi / 2):
            shape = Silhouette(reframed(tree, tree.root, R @ R_from_rpy(0.0, 0.0, turn)))
            if len(shape.legs()) == 2:
                return R
    return np.eye(3)


def _up_to_z(up: Vec) -> Mat3:
    """`R_root_upright` with z along `up`, by the shortest turn."""
    axis, z = np.cross([0.0, 0.0, 1.0], up), float(up[2])
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if z > 0 else R_from_axis_angle(np.array([1.0, 0.0, 0.0]), np.pi)
    return R_from_axis_angle(axis / np.linalg.norm(axis), float(np.arccos(z)))


def _votes(tree: Tree) -> float:
    """How much speaks for x being ahead: beyond 0 more for it than against it."""
    shape = Silhouette(tree)
    legs = shape.legs()
    if len(legs) != 2:
        return -10.0
    arms = shape.arms(legs)
    return (
        NAMES * _mean([_named(tree, limb) for limb in (*legs, *arms)])
        + _mean([_foot(tree, shape.zero, leg) for leg in legs])
        - _mean([_bending(tree, leg) for leg in legs])
        + _mean([_bending(tree, arm) for arm in arms])
    )


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else 0.0


def _named(tree: Tree, limb: SilhouetteBranch) -> float:
    """1 if names call the limb by the side it is on, -1 by the other one."""
    said = side_in_name(limb.bodies[0].top, tree.link_by_name)
    return 0.0 if said is None else 1.0 if said == limb.side else -1.0


def _foot(tree: Tree, zero: Posture, leg: SilhouetteBranch) -> float:
    """How much further the foot reaches ahead of the ankle than behind it, -1 to 1."""
    foot = leg.bodies[-1]
    links = [tree.link_by_name[name] for name in foot.links]
    shapes = [(one, zero.T_root_link[k.name]) for k in links for one in k.collisions or k.visuals]
    if not shapes:
        return 0.0
    x = np.concatenate([surface_points(one, T)[:, 0] for one, T in shapes])
    x = x - zero.T_root_link[foot.top][0, 3]
    return float(np.clip(2 * (x.max() + x.min()) / max(float(np.ptp(x)), 1e-6), -1, 1))


def _bending(tree: Tree, limb: SilhouetteBranch) -> float:
    """1 if the middle joint bends the limb's end ahead, -1 if back, between if it may do both."""
    names = [joint.name for joint in tree.movable]
    reach = []
    for body in limb.bodies[1:-1] if len(limb.bodies) > 2 else limb.bodies[1:]:
        assert body.joint is not None
        q = np.zeros(len(names))
        q[names.index(body.joint.name)] = BEND
        end = Posture(tree, q).T_root_link[limb.bodies[-1].top][:3, 3]
        shorter = _length(limb) - float(np.linalg.norm(end - limb.start_in_root))
        low, high = float(body.joint.lower), float(body.joint.upper)
        lopsided = (high + low) / max(high - low, 1e-6)
        moved = float(end[0] - limb.end_in_root[0])
        reach.append((abs(shorter), abs(lopsided), np.sign(moved) * lopsided))
    # the joint that changes the length most, and of several the one that bends one way only
    useful = [one for one in reach if one[0] > 0.01 * _length(limb)]
    return float(max(useful, key=lambda one: one[1])[2]) if useful else 0.0


def _length(limb: SilhouetteBranch) -> float:
    return float(np.linalg.norm(limb.end_in_root - limb.start_in_root))
