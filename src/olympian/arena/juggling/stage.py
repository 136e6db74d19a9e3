"""A simulation of a juggling robot, its ball, and a foot that may be welded to the ground."""

from collections.abc import Sequence

import mujoco
import numpy as np

from olympian.arena.juggling.scene import BALL, PHYSICS_DT, PREFIX, build_scene
from olympian.backend import Simulation, SimulationOptions, Start
from olympian.geometry import Mat4, Vec, Vec3, quaternion_wxyz_from_R
from olympian.motion.juggle import PADDLE
from olympian.robot import BASE_JOINT, Robot
from olympian.servo import ServoBank

__all__ = ["DT", "JugglingStage"]

DT = 0.002
"""Seconds between two steps of control."""
APART = 0.3
"""Seconds without touch after which the next one is another bounce: a hop of less than 11 cm is
none."""


class JugglingStage(Simulation):
    """One robot, one ball. `true_pose` and `ball` are for referees and cameras, not for control."""

    def __init__(self, robot: Robot, welded: str | None, q: Vec, seed: int = 0) -> None:
        """Args: welded: link that is fixed to the ground, or None; q: the robot's stance."""
        self._welded = welded
        options = SimulationOptions(PHYSICS_DT, DT)
        super().__init__(robot, seed=seed, options=options, starts=[Start(q=q)])
        joints = [self.model.joint(PREFIX + name) for name in robot.joint_names]
        self._q = np.array([joint.qposadr[0] for joint in joints], dtype=np.intp)
        self._base = int(self.model.joint(PREFIX + BASE_JOINT).qposadr[0])
        self._ball = int(self.model.joint(BALL).qposadr[0])
        paddle = self.model.body(PREFIX + PADDLE)
        self._pair = {int(self.model.geom(BALL).id), int(paddle.geomadr[0] + paddle.geomnum[0] - 1)}
        self._touched = -APART
        self.bounces = 0
        self.after_step.append(self._watch)

    def _build(self, banks: Sequence[ServoBank]) -> mujoco.MjModel:
        return build_scene(self.robots[0], banks[0], self._welded)

    @property
    def ball(self) -> Vec3:
        """Middle of the ball in the world."""
        return self.data.qpos[self._ball : self._ball + 3].copy()

    @property
    def q_true(self) -> Vec:
        """Joint angles as they are."""
        return self.data.qpos[self._q]

    def place(self, q: Vec, T_world_base: Mat4, ball: Vec3) -> None:
        """Put everything somewhere, before a run or to be looked at."""
        qpos, base = self.data.qpos, self._base
        qpos[base : base + 3] = T_world_base[:3, 3]
        qpos[base + 3 : base + 7] = quaternion_wxyz_from_R(T_world_base[:3, :3])
        qpos[self._q] = q
        qpos[self._ball : self._ball + 3] = ball
        mujoco.mj_forward(self.model, self.data)

    def _watch(self) -> None:
        """Count touches of ball and paddle; one bounce is several steps long."""
        for pair in self.data.contact.geom.tolist():
            if set(pair) == self._pair:
                self.bounces += self.data.time - self._touched > APART
                self._touched = self.data.time
