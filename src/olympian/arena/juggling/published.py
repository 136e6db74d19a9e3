"""Juggling as published: joints go where they are told, the ball flies and bounces elastically."""

from functools import cached_property
from time import perf_counter

import mujoco
import numpy as np

from olympian.arena.juggling.measures import JugglingMeasures
from olympian.arena.juggling.result import JuggleResult
from olympian.arena.juggling.stage import JugglingStage
from olympian.geometry import Mat4, T_from, Vec, Vec3
from olympian.motion.juggle import (
    PLATE,
    Bounce,
    ContactPlan,
    Flight,
    FootPath,
    Juggler,
    JugglingStance,
    PaddleState,
    Steering,
)
from olympian.motion.juggle.bounce_kernel import TOP, fly
from olympian.robot import Robot

__all__ = ["APEX", "DT", "RADIUS", "Published"]

DT = 0.01
"""Seconds between two steps of control."""
FLIGHT_STEPS = 10
"""Steps of the ball in each of them."""
RADIUS = 0.07
"""Metres: a football of size 1."""
APEX = 1.1
"""Metres over the ground to which the ball's middle rises; nothing is lost, so it always does."""
LATE = 0.1
"""Seconds after the planned contact at which a ball that was not met counts as dropped."""
ROUNDING = 1e-9
"""rad."""


class Published:
    """A robot and its ball; `tick` lets one tick pass. The world is the support sole's frame."""

    welded, physics, dt, situation = True, False, DT, None

    def __init__(
        self,
        robot: Robot,
        stance: JugglingStance,
        steering: Steering,
        plate: float,
        seed: int,
        bounce: Bounce = Bounce.MIRROR,
    ) -> None:
        """Args: robot: with paddle and plate, see `equipped`; plate: height of its top."""
        self.robot, self.stance, self.seed = robot, stance, seed
        self.plate = plate
        self.juggler = Juggler(robot, stance)
        self.plan = ContactPlan(stance, steering, RADIUS, bounce)
        self._rotates = bounce is Bounce.PUBLISHED
        self._half = np.array(stance.paddle.size_m) / 2
        self._T_top_middle = T_from((0.0, 0.0, -stance.paddle.size_m[2] / 2))
        self._rng = np.random.default_rng(seed)
        self._met = np.zeros(5)
        self.t, self.bounces, self.dropped = 0.0, 0, False
        self._paddle = self.juggler.paddle()
        head = self.juggler.stack.where(self.juggler.q, stance.head)[:2, 3]
        self.measures = JugglingMeasures(robot, head, plate, ROUNDING)
        self.ball = np.array([*stance.middle_m, APEX, 0.0, 0.0, 0.0])
        """Place of the ball's middle and its velocity."""
        self._plan_from(Flight(0.0, self.ball[:3].copy(), self.ball[3:].copy()))

    @property
    def done(self) -> bool:
        """Is the ball dropped? Then nothing moves any more."""
        return self.dropped

    @property
    def q(self) -> Vec:
        """Joint angles."""
        return self.juggler.q

    @property
    def last_touch(self) -> Vec3:
        """Middle of the ball when it last met the paddle."""
        return self._met[2:]

    def T_world_base(self) -> Mat4:  # noqa: N802
        """The pelvis: it follows from the support foot, which does not move."""
        return self.juggler.stack.pelvis(self.q, np.eye(4))

    @cached_property
    def _stage(self) -> JugglingStage:
        """Only to be looked at: nothing moves in it by itself."""
        return JugglingStage(self.robot, None, self.q)

    @property
    def model(self) -> mujoco.MjModel:
        """What can be drawn."""
        return self._stage.model

    def drawn(self) -> mujoco.MjData:
        """Robot and ball as they are now."""
        self._stage.place(self.q, self.T_world_base(), self.ball[:3])
        return self._stage.data

    def tick(self) -> None:
        """Control, then ball, for one tick; after a drop nothing moves any more."""
        if self.dropped:
            return
        started = perf_counter()
        self.juggler.step(self._path.at(self.t + DT), self.plate, DT)
        before, self._paddle = self._paddle, self.juggler.paddle()
        self.measures.clock(self.juggler.solve_seconds, perf_counter() - started)
        self._fly(before)
        self.t += DT
        self._look()

    def result(self) -> JuggleResult:
        """How it went so far."""
        return self.measures.result(self)

    def _fly(self, before: Mat4) -> None:
        first, second = before @ self._T_top_middle, self._paddle @ self._T_top_middle
        met, where = self._met, (first[:3], second[:3], self._half, RADIUS)
        bounces = fly(self.ball, *where, DT, FLIGHT_STEPS, met, self._rotates)
        if bounces and met[1] == TOP:
            self.bounces += bounces
            self._check_support()
            self._plan_from(Flight(self.t + DT, self.ball[:3].copy(), self.ball[3:].copy()))
        if self.t > self._due + LATE or self.ball[2] < RADIUS:
            self.dropped = True

    def _plan_from(self, flight: Flight) -> None:
        """A way to the next contact from where the paddle is, at rest."""
        contact = self.plan.next(flight, self._rng)
        if contact is None:
            self.dropped, self._due = True, flight.t
            return
        now = self._paddle
        roll, pitch = np.arctan2(now[2, 1], now[2, 2]), np.arcsin(-now[2, 0])
        start = PaddleState(flight.t, np.array([*now[:3, 3], roll, pitch]), np.zeros(5))
        self._path, self._due = FootPath(start, PaddleState.at(contact)), contact.t

    def _look(self) -> None:
        stack = self.juggler.stack
        T_plate = stack.where(self.q, PLATE)
        head = stack.where(self.q, self.stance.head)
        self.measures.look(self.t, T_plate, self.plate, head[:2, 3], self.q)

    def _check_support(self) -> None:
        """The sole in the world by the robot's own plain kinematics, from where the pelvis is."""
        T = self.T_world_base() @ self.robot.forward(self.stance.support, self.q)
        self.measures.look_at_support(np.eye(4), T)
