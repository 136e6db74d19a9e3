"""A stance for a robot that comes without one: knees bent, weight over the soles, arms free."""

from dataclasses import dataclass

import numpy as np

from olympian.adopt.arms import hang_arms
from olympian.adopt.knee import bend_knees, has_knees
from olympian.geometry import Mat4, T_from, Vec, inverse, transform_points
from olympian.kinematics import Kinematics, closed_form, solver
from olympian.robot import Foot, Posture, Robot

CROUCH = 0.06
"""Share of the legs' length by which the hips sink: knees bend by about 40°."""
SHALLOWER = (1.0, 0.7, 0.5, 0.3, 0.15)
"""Parts of that which are tried in turn where joint limits forbid more."""
ROUNDS = 6
"""Times that the feet are put under the centre of mass, which moves with them."""
CLOSE = 2e-4
"""Metres and radians by which a foot may miss."""


@dataclass(frozen=True, eq=False)
class ReadyPose:
    """Joint angles of a stance, and what of it could not be had."""

    q: Vec
    problems: tuple[str, ...] = ()


def ready_pose(robot: Robot) -> ReadyPose:
    """A stance from the robot's own ready pose, which is zero or what the file calls home."""
    problems: list[str] = []
    q = np.array(robot.ready)
    if not robot.tree.home:
        q = hang_arms(robot, q, problems)
    if len(robot.feet) != 2:
        return ReadyPose(robot.coupled(q), (*problems, "it has not two soles to stand on"))
    found = _stand(robot, q)
    if found is None:
        problems.append(
            "no stance with bent knees and level soles was found; legs stay as they were"
        )
        found = q
    return ReadyPose(robot.coupled(found), tuple(problems))


def _stand(robot: Robot, q: Vec) -> Vec | None:
    """Legs with soles level and side by side under the centre of mass, knees as bent as may be."""
    bent = has_knees(robot, q)
    start = q if bent else bend_knees(robot, q)
    level = _soles(robot, q if bent else _straight(robot, q))
    height = float(np.mean([T[2, 3] for T in level]))
    leg = _leg_length(robot)
    for share in (0.0,) if bent else tuple(CROUCH * part for part in SHALLOWER):
        found = _reach(robot, start, level, height + share * leg)
        if found is not None:
            return found
    return None


def _straight(robot: Robot, q: Vec) -> Vec:
    """The legs at zero, or as near to it as they may be: where soles are lowest."""
    q = q.copy()
    for leg in robot.legs:
        places = robot.indices(leg.chain.joint_names)
        q[places] = np.clip(0.0, robot.lower[places], robot.upper[places])
    return q


def _soles(robot: Robot, q: Vec) -> list[Mat4]:
    return [robot.forward(foot.link, q) for foot in robot.feet]


def _leg_length(robot: Robot) -> float:
    lengths = []
    for foot in robot.feet:
        chain = robot.limbs[foot.limb].chain
        T_torso_hip = robot.forward(chain.base, robot.ready) @ chain.T_previous_joint[0]
        sole = robot.forward(foot.link, _straight(robot, robot.ready))
        lengths.append(float(np.linalg.norm(T_torso_hip[:3, 3] - sole[:3, 3])))
    return float(np.mean(lengths))


def _reach(robot: Robot, start: Vec, soles: list[Mat4], height: float) -> Vec | None:
    """Legs whose level soles are at `height`, their middles under the centre of mass."""
    q, spacing = start.copy(), float(np.mean([abs(T[1, 3]) for T in soles]))
    kinematics = Kinematics(robot)
    for _ in range(ROUNDS):
        com = _com(robot, kinematics, q)
        for foot in robot.feet:
            side = 1.0 if robot.limbs[foot.limb].side == "left" else -1.0
            middle = float(np.mean([foot.outline[:, 0].max(), foot.outline[:, 0].min()]))
            T_torso_sole = T_from((com[0] - middle, com[1] + side * spacing, height))
            angles = _leg(robot, foot, T_torso_sole, q, start)
            if angles is None:
                return None
            q[robot.indices(robot.limbs[foot.limb].chain.joint_names)] = angles
    return q


def _leg(robot: Robot, foot: Foot, T_torso_sole: Mat4, q: Vec, start: Vec) -> Vec | None:
    chain = robot.limbs[foot.limb].chain
    places = robot.indices(chain.joint_names)
    T = inverse(robot.forward(chain.base, q)) @ T_torso_sole
    closed = closed_form(chain)
    for method in ([closed] if closed else []) + [solver("pseudo_inverse", chain)]:
        for near in (q[places], start[places]):
            result = method.solve(T, near)
            if result.error_m < CLOSE and result.error_rad < CLOSE:
                inside = np.clip(result.q, chain.lower, chain.upper)
                return inside if np.allclose(inside, result.q, atol=1e-6) else None
    return None


def _com(robot: Robot, kinematics: Kinematics, q: Vec) -> Vec:
    T = inverse(Posture(robot.tree, q).T_root_link[robot.torso])
    return transform_points(T, kinematics.at(q).com)
