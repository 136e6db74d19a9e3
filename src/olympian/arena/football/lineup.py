"""Who stands where on a football field, and where the one with the camera looks."""

from dataclasses import dataclass, replace
from math import atan2, cos, exp, hypot, log, pi, radians, sin

import numpy as np

from olympian.decision.head import Pointing, head_of
from olympian.geometry import Mat4, R_from_rpy, T_from, Vec, Vec3, quaternion_wxyz_from_R
from olympian.robot import Posture, Robot
from olympian.vision.camera import CameraPose
from olympian.world import Pitch

PAN_DEG, TILT_DEG = (-70.0, 70.0), (-4.0, 42.0)
"""Where heads turn while searching; tilt is positive downwards."""
CROUCH = (0.4, 1.3)
"""Bend of the legs as a share of the ready pose: from nearly straight to deeper."""
SHAKE_DEG, LEAN_DEG = 3.0, 3.0
"""Standard deviations of joint angles round the ready pose and of the body's tilt while walking."""
PRESENT = 2 / 3
"""Share of frames in which each of the other robots is on the field."""
IN_VIEW = 0.8
"""Share of balls and robots put where the camera looks; the others are anywhere."""
BALL_FROM, BALL_TO = 0.25, 5.0
ROBOT_FROM, ROBOT_TO = 0.7, 5.0
"""Metres from the camera's robot, evenly in their logarithm: as many near as far."""
HALF_VIEW = radians(32)
"""Either side of the gaze: as wide as the widest camera of our robots."""
APART = 0.45
"""Metres between robots, and half as much from a robot to the ball."""
TRIES = 50
"""How often a place is drawn before the thing is left out (a robot) or put anywhere (the ball)."""


@dataclass(frozen=True, eq=False)
class LineupPlayer:
    """A robot on the field, not moving."""

    x: float
    y: float
    heading: float
    q: Vec
    T_field_root: Mat4


@dataclass(frozen=True, eq=False)
class Lineup:
    """One situation of a game."""

    eye: LineupPlayer
    others: tuple[LineupPlayer | None, ...]
    """One for each robot that may stand about; None where it does not."""
    ball: tuple[float, float]
    ball_quaternion_wxyz: Vec


def draw_lineup(
    robot: Robot, others: tuple[Robot, ...], pitch: Pitch, chance: np.random.Generator
) -> Lineup:
    """A situation in which something is to be seen, most of the time.

    Args:
        others: robots that may stand about.
    """
    eye, gaze = _looking(robot, pitch, chance)
    places = [(eye.x, eye.y)]
    players: list[LineupPlayer | None] = []
    for other in others:
        place = _place(eye, gaze, pitch, (ROBOT_FROM, ROBOT_TO), places, APART, chance)
        if place is None or chance.random() > PRESENT:
            players.append(None)
            continue
        places.append(place)
        players.append(_player(other, place, chance.uniform(-pi, pi), chance))
    ball = _place(eye, gaze, pitch, (BALL_FROM, BALL_TO), places, APART / 2, chance)
    turned = quaternion_wxyz_from_R(R_from_rpy(*chance.uniform(-pi, pi, 3)))
    return Lineup(eye, tuple(players), ball or _anywhere(pitch, chance), turned)


def _looking(robot: Robot, pitch: Pitch, chance: np.random.Generator) -> tuple[LineupPlayer, float]:
    """The robot with the camera, and the direction on the field in which it looks."""
    pan, tilt = radians(chance.uniform(*PAN_DEG)), radians(chance.uniform(*TILT_DEG))
    player = _player(robot, _anywhere(pitch, chance), chance.uniform(-pi, pi), chance)
    q = player.q.copy()
    _turn_head(robot, q, np.array([cos(pan) * cos(tilt), sin(pan) * cos(tilt), -sin(tilt)]))
    T_root_torso = Posture(robot.tree, q).T_root_link[robot.torso]
    T_field_camera = player.T_field_root @ T_root_torso @ CameraPose(robot).T_torso_camera(q)
    ahead = T_field_camera[:3, 2]
    return replace(player, q=q), atan2(ahead[1], ahead[0])


def _turn_head(robot: Robot, q: Vec, direction: Vec3) -> None:
    """Set the head's joints, if there are any; a robot without looks where its body faces."""
    if any(limb.kind == "head" and limb.chain.dof for limb in robot.limbs.values()):
        head = head_of(robot)
        q[head.rows] = Pointing(head).towards(direction).angles


def _player(
    robot: Robot, place: tuple[float, float], heading: float, chance: np.random.Generator
) -> LineupPlayer:
    """A robot that touches the ground, its legs more or less bent and its body a little tilted."""
    q = robot.ready.copy()
    legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
    q[legs] *= chance.uniform(*CROUCH)
    q += np.radians(chance.normal(0.0, SHAKE_DEG, robot.dof))
    q = np.clip(q, robot.lower, robot.upper)
    roll, pitch = np.radians(chance.normal(0.0, LEAN_DEG, 2))
    R_field_root = R_from_rpy(roll, pitch, heading)
    lowest, _ = Posture(robot.tree, q).span(R_field_root[2]) or (0.0, 0.0)
    return LineupPlayer(*place, heading, q, T_from((*place, -lowest), R=R_field_root))


def _place(
    eye: LineupPlayer,
    gaze: float,
    pitch: Pitch,
    reach: tuple[float, float],
    taken: list[tuple[float, float]],
    apart: float,
    chance: np.random.Generator,
) -> tuple[float, float] | None:
    """A free place on the carpet, mostly where the camera looks."""
    for _ in range(TRIES):
        x, y = _anywhere(pitch, chance)
        if chance.random() < IN_VIEW:
            far = exp(chance.uniform(log(reach[0]), log(reach[1])))
            way = gaze + chance.uniform(-HALF_VIEW, HALF_VIEW)
            x, y = eye.x + far * cos(way), eye.y + far * sin(way)
        on_carpet = abs(x) < pitch.length / 2 + 0.3 and abs(y) < pitch.width / 2 + 0.3
        if on_carpet and min(hypot(x - a, y - b) for a, b in taken) > apart:
            return x, y
    return None


def _anywhere(pitch: Pitch, chance: np.random.Generator) -> tuple[float, float]:
    half = (pitch.length / 2, pitch.width / 2)
    return float(chance.uniform(-half[0], half[0])), float(chance.uniform(-half[1], half[1]))
