"""Configuration and tree become a `Robot`; names that do not fit are refused here."""

from collections.abc import Iterable
from math import radians
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import frozen
from olympian.robot.chain import Chain
from olympian.robot.config import ImuConfig, LimbConfig, RobotConfig
from olympian.robot.robot import Foot, Limb, Robot
from olympian.robot.tree import Tree

__all__ = ["assemble"]


def assemble(
    config: RobotConfig, tree: Tree, directory: Path | None = None, source: Path | None = None
) -> Robot:
    """The robot that `config` and `tree` describe together."""
    where = str(source or tree.source or config.name)
    joints = [joint.name for joint in tree.movable]
    _known(where, "torso", [config.torso], tree.link_by_name)
    _known(where, "servos", config.servos, joints)
    _known(where, "ready_deg", config.ready_deg, joints)
    _once(where, "servos: id", [servo.id for servo in config.servos.values()])
    for name, group in config.groups.items():
        _known(where, f"groups.{name}", group, joints)
    _once(where, "groups: joint", [joint for group in config.groups.values() for joint in group])
    for key, sensor in (("imu", config.imu), ("camera", config.camera)):
        if sensor is not None:
            _known(where, f"{key}.link", [sensor.link], tree.link_by_name)
    limbs = {name: _limb(where, name, limb, tree) for name, limb in config.limbs.items()}
    ready = frozen([radians(config.ready_deg.get(name, 0.0)) for name in joints])
    _inside_limits(where, tree, ready)
    return Robot(
        name=config.name,
        description=config.description,
        tree=tree,
        torso=config.torso,
        limbs=limbs,
        feet=tuple(_feet(where, config.limbs)),
        servos=dict(config.servos),
        groups={name: tuple(group) for name, group in config.groups.items()},
        ready=ready,
        supply_v=config.supply_v,
        imu=config.imu or ImuConfig(link=config.torso),
        camera=config.camera,
        directory=directory,
    )


def _known(where: str, key: str, names: Iterable[str], choices: Iterable[str]) -> None:
    valid = list(choices)
    for name in names:
        if name not in valid:
            raise OlympianError(
                f"{where}: {key}: '{name}' is not in the model; choose from {', '.join(valid)}"
            )


def _once(where: str, what: str, values: list) -> None:
    for value in values:
        if values.count(value) > 1:
            raise OlympianError(f"{where}: {what} {value} is used more than once")


def _limb(where: str, name: str, limb: LimbConfig, tree: Tree) -> Limb:
    _known(where, f"limbs.{name}", [limb.base, limb.tip], tree.link_by_name)
    try:
        return Limb(name, limb.kind, Chain.between(tree, limb.base, limb.tip))
    except OlympianError as error:
        raise OlympianError(f"{where}: limbs.{name}: {error}") from error


def _feet(where: str, limbs: dict[str, LimbConfig]) -> Iterable[Foot]:
    for name, limb in limbs.items():
        if limb.sole is None:
            continue
        outline = np.array(limb.sole.outline_m, dtype=float).reshape(-1, 2)
        pressure = limb.sole.pressure_m or _corners(outline)
        if len(outline) < 3 or len(pressure) != 4 or not np.isfinite(outline).all():
            raise OlympianError(
                f"{where}: limbs.{name}.sole: outline_m needs 3 or more corners, pressure_m 4"
            )
        yield Foot(name, limb.tip, frozen(outline), frozen(pressure, (4, 2)))


def _corners(outline: np.ndarray) -> list[tuple[float, float]]:
    """Corners of the outline's bounding box: front left, front right, back left, back right."""
    (back, right), (front, left) = outline.min(axis=0), outline.max(axis=0)
    return [(front, left), (front, right), (back, left), (back, right)]


def _inside_limits(where: str, tree: Tree, ready: np.ndarray) -> None:
    for joint, angle in zip(tree.movable, ready, strict=True):
        if not np.isfinite(angle) or not joint.lower - 1e-9 <= angle <= joint.upper + 1e-9:
            raise OlympianError(
                f"{where}: ready_deg: {joint.name} = {np.degrees(angle):.2f}° leaves its limits "
                f"{np.degrees(joint.lower):.1f}…{np.degrees(joint.upper):.1f}°"
            )
