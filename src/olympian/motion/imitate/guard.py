"""Keeps a robot from running into itself, tick by tick."""

from itertools import product

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.kinematics import Kinematics
from olympian.robot import Robot

__all__ = ["CollisionGuard"]

CLEAR = 0.004
"""m that links keep apart: goals are not where a sagging arm is."""
TIGHT = 0.0015
"""m for an arm that is stuck otherwise."""
NEAR = 0.015
"""m within which distances are known at all."""
GRAZE = 0.0005
"""m of overlap that is a matter of rounded shapes, for links that are close when it stands ready.
"""
YIELD = 0.03
"""rad a tick by which an arm gives way."""

Joints = NDArray[np.intp]


class CollisionGuard:
    """Lets a posture through, or as much of the way to it as leaves all links apart."""

    def __init__(self, robot: Robot) -> None:
        kinematics = Kinematics(robot)
        self._q_places, self._model = kinematics.q_places, kinematics.model
        self._model.geom_margin[:] = NEAR
        self._data = mujoco.MjData(self._model)
        self._arms = [robot.indices(arm.chain.joint_names) for arm in robot.arms]
        none = np.zeros(0, dtype=np.intp)
        self._body = np.setdiff1d(np.arange(robot.dof), np.concatenate([*self._arms, none]))
        self._lower, self._upper = robot.lower, robot.upper
        self._close = np.zeros((self._model.nbody, self._model.nbody), dtype=np.bool_)
        first, second, distance = self._near(robot.ready)
        touching = distance < CLEAR
        self._close[first[touching], second[touching]] = True
        self._close |= self._close.T
        self._least = CLEAR
        self.blocked = 0
        """Ticks in which something had to be held back."""

    def step(self, wanted: Vec, last: Vec, stuck: tuple[int, ...] = ()) -> Vec:
        """`wanted`, or as much of it as can be had: part by part, arms also joint by joint.

        Args:
            stuck: arms, by their place in `robot.arms`, that may go elsewhere if they get nowhere.
        """
        if self.clear(wanted):
            return wanted
        self.blocked += 1
        q = np.array(last)
        # who is closer than that already may stay so, or nothing would ever move again
        self._least = min(TIGHT if stuck else CLEAR, self._apart(q))
        if not self._advance(q, wanted, self._body):
            self._give_way(q, wanted)
        for index, arm in enumerate(self._arms):
            if self._advance(q, wanted, arm):
                continue
            moved = [self._advance(q, wanted, joint) for joint in arm]
            if index in stuck and not any(moved):
                q[arm] = self._away(q, arm)[arm]
        return q

    def clear(self, q: Vec) -> bool:
        """Are all links apart?"""
        return self._apart(q) >= CLEAR

    def _apart(self, q: Vec) -> float:
        """Least distance between links that should be apart; `NEAR` if all are further."""
        first, second, distance = self._near(q)
        counts = (distance < -GRAZE) | ~self._close[first, second]
        return float(distance.min(where=counts, initial=NEAR))

    def _advance(self, q: Vec, wanted: Vec, joints: Joints | np.intp) -> bool:
        """Let some joints of `q` go where they are wanted, if that touches nothing."""
        kept = q[joints]
        q[joints] = wanted[joints]
        if self._apart(q) >= self._least:
            return True
        q[joints] = kept
        return False

    def _give_way(self, q: Vec, wanted: Vec) -> None:
        """Legs carry the robot and must go on: arms in their way go where they are not."""
        tried = np.array(q)
        tried[self._body] = wanted[self._body]
        for arm in self._arms:
            tried = self._away(tried, arm)
        if self._apart(tried) >= self._least:
            q[:] = tried

    def _away(self, q: Vec, arm: Joints) -> Vec:
        """The posture, of those one joint of an arm away, in which links are furthest apart."""
        best, most = q, self._apart(q)
        for joint, way in product(arm, (-YIELD, YIELD)):
            tried = np.array(q)
            tried[joint] = min(max(tried[joint] + way, self._lower[joint]), self._upper[joint])
            apart = self._apart(tried)
            if apart > most:
                best, most = tried, apart
        return best

    def _near(self, q: Vec) -> tuple[Joints, Joints, Vec]:
        """Pairs of bodies that are near each other, and m between them where they are."""
        model, data = self._model, self._data
        data.qpos[self._q_places] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        first, second = model.geom_bodyid[data.contact.geom].T
        return first, second, data.contact.dist
