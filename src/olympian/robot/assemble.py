"""Configuration and tree become a `Robot`; names that do not fit are refused here."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import radians
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

from olympian.errors import OlympianError
from olympian.files import plain_name
from olympian.geometry import Mat3, T_from, convex_hull, frozen, rpy_from_R
from olympian.robot.chain import Chain
from olympian.robot.config import CameraConfig, ImuConfig, LimbConfig, RobotConfig
from olympian.robot.files import complaint
from olympian.robot.files.toml_lines import Keys
from olympian.robot.reframe import reframed, turns_of
from olympian.robot.robot import Foot, Limb, Robot
from olympian.robot.tree import Joint, JointKind, Link, Tree
from olympian.robot.wiring import check_devices, wire

Mount = TypeVar("Mount", ImuConfig, CameraConfig)
MOST_NAMES = 40
"""Alternatives an error lists before it stops."""


def assemble(
    config: RobotConfig, tree: Tree, directory: Path | None = None, source: Path | None = None
) -> Robot:
    """The robot that `config` and `tree` describe together.

    Args:
        source: the TOML file `config` came from, to name lines in errors.
    """
    place = source or Path(tree.source or config.name)
    plain_name(config.name, f"{place}: robot")
    _check_names(place, config, tree)
    config, tree = _facing_ahead(config, tree)
    tree = _with_limits(place, config, _with_hands(place, config, _with_soles(place, config, tree)))
    limbs = {name: _limb(place, name, limb, tree) for name, limb in config.limbs.items()}
    joints = [joint.name for joint in tree.movable]
    ready = frozen([radians(config.ready_deg.get(name, 0.0)) for name in joints])
    _inside_limits(place, tree, ready)
    robot = Robot(
        name=config.name,
        description=config.description,
        tree=tree,
        torso=config.torso,
        limbs=limbs,
        feet=tuple(_feet(place, config.limbs)),
        servos=dict(config.servos),
        servo_types=dict(config.servo_types),
        groups={name: tuple(group) for name, group in config.groups.items()},
        ready=ready,
        supply_v=config.supply_v,
        imu=config.imu or ImuConfig(link=config.torso),
        camera=config.camera,
        directory=directory,
        limb_names=dict(config.limb_names),
        buses=wire(place, config),
        devices=check_devices(place, config),
        lacks=frozenset(config.lacks),
        sag_shares=_by_joint(config.sag, config.groups),
    )
    return replace(robot, ready=frozen(robot.coupled(ready))) if robot.followers else robot


def _facing_ahead(config: RobotConfig, tree: Tree) -> tuple[RobotConfig, Tree]:
    """Both with x ahead in the torso; sensors are given in the frames that the model has."""
    if config.torso_rpy is None:
        return config, tree
    turns = turns_of(tree, config.torso, config.torso_rpy)
    for link, R_old_new in turns.items():
        tree = reframed(tree, link, R_old_new)
    imu = None if config.imu is None else _remounted(config.imu, turns)
    camera = None if config.camera is None else _remounted(config.camera, turns)
    return msgspec.structs.replace(config, imu=imu, camera=camera), tree


def _remounted(sensor: Mount, turns: dict[str, Mat3]) -> Mount:
    """The sensor in the frame that its link has now."""
    if sensor.link not in turns:
        return sensor
    T = T_from(R=turns[sensor.link].T) @ T_from(sensor.xyz, sensor.rpy)
    xyz, rpy = T[:3, 3].tolist(), rpy_from_R(T[:3, :3]).tolist()
    return msgspec.structs.replace(sensor, xyz=tuple(xyz), rpy=tuple(rpy))


def _check_names(place: Path, config: RobotConfig, tree: Tree) -> None:
    """Every link and joint the configuration speaks of is in the model, joints at most once."""
    joints, links = {joint.name: None for joint in tree.movable}, tree.link_by_name
    _known(place, ("torso",), config.torso, links)
    for key, names in _named_joints(config):
        for name in names:
            _known(place, (key, name), name, joints)
    for group, names in config.groups.items():
        for number, name in enumerate(names):
            _known(place, ("groups", group, number), name, joints)
    for name in config.sag:
        _known(place, ("sag", name), name, {**config.groups, **joints})
    for key, sensor in (("imu", config.imu), ("camera", config.camera)):
        if sensor is not None:
            _known(place, (key, "link"), sensor.link, links)
    for name, limb in config.limbs.items():
        _known(place, ("limbs", name, "base"), limb.base, links)
        _known(place, ("limbs", name, "tip"), limb.tip, links)
    for other, name in config.limb_names.items():
        _other_name(place, other, name, config.limbs)
    _once(place, "servos", "id", [servo.id for servo in config.servos.values()])
    _once(place, "groups", "joint", [name for names in config.groups.values() for name in names])


def _named_joints(config: RobotConfig) -> Iterable[tuple[str, Iterable[str]]]:
    """Tables whose keys are joints."""
    yield from (("servos", config.servos), ("ready_deg", config.ready_deg))
    yield "limits_deg", config.limits_deg


def _by_joint(values: dict[str, float], groups: dict[str, list[str]]) -> dict[str, float]:
    """Values for joints, where some are given for a whole group; a joint's own value wins."""
    of_groups = {
        joint: value for name, value in values.items() if name in groups for joint in groups[name]
    }
    return of_groups | {name: value for name, value in values.items() if name not in groups}


def _known(place: Path, keys: Keys, name: str, choices: Iterable[str]) -> None:
    if name in choices:
        return
    valid = list(choices)
    more = " …" if len(valid) > MOST_NAMES else ""
    listed = ", ".join(valid[:MOST_NAMES]) + more
    raise complaint(place, keys, f"'{name}' is not in the model; choose from {listed}")


