"""Limbs from the shape of a tree: a configuration for a model that comes without one."""

import re
from math import degrees
from pathlib import Path
from typing import TypeVar

import numpy as np

from olympian.robot.config import CameraConfig, ImuConfig, LimbConfig, RobotConfig
from olympian.robot.posture import Posture
from olympian.robot.rigid import RigidBody
from olympian.robot.silhouette import Silhouette, SilhouetteBranch, words
from olympian.robot.sole import find_sole
from olympian.robot.tree import Tree

Sensor = TypeVar("Sensor", ImuConfig, CameraConfig)


def recognise(tree: Tree) -> RobotConfig:
    """A configuration for a bare model. What is not found is simply not in it."""
    shape = Silhouette(tree)
    legs = shape.legs()
    branches = {
        **_named("leg", legs),
        **_named("arm", shape.arms(legs)),
        **_named("head", shape.heads(legs)),
    }
    return RobotConfig(
        name=tree.name,
        model=Path(tree.source).name or tree.name,
        torso=legs[0].base if legs else tree.root,
        limbs={name: _limb(tree, shape.zero, name, branch) for name, branch in branches.items()},
        groups=_groups(tree, branches),
        ready_deg=_nearest_to_zero(tree),
        imu=_sensor(tree, ImuConfig, r"\bimu\b"),
        camera=_sensor(tree, CameraConfig, r"\bcamera\b(?!.*\boptical\b)"),
    )


def _named(kind: str, branches: list[SilhouetteBranch]) -> dict[str, SilhouetteBranch]:
    return {
        kind if branch.side == "middle" else f"{branch.side}_{kind}": branch for branch in branches
    }


def _limb(tree: Tree, zero: Posture, name: str, branch: SilhouetteBranch) -> LimbConfig:
    last = branch.bodies[-1]
    if name.endswith("head"):
        return LimbConfig(kind="head", base=branch.base, tip=last.top)
    if name.endswith("arm"):
        return LimbConfig(kind="arm", base=branch.base, tip=_farthest(zero, last))
    tip, sole = find_sole(tree, zero, last)
    return LimbConfig(kind="leg", base=branch.base, tip=tip, sole=sole)


def _farthest(zero: Posture, body: RigidBody) -> str:
    """The link farthest from the joint: the hand at the end of a forearm."""
    places = np.array([zero.T_root_link[link][:3, 3] for link in body.links])
    return body.links[int(np.argmax(np.linalg.norm(places - places[0], axis=1)))]


def _groups(tree: Tree, branches: dict[str, SilhouetteBranch]) -> dict[str, list[str]]:
    """Every joint once: both legs together, arms and head apart, the rest is torso."""
    groups: dict[str, list[str]] = {}
    for name, branch in branches.items():
        groups.setdefault("legs" if name.endswith("leg") else name, []).extend(branch.joints())
    taken = {joint for names in groups.values() for joint in names}
    rest = [joint.name for joint in tree.movable if joint.name not in taken]
    return {**groups, "torso": rest} if rest else groups


def _nearest_to_zero(tree: Tree) -> dict[str, float]:
    """Ready angles of joints that cannot be at zero."""
    return {
        joint.name: degrees(joint.lower if joint.lower > 0 else joint.upper)
        for joint in tree.movable
        if joint.lower > 0 or joint.upper < 0
    }


def _sensor(tree: Tree, config: type[Sensor], pattern: str) -> Sensor | None:
    """The sensor on the first link whose name has the word in it."""
    for link in tree.link_by_name:
        if re.search(pattern, " ".join(words(link))):
            return config(link=link)
    return None
