"""Juggling in physics: MuJoCo moves robot and ball, joints are driven through their servos."""

from time import perf_counter

import mujoco
import numpy as np

from olympian.arena.juggling.measures import Measures
from olympian.arena.juggling.result import JuggleResult
from olympian.arena.juggling.scene import RADIUS
from olympian.arena.juggling.sight import NOISE, Sight
from olympian.arena.juggling.stage import Stage
from olympian.geometry import Vec
from olympian.motion.juggle import PLATE, Flight, Juggler, PaddleState, Stance
from olympian.motion.juggle.computed_torque import ComputedTorque
from olympian.motion.juggle.joint_drive import DriveOptions, JointDrive
from olympian.motion.juggle.striker import Striker, StrikerOptions
from olympian.robot import Robot

__all__ = ["DT", "Physics"]

DT = 0.002
"""Seconds between two steps of control."""
DELAY_TICKS = 2
"""A torque computed now acts in the next tick, on average 1.5 ticks from now."""
LOOK_EVERY = 5
"""Ticks between two looks of the referee."""
TOSS = 0.02
"""Metres by which the first ball may miss the middle, in each direction."""
FALLEN = 0.5
"""Metres over the ground at which the pelvis of a robot that fell surely is."""
LONGEST = 3.0
"""Seconds without a bounce after which the ball is not being juggled any more: four flights."""
TOUCHES = 0.002
"""Metres between ball and floor that count as touching."""
STOPS = 0.001
"""rad by which MuJoCo's stops may give way: they are springs, and one wrist has ±0.001 in all."""
WELDED = DriveOptions(400.0, 40.0, 0.3)
FREE = DriveOptions(225.0, 30.0, 0.12)
"""Softer where the foot is not held: a foot that stands by contact alone must not be wrenched."""


class Physics:
    """A robot and its ball in physics; `step` lets one tick of control pass."""

    physics, dt = True, DT

    def __init__(
        self,
        robot: Robot,
        stance: Stance,
        plate: float,
        seed: int,
        free: bool = False,
        striker: StrikerOptions | None = None,
        drive: DriveOptions | None = None,
    ) -> None:
        """Args: robot: with paddle and plate; free: the support foot is held by contact alone."""
        self.robot, self.stance, self.seed, self.plate = robot, stance, seed, plate
        self.welded = not free
        self.stage = Stage(robot, None if free else stance.support)
        self.juggler = Juggler(robot, stance, balanced=True)
        servos = self.stage.servos
        dynamics = ComputedTorque(robot, stance.support, servos.armature)
        options = drive or (FREE if free else WELDED)
        self._drive = JointDrive(dynamics, servos.friction, DT, DELAY_TICKS, options)
        chance = [np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(3)]
        self._sight = Sight(chance[0])
        self.striker = Striker(stance, RADIUS, NOISE, chance[1], striker)
        self._begin(chance[2])

    @property
    def q(self) -> Vec:
        """Joint angles as they are."""
        return self.stage.q_true

    @property
    def model(self) -> mujoco.MjModel:
        """What can be drawn."""
        return self.stage.model

    def drawn(self) -> mujoco.MjData:
        """Robot and ball as they are now."""
        return self.stage.data

    @property
    def bounces(self) -> int:
        """Off the paddle so far."""
        return self.stage.bounces

    def step(self) -> None:
        """Control, then physics, for one tick; after a drop nothing moves any more."""
        if self.dropped:
            return
        self._sight.take(self.t, self.stage.ball)
        q_measured = self.stage.servos.position()
        started = perf_counter()
        torque = self._control(q_measured)
        self.measures.clock(self.juggler.solve_seconds, perf_counter() - started)
        self.stage.push(self._torque, DT)
        self._torque = torque
        self.ticks += 1
        self.t = self.ticks * DT
        if self.ticks % LOOK_EVERY == 0:
            self._look()

    def result(self) -> JuggleResult:
        """How it went so far."""
        return self.measures.result(self)

    def _begin(self, rng: np.random.Generator) -> None:
        q, options = self.juggler.q, self.striker.options
        middle = np.array([*self.stance.middle_m, options.apex])
        ball = middle + np.array([*rng.uniform(-TOSS, TOSS, 2), 0.0])
        self.stage.place(q, self.juggler.stack.pelvis(q, np.eye(4)), ball)
        self.stage.begin(q)
        self._drive.reset(q)
        self._torque = self._drive.step(q, q)
        top = self.juggler.paddle()[:3, 3]
        paddle = PaddleState(0.0, np.array([*top, 0.0, 0.0]), np.zeros(5))
        self.striker.begin(Flight(0.0, middle, np.zeros(3)), paddle)
        self.ticks, self.t, self.dropped = 0, 0.0, False
        self._counted, self._bounced_at = 0, 0.0
        self._T_sole = self.stage.true(self.stance.support)
        head = self.stage.true(self.stance.head)[:2, 3]
        self.measures = Measures(self.robot, head, self.plate, STOPS)

    def _control(self, q_measured: Vec) -> Vec:
        """Torques from all that is known now."""
        for when, place in self._sight.arrived(self.t):
            self.striker.see(when, place)
        goal = self.striker.step(self.t + DELAY_TICKS * DT)
        return self._drive.step(self.juggler.step(goal, self.plate, DT), q_measured)

    def _look(self) -> None:
        stage = self.stage
        head = stage.true(self.stance.head)[:2, 3]
        self.measures.look(self.t, stage.true(PLATE), self.plate, head, stage.q_true)
        self.measures.look_at_support(self._T_sole, stage.true(self.stance.support))
        fallen = stage.true(self.robot.tree.root)[2, 3] < FALLEN
        self.dropped = bool(fallen or stage.ball[2] < RADIUS + TOUCHES or self._lies())

    def _lies(self) -> bool:
        """Has the ball come to rest somewhere instead of bouncing?"""
        if self.bounces > self._counted:
            self._counted, self._bounced_at = self.bounces, self.t
        return self.t - self._bounced_at > LONGEST
