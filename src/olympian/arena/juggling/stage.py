"""Robot and ball in MuJoCo, behind what a controller can do: read angles, give torques."""

import mujoco
import numpy as np

from olympian.arena.juggling.scene import BALL, PHYSICS_DT, PREFIX, build_scene
from olympian.geometry import Mat4, T_from, Vec, Vec3, quaternion_wxyz_from_R
from olympian.motion.juggle import PADDLE
from olympian.robot import Robot
from olympian.robot.mujoco_model import BASE_JOINT
from olympian.servo import ServoBank

__all__ = ["Stage"]

APART = 0.3
"""Seconds without touch after which the next one is another bounce: a hop of less than 11 cm is
none."""


class Stage:
    """One robot, one ball. `true` and `ball` are for referees and cameras, not for control."""

    def __init__(self, robot: Robot, welded: str | None) -> None:
        """Args: welded: link that is fixed to the ground, or None."""
        self.servos = ServoBank.of(robot)
        self.model = build_scene(robot, self.servos, welded)
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(PREFIX + name) for name in robot.joint_names]
        self._q = np.array([joint.qposadr[0] for joint in joints], dtype=np.intp)
        self._dq = np.array([joint.dofadr[0] for joint in joints], dtype=np.intp)
        actuators = [self.model.actuator(PREFIX + name) for name in robot.joint_names]
        self._ctrl = np.array([actuator.id for actuator in actuators], dtype=np.intp)
        self._base = int(self.model.joint(PREFIX + BASE_JOINT).qposadr[0])
        self._ball = int(self.model.joint(BALL).qposadr[0])
        paddle = self.model.body(PREFIX + PADDLE)
        self._pair = {int(self.model.geom(BALL).id), int(paddle.geomadr[0] + paddle.geomnum[0] - 1)}
        self._all = np.ones(robot.dof, dtype=np.bool_)
        self._touched = -APART
        self.bounces = 0

    @property
    def ball(self) -> Vec3:
        """Middle of the ball in the world."""
        return self.data.qpos[self._ball : self._ball + 3].copy()

    @property
    def q_true(self) -> Vec:
        """Joint angles as they are."""
        return self.data.qpos[self._q]

    def place(self, q: Vec, T_world_base: Mat4, ball: Vec3) -> None:
        """Put everything somewhere, without time passing."""
        qpos, base = self.data.qpos, self._base
        qpos[base : base + 3] = T_world_base[:3, 3]
        qpos[base + 3 : base + 7] = quaternion_wxyz_from_R(T_world_base[:3, :3])
        qpos[self._q] = q
        qpos[self._ball : self._ball + 3] = ball
        mujoco.mj_forward(self.model, self.data)

    def begin(self, q: Vec) -> None:
        """Cool servos at rest at `q`."""
        self.servos.reset(q)

    def true(self, link: str) -> Mat4:
        """`T_world_link`."""
        body = self.data.body(PREFIX + link)
        return T_from(body.xpos, R=body.xmat.reshape(3, 3))

    def push(self, torque: Vec, seconds: float) -> None:
        """Let time pass with these torques, within what the servos can give."""
        data, servos = self.data, self.servos
        servos.set_goal(data.qpos[self._q], self._all, torque=torque)
        for _ in range(round(seconds / PHYSICS_DT)):
            data.ctrl[self._ctrl] = servos.step(data.qpos[self._q], data.qvel[self._dq], PHYSICS_DT)
            mujoco.mj_step(self.model, data)
            self._watch()

    def _watch(self) -> None:
        """Count touches of ball and paddle; one bounce is several steps long."""
        for pair in self.data.contact.geom.tolist():
            if set(pair) == self._pair:
                self.bounces += self.data.time - self._touched > APART
                self._touched = self.data.time
