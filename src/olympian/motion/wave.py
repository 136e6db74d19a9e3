"""Wave a hand: a skill that needs one arm, whatever the rest of the body does."""

from itertools import pairwise
from math import cos, sin

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, frozen
from olympian.kinematics import ClosedFormArm, why_no_arm
from olympian.motion.skill import SkillStatus
from olympian.motion.trajectory import Move, Policy
from olympian.records import JointGoal, RobotState
from olympian.robot import Limb, Robot

OUT, IN = 0.7, 0.0
"""rad from upright to the side, between which the forearm swings."""
ELBOWS = 25
"""Bends of the elbow that are tried; 5° apart on a common arm."""
ACCELERATION, SPEED = 12.0, 4.0
"""rad/s² and rad/s of the joint that turns furthest: a swing of 40° takes half a second."""


class Wave:
    """Raises a forearm, swings it to and fro, and takes it back to the ready pose."""

    def __init__(self, robot: Robot, arm: str = "", times: int = 3) -> None:
        """Args:
        arm: by name; the right one by default.
        times: how often it swings.

        Raises: OlympianError: there is no such arm, or it cannot point upwards.
        """
        limb = _arm(robot, arm)
        self.parts = (limb.name,)
        self._rows = robot.indices(limb.chain.joint_names)
        self._ready = robot.ready
        self._mask = np.zeros(robot.dof, dtype=np.bool_)
        self._mask[self._rows] = True
        out, back = _swing(robot, limb)
        self._stops = [*[out, back] * times, out, robot.ready[self._rows]]
        self.reset()

    def reset(self) -> None:
        """Begin again from where the arm is."""
        self._way: list[Move] = []
        self._t = 0.0
        self.status = SkillStatus.RUNNING

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        if not self._way:
            stops = [state.q[self._rows], *self._stops]
            self._way = [_move(*ends) for ends in pairwise(stops)]
        self._t += dt
        while len(self._way) > 1 and self._t > self._way[0].duration:
            self._t -= self._way.pop(0).duration
        if len(self._way) == 1 and self._t >= self._way[0].duration:
            self.status = SkillStatus.DONE
        q = np.array(self._ready)
        q[self._rows] = self._way[0].at(self._t).q
        return JointGoal(frozen(q), self._mask)


def _arm(robot: Robot, name: str) -> Limb:
    arms = {limb.name: limb for limb in robot.arms}
    if not arms:
        raise OlympianError(f"robot '{robot.name}' has no arm to wave with")
    right = next((limb.name for limb in robot.arms if limb.side == "right"), next(iter(arms)))
    if (name or right) not in arms:
        raise unknown(f"arm of '{robot.name}'", name, arms)
    limb = arms[name or right]
    if why := why_no_arm(limb.chain):
        raise OlympianError(f"{limb.name} of '{robot.name}' cannot wave: {why}")
    return limb


def _swing(robot: Robot, limb: Limb) -> tuple[Vec, Vec]:
    """Postures with the forearm out and in: the pair that is easiest to reach and to swing."""
    ready = robot.ready[robot.indices(limb.chain.joint_names)]
    outs, ins = (_pointing(robot, limb, tilt, ready) for tilt in (OUT, IN))
    if not (len(outs) and len(ins)):
        raise OlympianError(f"{limb.name} of '{robot.name}' cannot wave: it cannot point upwards")
    raised = np.abs(outs - ready).max(axis=1)
    apart = np.abs(outs[:, None] - ins[None]).max(axis=2)
    best_out, best_in = np.unravel_index(np.argmin(raised[:, None] + 2 * apart), apart.shape)
    return outs[best_out], ins[best_in]


def _pointing(robot: Robot, limb: Limb, tilt: float, near: Vec) -> Vec:
    """(k, 3) postures whose forearm points up, tilted to the arm's own side."""
    aside = -1.0 if limb.side == "right" else 1.0
    R_torso_base = robot.forward(limb.chain.base, robot.ready)[:3, :3]
    up_in_base = R_torso_base.T @ np.array([0.0, aside * sin(tilt), cos(tilt)])
    arm = ClosedFormArm(limb.chain)
    elbows = np.linspace(limb.chain.lower[2], limb.chain.upper[2], ELBOWS)
    return np.concatenate([arm.solve_direction(up_in_base, e, q_near=near) for e in elbows])


def _move(start: Vec, end: Vec) -> Move:
    return Move.within(Policy.QUINTIC, start, end, acceleration=ACCELERATION, top_speed=SPEED)
