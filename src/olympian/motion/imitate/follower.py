"""Joint goals that go after a posture no faster than a standing robot can bear."""

import numpy as np

from olympian.geometry import Vec
from olympian.motion.imitate.glide import Glide
from olympian.motion.imitate.mapping import Mask
from olympian.robot import Robot

__all__ = ["Follower"]

PULL = 40.0
"""1/s: goals lag a moving person by 25 ms."""
ARM_SHARE, LEG_SHARE = 0.8, 0.25
"""Of the servos' top speed. Legs carry the robot: quick ones would throw it."""
PLANNED_SHARE = 0.4
"""Of the top speed for joints whose course is planned: they need it only after being held up."""
ARM_RUSH, LEG_RUSH = 60.0, 8.0
"""rad/s²"""
UNKNOWN_TOP = 8.0
"""rad/s for joints whose description names no speed."""
REST_SPEED = 0.6
"""rad/s on the way back to the ready pose: nobody is being followed then."""


class Follower:
    """Limits speed and acceleration of every joint, and comes to rest where it is sent."""

    def __init__(self, robot: Robot) -> None:
        legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
        top = np.minimum([joint.velocity for joint in robot.tree.movable], UNKNOWN_TOP)
        fastest, rush = ARM_SHARE * top, np.full(robot.dof, ARM_RUSH)
        fastest[legs], rush[legs] = LEG_SHARE * top[legs], LEG_RUSH
        self._ready, self._top = robot.ready, top
        self._glide = Glide(robot.ready, fastest, rush, PULL)

    @property
    def q(self) -> Vec:
        """Where the joints are sent."""
        return self._glide.at

    def reset(self) -> None:
        """At rest in the ready pose."""
        self._glide.reset(self._ready)

    def step(self, target: Vec, following: Mask, planned: Mask, dt: float) -> Vec:
        """Goals one tick nearer to `target`.

        Args:
            following: which joints follow a person; the others go at `REST_SPEED`.
            planned: joints whose course is smooth already: they go straight there.
        """
        last = self._glide.at
        q = self._glide.step(target, dt, np.where(following, np.inf, REST_SPEED))
        if planned.any():
            reach = PLANNED_SHARE * self._top * dt
            straight = last + np.clip(target - last, -reach, reach)
            self._glide.at = q = np.where(planned, straight, q)
            self._glide.speed = np.where(planned, (straight - last) / dt, self._glide.speed)
        return q

    def put(self, q: Vec) -> None:
        """Something else decided: go on from `q`, with joints that were held at rest."""
        self._glide.speed = np.where(q == self._glide.at, self._glide.speed, 0.0)
        self._glide.at = np.array(q)
