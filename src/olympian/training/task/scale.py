"""Sizes of a robot, in which tasks count, and the pose that its actions are counted from."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Vec, inverse
from olympian.kinematics import closed_form
from olympian.motion.learnt import PolicyLayout
from olympian.robot import Limb, Robot
from olympian.training.task.task_file import TaskFile


@dataclass(frozen=True, eq=False)
class BodyScale:
    """Metres, seconds and kilograms behind a task's numbers."""

    height: float
    """Of the torso's origin over the soles, in the ready pose."""
    mass: float
    sole: tuple[float, float]
    """Length and width."""
    spacing: float
    """Between the middles of the soles, in the ready pose."""

    @staticmethod
    def of(robot: Robot) -> "BodyScale":
        """Of a robot with two legs."""
        if len(robot.require_feet()) != 2 or len(robot.legs) != 2:
            raise OlympianError(f"robot '{robot.name}' has not two legs with feet to train")
        T_left, T_right = (robot.forward(foot.link, robot.ready) for foot in robot.feet)
        length, width = np.ptp(robot.feet[0].outline, axis=0)
        height = -float(T_left[2, 3] + T_right[2, 3]) / 2
        if height <= 0.0:
            raise OlympianError(f"robot '{robot.name}': its soles are not below its torso")
        spacing = abs(float(T_left[1, 3] - T_right[1, 3]))
        return BodyScale(height, robot.tree.mass, (float(length), float(width)), spacing)

    @property
    def speed(self) -> float:
        """m/s"""
        return sqrt(GRAVITY * self.height)

    @property
    def time(self) -> float:
        """s"""
        return sqrt(self.height / GRAVITY)

    @property
    def momentum(self) -> float:
        """N s"""
        return self.mass * self.speed


def layout_of(robot: Robot, name: str, task: TaskFile) -> PolicyLayout:
    """Order and scale of the policy's numbers for this robot."""
    task = task.for_robot(robot.name)
    scale, gait, policy = BodyScale.of(robot), task.gait, task.policy
    period = policy.period
    strides = max(2, 2 * round(gait.stride * scale.time / period / 2)) if gait.stride else 0
    moved = _moved(robot, policy.moves)
    top_speed = (
        round(gait.ahead * scale.speed, 3),
        round(gait.back * scale.speed, 3),
        round(gait.side * scale.speed, 3),
        round(gait.turn / scale.time, 3),
    )
    return PolicyLayout(
        task=name,
        joints=tuple(joint for joint in robot.joint_names if joint in moved),
        rest=tuple(round(float(angle), 6) for angle in crouched(robot, gait.crouch)),
        scale=policy.scale,
        period=period,
        history=policy.history,
        signals=policy.signals,
        wishes=policy.wishes,
        stride=round(strides * period, 6),
        still=policy.still,
        top_speed=top_speed,
        mixing=gait.mixing,
    )


def crouched(robot: Robot, share: float) -> Vec:
    """The ready pose with its torso at a share of its height, soles where they were."""
    q = np.array(robot.ready)
    if share == 1.0:
        return q
    sinks = (1.0 - share) * BodyScale.of(robot).height
    for leg in robot.legs:
        chain, solver = leg.chain, closed_form(leg.chain)
        if solver is None:
            raise OlympianError(
                f"robot '{robot.name}': no closed form for {leg.name}: set crouch to 1.0"
            )
        T_torso_tip = robot.forward(chain.tip, robot.ready)
        T_torso_tip[2, 3] += sinks
        T_base_tip = inverse(robot.forward(chain.base, robot.ready)) @ T_torso_tip
        places = robot.indices(chain.joint_names)
        found = solver.nearest(T_base_tip, q[places])
        q[places] = found.q
    return q


def _moved(robot: Robot, kinds: tuple[str, ...]) -> set[str]:
    for kind in kinds:
        if kind not in {"legs", "arms", "head"}:
            raise OlympianError(f"a policy moves legs, arms or head, not '{kind}'")
    wanted = [limb for limb in robot.limbs.values() if _kind(limb) in kinds]
    return {name for limb in wanted for name in limb.chain.joint_names}


def _kind(limb: Limb) -> str:
    return "head" if limb.kind == "head" else f"{limb.kind}s"
