"""The ready pose: both soles flat under a level torso, the centre of mass over their middle."""

from collections.abc import Mapping

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec, Vec3, inverse, rotation_vector, transform_points
from olympian.robot.assemble import assemble
from olympian.robot.config import RobotConfig
from olympian.robot.posture import Posture
from olympian.robot.robot import Limb, Robot
from olympian.robot.tree import Tree

__all__ = ["centre_of_mass", "soles_in_torso", "solve_limb", "stand"]

DIFFERENCE = 1e-6
"""rad, step of the numeric Jacobian"""
LONGEST_STEP = 0.3
"""rad a joint may turn in one Newton step, so that a knee keeps bending its own way"""


def stand(
    config: RobotConfig,
    tree: Tree,
    posture_deg: Mapping[str, float],
    height: float,
    half_width: float,
) -> dict[str, float]:
    """`ready_deg` of every joint, rounded to 0.01°.

    Args:
        posture_deg: arms and head as they shall be, knees roughly as they shall bend.
        height: of the torso's origin above the ground.
        half_width: sideways distance of each sole's origin from the middle.
    """
    robot = assemble(config, tree)
    q = np.radians([posture_deg.get(name, 0.0) for name in robot.joint_names])
    ahead = 0.0
    for _ in range(50):
        for foot in robot.feet:
            limb = robot.limbs[foot.limb]
            sideways = half_width if limb.side == "left" else -half_width
            goal = T_from((ahead, sideways, -height))
            q[robot.indices(limb.chain.joint_names)] = solve_limb(robot, limb, goal, q)
        soles_ahead = soles_in_torso(robot, q)[..., 0]
        short = centre_of_mass(robot, q)[0] - (soles_ahead.min() + soles_ahead.max()) / 2
        if abs(short) < 1e-7:
            angles = np.degrees(q)
            return {name: round(float(angles[i]), 2) for i, name in enumerate(robot.joint_names)}
        ahead += short
    raise OlympianError(f"{robot.name}: no ready pose at height {height} m")


def solve_limb(robot: Robot, limb: Limb, T_torso_goal: Mat4, q: Vec) -> Vec:
    """Angles of a limb that bring its tip to the goal: Newton from the posture in `q`."""
    chain = limb.chain
    T_base_goal = inverse(robot.forward(chain.base, q)) @ T_torso_goal
    angles = np.array(q[robot.indices(chain.joint_names)])
    for _ in range(100):
        error = _error(chain.forward(angles), T_base_goal)
        if np.abs(error).max() < 1e-11:
            return angles
        shifted = [
            _error(chain.forward(angles + DIFFERENCE * unit), T_base_goal)
            for unit in np.eye(chain.dof)
        ]
        jacobian = (np.array(shifted) - error).T / DIFFERENCE
        step = np.linalg.lstsq(jacobian, -error, rcond=1e-9)[0]
        angles = angles + step * min(1.0, LONGEST_STEP / np.abs(step).max())
    raise OlympianError(f"{robot.name}: {limb.name} cannot reach its place in the ready pose")


def _error(T: Mat4, T_goal: Mat4) -> Vec:
    """Missing distance and rotation vector."""
    turn = rotation_vector(T_goal[:3, :3] @ T[:3, :3].T)
    return np.concatenate([T_goal[:3, 3] - T[:3, 3], turn])


def centre_of_mass(robot: Robot, q: Vec) -> Vec3:
    """Centre of mass in the torso frame."""
    posture = Posture(robot.tree, q)
    com = posture.com_in_root
    assert com is not None, "a robot of the library has mass"
    return transform_points(inverse(posture.T_root_link[robot.torso]), com)


def soles_in_torso(robot: Robot, q: Vec) -> Vec:
    """Corners (feet, k, 3) of all sole outlines in the torso frame."""
    outlines = [
        transform_points(
            robot.forward(foot.link, q),
            np.column_stack([foot.outline, np.zeros(len(foot.outline))]),
        )
        for foot in robot.feet
    ]
    return np.array(outlines)
