"""The world round the robot as Foxglove draws it: solids, ball, support and centre of mass."""

from collections.abc import Iterator
from math import pi
from typing import Any

import numpy as np

from olympian.backend import Actor
from olympian.bridge.ros import pack
from olympian.bridge.tell.frames import MAP, transform_of
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.geometry import Mat4, T_from, Vec3, inverse
from olympian.records import RobotState
from olympian.world import Solid, SolidKind, World

__all__ = ["SceneTeller"]

WORLD = Topic("/world", "foxglove_msgs/msg/SceneUpdate", latched=True)
BODY = Topic("/body", "foxglove_msgs/msg/SceneUpdate")
HALF_PLANE = 5.0
"""Metres of an endless floor that are drawn each way."""
THIN = 0.002
"""Metres: a plane that is drawn as a plate."""
EVERY = 4
"""Ticks between two drawings of what moves."""
GREEN, RED, ORANGE = (0.2, 0.8, 0.3, 1.0), (0.9, 0.2, 0.2, 1.0), (1.0, 0.5, 0.1, 1.0)
LINE_LOOP = 1
BIG = 0.02
"""Metres of the point that marks the centre of mass."""


class SceneTeller:
    """The ball is where the simulation has it: a recording is looked at by referees, too."""

    topics = (WORLD, BODY)

    def __init__(self, world: World) -> None:
        self._world, self._ticks = world, 0

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:  # noqa: ARG002
        """The world once, what moves every few ticks."""
        T_map_world = inverse(told.T_world_place)
        if self._ticks == 0:
            solids = (*self._world.solids, *self._world.scenery)
            shapes = [shape for solid in solids if (shape := _solid(solid, T_map_world))]
            yield Outgoing(WORLD, _scene([_entity("world", MAP, shapes)]))
        if self._ticks % EVERY == 0:
            entities = [_support(told.robot.torso, state)]
            ball = _ball(told)
            if ball is not None:
                radius = 0.0 if self._world.ball is None else self._world.ball.radius
                here = T_map_world @ T_from(ball)
                size = dict.fromkeys("xyz", 2 * radius)
                sphere = {"spheres": _one(here, size, ORANGE)}
                entities.append(_entity("ball", MAP, [sphere]))
            yield Outgoing(BODY, _scene(entities))
        self._ticks += 1


def _ball(told: ToldRobot) -> Vec3 | None:
    found: object = told.body
    while found is not None and not isinstance(found, Actor):
        found = getattr(found, "inner", None)
    if not isinstance(found, Actor) or told.world.ball is None:
        return None
    return np.array(found.simulation.data.body("ball").xpos)


def _support(torso: str, state: RobotState) -> dict[str, Any]:
    """Where each sole that bears weight is, and the centre of mass."""
    com = T_from(state.com_in_torso)
    size = dict.fromkeys("xyz", BIG)
    colour = GREEN if state.support_margin > 0.0 else RED
    shapes: list[dict[str, Any]] = [{"spheres": _one(com, size, colour)}]
    if state.soles is not None:
        for sole, load in zip(state.soles, state.loads, strict=True):
            length = max(float(load), 0.0) / 1000.0
            turned = sole @ T_from((0, 0, 0), (0.0, -pi / 2, 0.0))  # arrows point along x: up
            arrow = {
                "pose": _pose(turned), "shaft_length": length, "shaft_diameter": BIG / 4,
                "head_length": BIG / 2, "head_diameter": BIG / 2, "color": _colour(GREEN),
            }  # fmt: skip
            shapes.append({"arrows": [arrow]})
    return _entity("support", torso, shapes)


def _solid(solid: Solid, T_map_world: Mat4) -> dict[str, Any] | None:
    T = T_map_world @ solid.T_world_solid
    if solid.kind is SolidKind.BOX:
        return {"cubes": _one(T, _xyz(solid.size), solid.rgba)}
    if solid.kind is SolidKind.CYLINDER:
        size = (2 * solid.size[0], 2 * solid.size[0], solid.size[1])
        cylinder = {"bottom_scale": 1.0, "top_scale": 1.0}
        return {"cylinders": [_one(T, _xyz(size), solid.rgba)[0] | cylinder]}
    if solid.kind is SolidKind.PLANE:
        half = [2 * (edge or HALF_PLANE) for edge in solid.size[:2]]
        return {"cubes": _one(T @ T_from((0, 0, -THIN / 2)), _xyz((*half, THIN)), solid.rgba)}
    around = np.linspace(0.0, 2 * pi, 48, endpoint=False)
    points = [{"x": solid.size[0] * np.cos(a), "y": solid.size[0] * np.sin(a)} for a in around]
    line = {"type": LINE_LOOP, "pose": _pose(T), "thickness": solid.size[1], "points": points}
    return {"lines": [line | {"color": _colour(solid.rgba)}]}


def _entity(name: str, frame: str, shapes: list[dict[str, Any]]) -> dict[str, Any]:
    entity: dict[str, Any] = {"id": name, "frame_id": frame}
    for shape in shapes:
        for kind, ones in shape.items():
            entity.setdefault(kind, []).extend(ones)
    return entity


def _scene(entities: list[dict[str, Any]]) -> bytes:
    return pack(WORLD.type, {"entities": entities})


def _one(T: Mat4, size: dict[str, float], rgba: tuple[float, ...]) -> list[dict[str, Any]]:
    return [{"pose": _pose(T), "size": size, "color": _colour(rgba)}]


def _pose(T: Mat4) -> dict[str, Any]:
    found = transform_of(T)
    return {"position": found["translation"], "orientation": found["rotation"]}


def _xyz(size: tuple[float, ...]) -> dict[str, float]:
    return dict(zip("xyz", map(float, size), strict=True))


def _colour(rgba: tuple[float, ...]) -> dict[str, float]:
    return dict(zip("rgba", map(float, rgba), strict=True))
