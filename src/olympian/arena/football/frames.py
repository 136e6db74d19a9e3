"""Labelled frames of the simulated camera: the same seed gives the same bytes."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import radians

import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.light import Light, draw_light
from olympian.arena.football.lineup import Lineup, LineupPlayer, draw_lineup
from olympian.arena.football.scene import FootballScene
from olympian.arena.football.sensor import Sensor, draw_sensor, expose
from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4, R_from_rpy
from olympian.robot import Posture, Robot, load_robot
from olympian.vision import Truth
from olympian.vision.camera import CameraPose, FishEye, Lens, Pinhole
from olympian.world import MODERN, TWENTY_TEN, BallStyle, Pitch, World, field_2010
from olympian.world.field import field

OTHERS = ("fumanoid", "bioloid", "fumanoid")
"""Robots that may stand about: kid size, as the camera's own."""
FISHEYE_DEG = 180.0


@dataclass(frozen=True)
class _Field:
    world: Callable[[], World]
    pitch: Pitch


FIELDS = {"modern": _Field(field, MODERN), "2010": _Field(field_2010, TWENTY_TEN)}
BALLS = tuple(style.value for style in BallStyle)
LENSES = ("pinhole", "distorted", "fisheye")
BARREL = (-0.28, 0.09, 0.0008, -0.0006, -0.01)
"""Distortion of a cheap wide webcam lens."""


def lens_of(robot: Robot, kind: str) -> Lens:
    """The robot's own camera behind a lens of this kind."""
    if robot.camera is None:
        raise OlympianError(f"robot '{robot.name}' has no camera: add [camera] to its TOML")
    plain = Pinhole.of_robot(robot.camera)
    if kind == "pinhole":
        return plain
    if kind == "distorted":
        return Pinhole(plain.width, plain.height, plain.focal, plain.centre, BARREL)
    if kind == "fisheye":
        return FishEye.of_circle(plain.width, plain.height, FISHEYE_DEG, plain.height / 2)
    raise unknown("lens", kind, LENSES)


def football_frames(
    robot: Robot, field_name: str, lens: Lens, count: int, seed: int, ball: str = ""
) -> Iterator[tuple[NDArray[np.uint8], Truth, dict[str, float]]]:
    """Frames with their truth, and the light and sensor with which they were taken.

    Frame k depends on seed and k alone: a longer dataset begins like a shorter one.

    Args:
        ball: `orange` or `patched`; empty for the one that is played with on that field.
    """
    if field_name not in FIELDS:
        raise unknown("field", field_name, FIELDS)
    chosen = FIELDS[field_name]
    world = _with_ball(chosen.world(), ball)
    scene = FootballScene(robot, _others(), world, chosen.pitch, lens)
    try:
        for index in range(count):
            drawn = draw_frame(robot, field_name, seed, index)
            rendered, truth = scene.picture(drawn.lineup, drawn.light, drawn.chance)
            frame = expose(rendered, drawn.sensor, drawn.chance)
            yield frame, truth, _plain({**asdict(drawn.light), **asdict(drawn.sensor)})
    finally:
        scene.close()


@dataclass(frozen=True, eq=False)
class DrawnFrame:
    """Who stands where in what light, before anything is rendered."""

    lineup: Lineup
    light: Light
    sensor: Sensor
    chance: np.random.Generator
    """For what is drawn while the frame is made."""


def draw_frame(robot: Robot, field_name: str, seed: int, index: int) -> DrawnFrame:
    """What seed and index make of a frame."""
    chance = np.random.default_rng((seed, index))
    lineup = draw_lineup(robot, _others(), FIELDS[field_name].pitch, chance)
    return DrawnFrame(lineup, draw_light(chance), draw_sensor(chance), chance)


@cache
def _others() -> tuple[Robot, ...]:
    return tuple(load_robot(name) for name in OTHERS)


def _with_ball(world: World, style: str) -> World:
    """The same world, its ball painted in another style if one is given."""
    if not style or world.ball is None:
        return world
    if style not in BALLS:
        raise unknown("ball", style, BALLS)
    return replace(world, ball=replace(world.ball, style=BallStyle(style)))


def _plain(conditions: dict[str, float]) -> dict[str, float]:
    return {name: round(float(value), 6) for name, value in conditions.items()}


ZERO = radians(1.0)
"""Standard deviation of servo zeros and of the inertial sensor's mount, as where walks are judged:
what a robot that was put together with care is off by."""


def own_poses(robot: Robot, field_name: str, count: int, seed: int) -> Iterator[Mat4]:
    """Of the frames that `football_frames` gives for the same arguments, each by a new specimen."""
    for index in range(count):
        lineup = draw_frame(robot, field_name, seed, index).lineup
        yield own_pose(robot, lineup.eye, np.random.default_rng((seed, index, 1)))


def own_pose(
    robot: Robot, player: LineupPlayer, chance: np.random.Generator, zero: float = ZERO
) -> Mat4:
    """The camera over the ground under the foot that carries, z up, x where the torso faces.

    Args: zero: rad, standard deviation of all zeros.
    """
    pose = CameraPose(robot)
    R_field_torso = (player.T_field_root @ Posture(robot.tree, player.q).T_root_link[robot.torso])[
        :3, :3
    ]
    roll, pitch = chance.normal(0.0, zero, 2)
    attitude = R_field_torso @ R_from_rpy(float(roll), float(pitch), 0.0)
    q = player.q + chance.normal(0.0, zero, robot.dof)
    feet = range(len(robot.require_feet()))
    # the foot that reaches lowest carries: from it the camera is highest
    return max((pose.T_ground_camera(q, attitude, foot) for foot in feet), key=lambda T: T[2, 3])
