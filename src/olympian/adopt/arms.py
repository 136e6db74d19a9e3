"""Arms of a stance: hanging a little away from the body, elbows a little bent, touching nothing."""

import mujoco
import numpy as np

from olympian.geometry import R_from_axis_angle, Vec, Vec3
from olympian.robot import Limb, Robot, build_spec

OUTWARD = (0.2, 0.35, 0.55, 0.8)
"""Sideways reach of a hanging arm for each metre down: the least at which nothing touches."""
AHEAD = 0.12
"""Reach ahead for each metre down."""
STEPS = (0.4, 0.2, 0.1, 0.05, 0.025)
"""rad by which each joint in turn is tried up and down, coarse before fine."""
LAZY = 0.01
"""What a radian away from zero costs, beside directions that are wrong: twists stay small."""
SHOULDER_SHARE = 0.5


def hang_arms(robot: Robot, q: Vec, problems: list[str]) -> Vec:
    """The posture with arms hanging as close to the body as they may without touching it."""
    if not robot.arms:
        return q
    touching = _Touching(robot)
    for arm in robot.arms:
        hung = [_hang(robot, arm, q, outward) for outward in OUTWARD]
        free = next((one for one in hung if not touching.at(one, arm)), None)
        if free is None:
            problems.append(f"{arm.name} touches the body however it hangs")
        q = hung[0] if free is None else free
    return q


def _hang(robot: Robot, arm: Limb, q: Vec, outward: float) -> Vec:
    """Joints of one arm that bring upper arm and hand nearest to hanging so."""
    side = -1.0 if arm.side == "right" else 1.0
    wish = np.array([AHEAD, side * outward, -1.0])
    wish /= np.linalg.norm(wish)
    places = robot.indices(arm.chain.joint_names)
    # joints from the torso to where the arm begins stay as they are
    R_torso_base = robot.forward(arm.chain.base, q)[:3, :3]
    wish_in_base = R_torso_base.T @ wish
    lower, upper = arm.chain.lower, arm.chain.upper
    angles = np.clip(np.zeros(arm.chain.dof), lower, upper)
    best = _cost(arm, angles, wish_in_base)
    for step in STEPS:
        for _ in range(12):
            improved = False
            for index in range(arm.chain.dof):
                for way in (step, -step):
                    tried = angles.copy()
                    tried[index] = np.clip(tried[index] + way, lower[index], upper[index])
                    cost = _cost(arm, tried, wish_in_base)
                    if cost < best - 1e-9:
                        angles, best, improved = tried, cost, True
            if not improved:
                break
    q = q.copy()
    q[places] = angles
    return q


def _cost(arm: Limb, angles: Vec, wish: Vec3) -> float:
    """How far the parts of the arm are from pointing where they should."""
    points = _joints(arm, angles)
    ways = [points[-1] - points[0], points[len(points) // 2] - points[0]]
    weights = (1.0, SHOULDER_SHARE)
    total = LAZY * float(angles @ angles)
    for way, weight in zip(ways, weights, strict=True):
        length = float(np.linalg.norm(way))
        total += weight * (1.0 - float(way @ wish) / length) if length > 1e-6 else 0.0
    return total


def _joints(arm: Limb, angles: Vec) -> list[Vec3]:
    """Places of the joints and of the tip in the base frame."""
    T, points = np.eye(4), []
    chain = arm.chain
    for T_previous_joint, axis, angle in zip(
        chain.T_previous_joint, chain.axes, angles, strict=True
    ):
        T = T @ T_previous_joint
        points.append(T[:3, 3].copy())
        T[:3, :3] = T[:3, :3] @ R_from_axis_angle(axis, float(angle))
    return [*points, (T @ chain.T_last_tip)[:3, 3]]


class _Touching:
    """Which limbs touch the rest of the body."""

    def __init__(self, robot: Robot) -> None:
        spec = build_spec(robot)
        for pair in list(spec.excludes):
            spec.delete(pair)
        self._robot, self._model = robot, spec.compile()
        self._data = mujoco.MjData(self._model)

    def at(self, q: Vec, arm: Limb) -> bool:
        """Does the arm touch something that is not its own shoulder?"""
        whole, own = set(self._bodies(arm, 0)), set(self._bodies(arm, 2))
        for name, angle in zip(self._robot.joint_names, q, strict=True):
            self._data.qpos[self._model.joint(name).qposadr[0]] = angle
        mujoco.mj_forward(self._model, self._data)
        for contact in self._data.contact:
            first, second = (
                self._model.body(int(self._model.geom_bodyid[geom])).name for geom in contact.geom
            )
            if (first in own and second not in whole) or (second in own and first not in whole):
                return True
        return False

    def _bodies(self, arm: Limb, joint: int) -> list[str]:
        """Links of the arm below one of its joints; shoulders, of two, lie against the trunk."""
        tree = self._robot.tree
        path = tree.path(arm.chain.base, arm.chain.tip)
        movable = [joint for joint in path if joint.movable]
        tops, found = [one.child for one in movable[joint:] or movable[-1:]], []
        while tops:
            found.append(tops.pop())
            tops += [joint.child for joint in tree.child_joints[found[-1]]]
        return found
