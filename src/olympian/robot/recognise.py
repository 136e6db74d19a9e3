"""Limbs from the shape of a tree: a configuration for a model that comes without one."""

import re
from math import degrees
from pathlib import Path
from typing import TypeVar

import numpy as np

from olympian.geometry import Vec, inverse, rpy_from_R
from olympian.robot.config import CameraConfig, ImuConfig, LimbConfig, RobotConfig
from olympian.robot.facing import ahead
from olympian.robot.posture import Posture
from olympian.robot.reframe import LEAST_TURN, reframed, turn_between
from olympian.robot.rigid import RigidBody
from olympian.robot.silhouette import Silhouette, SilhouetteBranch, words
from olympian.robot.sole import find_sole
from olympian.robot.tree import Joint, Tree

Sensor = TypeVar("Sensor", ImuConfig, CameraConfig)


AT_THE_ELBOW = 0.005
"""Metres from the elbow's origin within which a link is no hand."""


def recognise(tree: Tree, forward: str | None = None) -> RobotConfig:
    """A configuration for a bare model. What is not found is simply not in it.

    Args:
        forward: the axis of the root that points ahead (x, -x, y, -y); None finds it.
    """
    told, R_root_robot = tree, ahead(tree, forward)
    tree = reframed(tree, tree.root, R_root_robot)
    shape = Silhouette(tree)
    legs = shape.legs()
    torso = legs[0].base if legs else tree.root
    R_torso_robot = told.rest_pose(torso)[:3, :3].T @ R_root_robot
    straight = turn_between(R_torso_robot) < LEAST_TURN
    branches = {
        **_named("leg", legs),
        **_named("arm", shape.arms(legs)),
        **_named("head", shape.heads(legs)),
    }
    return RobotConfig(
        name=tree.name,
        model=Path(tree.source).name or tree.name,
        torso=torso,
        torso_rpy=None if straight else _triple(rpy_from_R(R_torso_robot)),
        limbs={name: _limb(tree, shape.zero, name, branch) for name, branch in branches.items()},
        groups=_groups(tree, branches),
        ready_deg=_ready(tree),
        imu=_imu(tree),
        camera=_sensor(tree, CameraConfig, r"\bcamera\b(?!.*\boptical\b)"),
    )


def _triple(values: Vec) -> tuple[float, float, float]:
    x, y, z = (round(float(value), 9) + 0.0 for value in values)
    return x, y, z


def _named(kind: str, branches: list[SilhouetteBranch]) -> dict[str, SilhouetteBranch]:
    plain = [kind == "head" or branch.side == "middle" for branch in branches]
    names = [
        kind if bare else f"{branch.side}_{kind}"
        for branch, bare in zip(branches, plain, strict=True)
    ]
    return dict(zip(names, branches, strict=True))


def _limb(tree: Tree, zero: Posture, name: str, branch: SilhouetteBranch) -> LimbConfig:
    last = branch.bodies[-1]
    if name.endswith("head"):
        return LimbConfig(kind="head", base=branch.base, tip=last.top)
    if name.endswith("arm"):
        tip, hand = _farthest(zero, last), _hand(tree, zero, last)
        return LimbConfig(kind="arm", base=branch.base, tip=tip, hand_xyz=hand)
    tip, sole = find_sole(tree, zero, last)
    return LimbConfig(kind="leg", base=branch.base, tip=tip, sole=sole)


def _farthest(zero: Posture, body: RigidBody) -> str:
    """The link farthest from the joint: the hand at the end of a forearm."""
    places = np.array([zero.T_root_link[link][:3, 3] for link in body.links])
    return body.links[int(np.argmax(np.linalg.norm(places - places[0], axis=1)))]


def _hand(tree: Tree, zero: Posture, body: RigidBody) -> tuple[float, float, float] | None:
    """Where a forearm without a link at its end has its hand, in its only frame; else None.

    A hand at the elbow's own place would have no direction to point in.
    """
    T_top_root = inverse(zero.T_root_link[body.top])
    places = [(T_top_root @ zero.T_root_link[link])[:3, 3] for link in body.links]
    if max(float(np.linalg.norm(place)) for place in places) > AT_THE_ELBOW:
        return None
    coms = [
        (
            inertial.mass,
            (T_top_root @ zero.T_root_link[link] @ np.append(inertial.com_in_link, 1))[:3],
        )
        for link in body.links
        if (inertial := tree.link_by_name[link].inertial) is not None
    ]
    if not coms:
        return None
    middle = sum(mass * com for mass, com in coms) / sum(mass for mass, _ in coms)
    hand = 2.0 * np.asarray(middle)
    return _triple(hand) if np.linalg.norm(hand) > AT_THE_ELBOW else None


def _groups(tree: Tree, branches: dict[str, SilhouetteBranch]) -> dict[str, list[str]]:
    """Every joint once: both legs together, arms and head apart, the rest is torso."""
    groups: dict[str, list[str]] = {}
    for name, branch in branches.items():
        groups.setdefault("legs" if name.endswith("leg") else name, []).extend(branch.joints())
    taken = {joint for names in groups.values() for joint in names}
    rest = [joint.name for joint in tree.movable if joint.name not in taken]
    return {**groups, "torso": rest} if rest else groups


def _ready(tree: Tree) -> dict[str, float]:
    """Angles of the posture that the file calls home; else of joints that cannot be at zero."""
    home = dict(tree.home)
    angles = {joint.name: _inside(joint, home.get(joint.name, 0.0)) for joint in tree.movable}
    return {name: degrees(angle) for name, angle in angles.items() if angle}


def _inside(joint: Joint, angle: float) -> float:
    return float(min(max(angle, joint.lower), joint.upper))


def _imu(tree: Tree) -> ImuConfig | None:
    """Where the file mounts one; else on the link that is called so."""
    if tree.imu is None:
        return _sensor(tree, ImuConfig, r"\bimu\b")
    T = tree.imu.T_link_sensor
    return ImuConfig(tree.imu.link, _triple(T[:3, 3]), _triple(rpy_from_R(T[:3, :3])))


def _sensor(tree: Tree, config: type[Sensor], pattern: str) -> Sensor | None:
    """The sensor on the first link whose name has the word in it."""
    for link in tree.link_by_name:
        if re.search(pattern, " ".join(words(link))):
            return config(link=link)
    return None
