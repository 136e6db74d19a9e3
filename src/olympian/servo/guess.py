"""Which servos a robot may have, guessed from the torque and speed limits of its joints."""

from dataclasses import dataclass
from math import exp, inf, isfinite, log, sqrt

import numpy as np

from olympian.geometry import GRAVITY, inverse
from olympian.robot import Joint, Limb, Posture, Robot, ServoConfig, ServoTypeConfig
from olympian.servo.spec import DEFAULT_VELOCITY, ServoSpec, servo, servo_names

__all__ = ["ServoGuess", "guess_servos"]

TORQUE_SLACK, SPEED_SLACK = 1.25, 1.5
"""Factors by which a limit may differ from a datasheet: people round, and leave reserves."""
MOST = 0.9
"""Share of the joints that must look like servos of the catalogue; fewer are chance."""
DAMPING, CALM = 0.4, 0.25
"""Share of the critical damping that is sought; share of the largest integral that is taken."""
QUICKEST = 400.0
"""1/s at which a servo may brake its own rotor: physics steps of 2 ms stay stable."""
FIRM = 2.0
"""Times the stiffness at which the robot just topples about its ankles; less cannot hold it."""


@dataclass(frozen=True)
class ServoGuess:
    """Entries of a `robot.toml`, and what was thought; joints without one get a generic servo."""

    servos: dict[str, ServoConfig]
    types: dict[str, ServoTypeConfig]
    notes: tuple[str, ...]


def guess_servos(robot: Robot) -> ServoGuess:
    """Servos of the catalogue that fit the limits; types of its own from a file's actuators."""
    driven = [joint for joint in robot.tree.movable if joint.mimic is None]
    named = {joint.name: found for joint in driven if (found := _nearest(joint)) is not None}
    if len(named) >= MOST * len(driven) > 0:
        kinds = ", ".join(dict.fromkeys(named.values()))
        said = f"servos guessed from torque and speed: {kinds}; check them under [servos]"
        return ServoGuess(_numbered(driven, named), {}, (said,))
    stiff = [joint for joint in driven if joint.stiffness > 0 and isfinite(joint.effort)]
    if not stiff:
        return _upright(robot, driven, ())
    if not _firm(robot, stiff):
        said = (
            "gains of the file's actuators are too soft to stand on (less than"
            f" {FIRM:g} · m·g·h at the ankles); others are taken"
        )
        return _upright(robot, driven, (said,))
    names = {joint.name: _own_name(joint) for joint in stiff}
    types = {_own_name(joint): _own_type(joint) for joint in stiff}
    return ServoGuess(_numbered(driven, names), types, ())


def _nearest(joint: Joint) -> str | None:
    """The servo of the catalogue with the limits of a joint, or None if none is near."""
    costs = {name: _distance(joint, servo(name)) for name in servo_names()}
    best = min(costs, key=lambda name: costs[name])
    return best if isfinite(costs[best]) else None


def _distance(joint: Joint, spec: ServoSpec) -> float:
    if spec.per_joint or not isfinite(joint.effort):
        return inf
    torque = abs(log(joint.effort / spec.stall))
    speed = abs(log(joint.velocity / spec.no_load)) if isfinite(joint.velocity) else 0.0
    if exp(torque) > TORQUE_SLACK or exp(speed) > SPEED_SLACK:
        return inf
    return torque + 0.5 * speed


def _numbered(driven: list[Joint], types: dict[str, str]) -> dict[str, ServoConfig]:
    return {
        joint.name: ServoConfig(type=types[joint.name], id=number)
        for number, joint in enumerate(driven, 1)
        if joint.name in types and number <= 252
    }


def _own_name(joint: Joint) -> str:
    return f"{joint.effort:g}nm-{joint.stiffness:.4g}".replace(".", "_")


def _own_type(joint: Joint) -> ServoTypeConfig:
    speed = joint.velocity if isfinite(joint.velocity) else DEFAULT_VELOCITY
    return ServoTypeConfig(
        stall=joint.effort, no_load=round(speed, 2), stiffness=round(joint.stiffness, 3)
    )


def _firm(robot: Robot, stiff: list[Joint]) -> bool:
    """Would the ankles hold the robot upright by their stiffness alone?"""
    by_name = {joint.name: joint.stiffness for joint in stiff}
    ankles = [by_name.get(leg.chain.joint_names[-1], 0.0) for leg in robot.legs]
    heights = [-robot.forward(foot.link, robot.ready)[2, 3] for foot in robot.feet]
    if not ankles or not heights:
        return False
    return sum(ankles) > FIRM * robot.tree.mass * GRAVITY * max(heights)


def _upright(robot: Robot, driven: list[Joint], notes: tuple[str, ...]) -> ServoGuess:
    """Generic servos; those that carry the body with gains at which it stands upright by them."""
    gains = upright_gains(robot)
    if gains is None:
        return ServoGuess({}, {}, notes)
    limbs = {name for limb in (*robot.arms, *_heads(robot)) for name in limb.chain.joint_names}
    carry = [joint for joint in driven if joint.name not in limbs and isfinite(joint.effort)]
    names = {joint.name: f"{joint.effort:g}nm-firm".replace(".", "_") for joint in carry}
    types = {
        names[joint.name]: ServoTypeConfig(
            stall=joint.effort,
            no_load=joint.velocity if isfinite(joint.velocity) else DEFAULT_VELOCITY,
            gains=gains,
        )
        for joint in carry
    }
    said = f"servos that carry the body get gains {gains} instead of generic ones, to stand upright"
    return ServoGuess(_numbered(driven, names), types, (*notes, said))


def _heads(robot: Robot) -> list[Limb]:
    return [limb for limb in robot.limbs.values() if limb.kind == "head"]


def upright_gains(robot: Robot) -> tuple[int, int, int] | None:
    """P, I and D of servos on which a robot stands; None where the generic ones will do.

    The body on its ankles is a pendulum upside down. The spring k of its servos has to outweigh
    m·g·h, the damping c has to calm sqrt(k·J), and an integral Ki above c·k/J shakes it to a fall.
    """
    ankles = [robot.tree.joint_by_name[leg.chain.joint_names[-1]] for leg in robot.legs]
    effort = sum(joint.effort for joint in ankles)
    if not robot.feet or not isfinite(effort):
        return None
    height, mass = _com_height(robot), robot.tree.mass
    topple, inertia = mass * GRAVITY * height, mass * height**2
    spec = servo("generic").for_joint(effort, ankles[0].velocity)
    units, generic = spec.gain_unit, spec.gains
    unit = effort * units[0]
    p = max(generic[0], round(FIRM * topple / unit))
    k = p * unit - topple
    braking = spec.stall / spec.no_load
    wished = DAMPING * 2.0 * sqrt(k * inertia) - braking
    quickest = QUICKEST * spec.rotor_time / spec.no_load
    d = max(generic[2], round(min(wished / effort, quickest) / units[2]))
    c = braking + d * units[2] * effort
    i = min(generic[1], int(CALM * c * k / inertia / (effort * units[1])))
    gains = min(p, spec.gain_top), max(i, 0), min(d, spec.gain_top)
    return None if gains == generic else gains


def _com_height(robot: Robot) -> float:
    """Of the centre of mass over the soles, m."""
    posture = Posture(robot.tree, robot.ready)
    T_torso_root = inverse(posture.T_root_link[robot.torso])
    com = posture.com_in_root
    assert com is not None
    sole = min(robot.forward(foot.link, robot.ready)[2, 3] for foot in robot.feet)
    return float((T_torso_root @ np.append(com, 1.0))[2] - sole)