def _other_name(place: Path, other: str, name: str, limbs: Iterable[str]) -> None:
    """A second name stands for a limb, and is not the first name of another."""
    if name not in limbs:
        choices = ", ".join(limbs) or "none"
        raise complaint(
            place, ("limb_names", other), f"'{name}' is not a limb; choose from {choices}"
        )
    if other in limbs:
        raise complaint(place, ("limb_names", other), f"'{other}' is the name of a limb already")


def _once(place: Path, key: str, what: str, values: list) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            raise complaint(place, (key,), f"{what} {value} is used more than once")


def _sole_link(name: str) -> str:
    return f"{name}_sole"


def _with_soles(place: Path, config: RobotConfig, tree: Tree) -> Tree:
    """The tree with a bare link for every sole whose frame the configuration gives."""
    links, joints = list(tree.links), list(tree.joints)
    for name, limb in config.limbs.items():
        if limb.sole is None or (limb.sole.xyz is None and limb.sole.rpy is None):
            continue
        link, joint = _sole_link(name), f"{_sole_link(name)}_fixed"
        if link in tree.link_by_name or joint in tree.joint_by_name:
            raise complaint(
                place,
                ("limbs", name, "sole"),
                f"the model has a '{link}' already: make it the tip, without xyz and rpy here",
            )
        T = T_from(limb.sole.xyz or np.zeros(3), limb.sole.rpy or np.zeros(3))
        links.append(Link(link))
        forward = frozen([1.0, 0.0, 0.0])
        joints.append(Joint(joint, JointKind.FIXED, limb.tip, link, frozen(T), forward))
    return replace(tree, links=tuple(links), joints=tuple(joints))


def _hand_link(name: str) -> str:
    return f"{name}_hand"


def _with_hands(place: Path, config: RobotConfig, tree: Tree) -> Tree:
    """The tree with a bare link for every hand that only the configuration places."""
    links, joints = list(tree.links), list(tree.joints)
    for name, limb in config.limbs.items():
        if limb.hand_xyz is None:
            continue
        link, joint = _hand_link(name), f"{_hand_link(name)}_fixed"
        if limb.kind != "arm":
            raise complaint(place, ("limbs", name, "hand_xyz"), f"a {limb.kind} has no hand")
        if link in tree.link_by_name or joint in tree.joint_by_name:
            problem = f"the model has a '{link}' already: make it the tip, without hand_xyz"
            raise complaint(place, ("limbs", name, "hand_xyz"), problem)
        links.append(Link(link))
        T, forward = T_from(limb.hand_xyz), frozen([1.0, 0.0, 0.0])
        joints.append(Joint(joint, JointKind.FIXED, limb.tip, link, frozen(T), forward))
    return replace(tree, links=tuple(links), joints=tuple(joints))


def _with_limits(place: Path, config: RobotConfig, tree: Tree) -> Tree:
    """The tree with the limits that were found on the robot."""
    for name, (low, high) in config.limits_deg.items():
        if not low < high:
            raise complaint(place, ("limits_deg", name), f"{low:g}° is not below {high:g}°")
    joints = [
        replace(joint, lower=radians(limits[0]), upper=radians(limits[1]))
        if (limits := config.limits_deg.get(joint.name)) is not None
        else joint
        for joint in tree.joints
    ]
    return replace(tree, joints=tuple(joints))


def _tip(name: str, limb: LimbConfig) -> str:
    """Last link of the limb: the sole's own where there is one."""
    own = limb.sole is not None and (limb.sole.xyz is not None or limb.sole.rpy is not None)
    return _sole_link(name) if own else _hand_link(name) if limb.hand_xyz else limb.tip


def _limb(place: Path, name: str, limb: LimbConfig, tree: Tree) -> Limb:
    try:
        tree.path(limb.base, limb.tip)  # complains of the names that the file has
        return Limb(name, limb.kind, Chain.between(tree, limb.base, _tip(name, limb)))
    except OlympianError as error:
        raise complaint(place, ("limbs", name), str(error)) from error


def _feet(place: Path, limbs: dict[str, LimbConfig]) -> Iterable[Foot]:
    for name, limb in limbs.items():
        if limb.sole is None:
            continue
        outline = np.array(limb.sole.outline_m, dtype=float).reshape(-1, 2)
        pressure = limb.sole.pressure_m
        if len(convex_hull(outline)) < 3 or len(pressure) not in (0, 4):
            raise complaint(
                place,
                ("limbs", name, "sole"),
                "outline_m needs 3 or more corners that are not in line, pressure_m 4 or none",
            )
        corners = frozen(pressure or _corners(outline), (4, 2))
        yield Foot(name, _tip(name, limb), frozen(outline), corners)


def _corners(outline: np.ndarray) -> list[tuple[float, float]]:
    """Corners of the outline's bounding box: front left, front right, back left, back right."""
    (back, right), (front, left) = outline.min(axis=0), outline.max(axis=0)
    return [(front, left), (front, right), (back, left), (back, right)]


def _inside_limits(place: Path, tree: Tree, ready: np.ndarray) -> None:
    for joint, angle in zip(tree.movable, ready, strict=True):
        if not np.isfinite(angle) or not joint.lower - 1e-9 <= angle <= joint.upper + 1e-9:
            raise complaint(
                place,
                ("ready_deg", joint.name),
                f"{np.degrees(angle):.2f}° leaves the joint's limits "
                f"{np.degrees(joint.lower):.1f}…{np.degrees(joint.upper):.1f}°",
            )
