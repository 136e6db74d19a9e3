"""Joint goals that go after a posture no faster than a standing robot can bear."""

import numpy as np

from olympian.geometry import Vec
from olympian.kinematics import closed_form_arm
from olympian.motion.imitate.arms import PointedArm, steer
from olympian.motion.imitate.glide import Glide
from olympian.motion.imitate.mapping import Mask
from olympian.robot import Robot

__all__ = ["Follower"]

PULL = 50.0
"""1/s: half of what goals are off, besides the movement itself, goes in a tick."""
ARM_SHARE, LEG_SHARE = 1.3, 0.25
"""Of the servos' top speed. An arm at its top speed needs goals that run ahead of it. Legs carry
the robot: quick ones would throw it."""
PLANNED_SHARE = 0.4
"""Of the top speed for joints whose course is planned: they need it only after being held up."""
ARM_RISE = 0.02
"""Seconds in which an arm gets to its top speed."""
LEG_RUSH = 8.0
"""rad/s²"""
DRIFT_MEMORY = 0.5
"""Share of the last tick in the speed of a target: a frame's correction is no movement."""
NEARLY = 0.985
"""Cosine of 10°: an arm that cannot point so nearly right goes straight to its posture."""
JUMP = 1.0
"""Top speeds from which a target has jumped."""
UNKNOWN_TOP = 8.0
"""rad/s for joints whose description names no speed."""
REST_SPEED = 0.6
"""rad/s on the way back to the ready pose: nobody is being followed then."""


class Follower:
    """Limits speed and acceleration of every joint, and comes to rest where it is sent."""

    def __init__(self, robot: Robot, arm_speed: float | None = None) -> None:
        """Args: arm_speed: rad/s that arms can do; None: what their servos can."""
        legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
        top = np.minimum([joint.velocity for joint in robot.tree.movable], UNKNOWN_TOP)
        fastest = ARM_SHARE * top if arm_speed is None else np.full(robot.dof, arm_speed)
        rush = fastest / ARM_RISE
        fastest[legs], rush[legs] = LEG_SHARE * top[legs], LEG_RUSH
        self._ready, self._top, self._fastest, self._rush = robot.ready, top, fastest, rush
        self._lower, self._upper = robot.lower, robot.upper
        self._arms = [
            PointedArm(robot, limb)
            for limb in robot.arms
            if limb.side is not None and closed_form_arm(limb.chain) is not None
        ]
        self._glide = Glide(robot.ready, fastest, rush, PULL)
        self.reset()

    @property
    def q(self) -> Vec:
        """Where the joints are sent."""
        return self._glide.at

    def reset(self) -> None:
        """At rest in the ready pose."""
        self._glide.reset(self._ready)
        self._target, self._drift = np.array(self._ready), np.zeros(len(self._ready))

    def step(self, target: Vec, following: Mask, planned: Mask, dt: float) -> Vec:
        """Goals one tick nearer to `target`.

        Args:
            following: which joints follow a person; the others go at `REST_SPEED`.
            planned: joints whose course is smooth already: they go straight there.
        """
        last, speed = self._glide.at, self._glide.speed
        top = np.where(following, np.inf, REST_SPEED)
        q = self._glide.step(target, dt, top, np.where(following, self._moves(target, dt), 0.0))
        if planned.any():
            reach = PLANNED_SHARE * self._top * dt
            straight = last + np.clip(target - last, -reach, reach)
            self._glide.at = q = np.where(planned, straight, q)
            self._glide.speed = np.where(planned, (straight - last) / dt, self._glide.speed)
        for arm in self._arms:
            if following[arm.places].all():
                self._steer(arm, target, last, speed, dt)
        return self._glide.at

    def _steer(self, arm: PointedArm, target: Vec, last: Vec, speed: Vec, dt: float) -> None:
        """Let an arm that is late in its posture point right, as far as its servos allow."""
        at = arm.places
        slowest, fastest = speed[at] - self._rush[at] * dt, speed[at] + self._rush[at] * dt
        lowest = last[at] + dt * np.maximum(slowest, -self._fastest[at])
        highest = last[at] + dt * np.minimum(fastest, self._fastest[at])
        q = steer(
            arm.bones,
            self._glide.at[at],
            target[at],
            np.maximum(lowest, np.minimum(self._lower[at], self._glide.at[at])),
            np.minimum(highest, np.maximum(self._upper[at], self._glide.at[at])),
        )
        if arm.bones.forearm(q) @ arm.bones.forearm(target[at]) > NEARLY:
            self._glide.at[at] = q
            self._glide.speed[at] = (q - last[at]) / dt

    def _moves(self, target: Vec, dt: float) -> Vec:
        """Speed of the target; one that jumped to another way of holding an arm has none."""
        speed, self._target = (target - self._target) / dt, target
        moves = np.where(np.abs(speed) > JUMP * self._fastest, 0.0, speed)
        self._drift = self._drift + DRIFT_MEMORY * (moves - self._drift)
        return self._drift

    def put(self, q: Vec) -> None:
        """Something else decided: go on from `q`, with joints that were held at rest."""
        self._glide.speed = np.where(q == self._glide.at, self._glide.speed, 0.0)
        self._glide.at = np.array(q)
