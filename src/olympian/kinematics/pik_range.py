"""How far pseudo inverse kinematics can be trusted, measured against exact kinematics."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from olympian.geometry import Mat4, R_from_axis_angle, T_from, Vec, pose_error
from olympian.kinematics.leg import LegRole, leg_roles
from olympian.kinematics.leg.closed_form import closed_form
from olympian.kinematics.numeric import PseudoInverse
from olympian.kinematics.pik import PikParameters, PseudoInverseKinematics
from olympian.kinematics.solvers import IkSolver
from olympian.robot import Robot

LIMIT_M, LIMIT_RAD = 0.005, np.radians(2.0)
"""A foot that is 5 mm or 2° from where it was meant to be still walks."""
_STEP, _FARTHEST = 0.01, 1.2
"""Radians: the sweep's step and end."""
_X, _Y, _Z = np.eye(3)


@dataclass(frozen=True, slots=True)
class PikRange:
    """Values of one parameter, the others zero, for which both feet are where they were meant."""

    robot: str
    parameter: str
    lowest_rad: float
    highest_rad: float
    lowest_m: float
    highest_m: float
    """The intended movement of the foot at both ends; zero for the two that turn."""
    joint_error_deg: float
    """Largest difference of a joint from exact inverse kinematics within the range."""


def validity(robot: Robot, stance: str = "right") -> list[PikRange]:
    """The range of every parameter around the ready pose."""
    pik = PseudoInverseKinematics(robot, stance)
    return [_range(pik, name) for name in PikParameters.names()]


def _range(pik: PseudoInverseKinematics, name: str) -> PikRange:
    travel = _travel_per_rad(pik, name)
    legs = pik.stance_leg, pik.swing_leg
    exact = [closed_form(leg.chain) or PseudoInverse(leg.chain) for leg in legs]
    ends, worst = [], 0.0
    for direction in (-1.0, 1.0):
        value = 0.0
        while abs(value) < _FARTHEST:
            trial = value + direction * _STEP
            error = _joint_error(pik, name, trial, _intended(pik, name, trial, travel), exact)
            if error is None:
                break
            value, worst = trial, max(worst, error)
        ends.append(value)
    moved = float(np.max(np.linalg.norm(travel, axis=1)))
    low, high = ends
    degrees = float(np.degrees(worst))
    return PikRange(pik.robot.name, name, low, high, low * moved, high * moved, degrees)


def _feet(pik: PseudoInverseKinematics, q: Vec) -> list[Mat4]:
    """Stance and swing sole in the trunk frame."""
    chains = pik.stance_leg.chain, pik.swing_leg.chain
    return [chain.forward(q[pik.robot.indices(chain.joint_names)]) for chain in chains]


def _travel_per_rad(pik: PseudoInverseKinematics, name: str) -> Vec:
    """(2, 3): movement of both feet that one radian stands for, along the named axis only.

    Its size is the true slope at the ready pose; what happens across the axis counts as error.
    """
    feet, axis = _MEANING[name]
    small = 1e-6
    plus = _feet(pik, pik.joints(replace(PikParameters(), **{name: small})))
    minus = _feet(pik, pik.joints(replace(PikParameters(), **{name: -small})))
    travel = np.zeros((2, 3))
    for foot in feet:
        slope = (plus[foot][:3, 3] - minus[foot][:3, 3]) / (2.0 * small)
        travel[foot] = (slope @ axis) * axis
    return travel


_MEANING: dict[str, tuple[tuple[int, ...], Vec]] = {
    "swing_leg_length": ((1,), _Z),
    "stance_leg_length": ((0,), _Z),
    "frontal_com_shift": ((0, 1), _Y),
    "lateral_com_shift": ((0, 1), _X),
    "frontal_step_length": ((1,), _Y),
    "lateral_step_length": ((1,), _X),
    "body_rotation": ((), _Z),
    "torso_angle": ((), _Y),
}
"""Feet (0 stance, 1 swing) that a parameter shifts, and the axis along which."""


def _intended(pik: PseudoInverseKinematics, name: str, value: float, travel: Vec) -> list[Mat4]:
    """Where the feet should be, in the trunk frame."""
    at_rest = _feet(pik, pik.robot.ready)
    goals = []
    for foot, T in enumerate(at_rest):
        if name == "body_rotation":
            outwards = -1.0 if (pik.stance_leg, pik.swing_leg)[foot].side == "right" else 1.0
            R = R_from_axis_angle(_Z, outwards * value) @ T[:3, :3]
            goals.append(T_from(T[:3, 3], R=R))
        elif name == "torso_angle":
            goals.append(_about_hip(pik, foot, -value) @ T)
        else:
            goals.append(T_from(T[:3, 3] + value * travel[foot], R=T[:3, :3]))
    return goals


def _about_hip(pik: PseudoInverseKinematics, foot: int, angle: float) -> Mat4:
    """Rotation about the hip pitch axis as it is in the ready pose."""
    limb = (pik.stance_leg, pik.swing_leg)[foot]
    name = leg_roles(pik.robot, limb)[LegRole.HIP_PITCH].name
    chain = limb.chain
    T = np.eye(4)
    for i, joint in enumerate(chain.joint_names):
        T = T @ chain.T_previous_joint[i]
        if joint == name:
            break
        turn = R_from_axis_angle(chain.axes[i], pik.robot.ready[pik.robot.joint_index[joint]])
        T = T @ T_from(R=turn)
    hip, R = T[:3, 3], R_from_axis_angle(_Y, angle)
    return T_from(hip - R @ hip, R=R)


def _joint_error(
    pik: PseudoInverseKinematics,
    name: str,
    value: float,
    intended: list[Mat4],
    exact: Sequence[IkSolver],
) -> float | None:
    """Largest joint difference from exact kinematics; None when a foot is out of tolerance."""
    q = pik.joints(replace(PikParameters(), **{name: value}))
    if np.any(q < pik.robot.lower) or np.any(q > pik.robot.upper):
        return None
    worst = 0.0
    limbs = pik.stance_leg, pik.swing_leg
    for limb, T, T_goal, solver in zip(limbs, _feet(pik, q), intended, exact, strict=True):
        error_m, error_rad = pose_error(T_goal, T)
        if error_m > LIMIT_M or error_rad > LIMIT_RAD:
            return None
        q_leg = q[pik.robot.indices(limb.chain.joint_names)]
        result = solver.solve(T_goal, q_leg)
        if result.solved:
            worst = max(worst, float(np.max(np.abs(result.q - q_leg))))
    return worst
