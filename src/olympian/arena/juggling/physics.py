"""Juggling in physics: a skill in its loop on a simulated body, one ball, and a referee."""

import mujoco
import numpy as np

from olympian.arena.juggling.measures import JugglingMeasures
from olympian.arena.juggling.result import JuggleResult
from olympian.arena.juggling.scene import RADIUS
from olympian.arena.juggling.sight import NOISE, Sight
from olympian.arena.juggling.stage import DT, JugglingStage
from olympian.backend import Actor
from olympian.breaker import STRICT
from olympian.decision.hcm import HcmConfig, SkillClaimant
from olympian.geometry import Vec
from olympian.goal import Urgency
from olympian.humanoid import BareHumanoid, Humanoid
from olympian.motion.juggle import PLATE, DriveOptions, Juggle, JugglingStance, StrikerOptions
from olympian.records import Situation
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["DT", "Physics"]

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
AT_ONCE = HcmConfig(startup_s=0.0)
"""It stands on one foot: it cannot wait for its sensors until somebody balances it."""


class Physics:
    """A robot and its ball in physics; `tick` lets one tick of control pass."""

    physics, dt = True, DT

    def __init__(
        self,
        robot: Robot,
        stance: JugglingStance,
        plate: float,
        seed: int,
        free: bool = False,
        striker: StrikerOptions | None = None,
        drive: DriveOptions | None = None,
    ) -> None:
        """Args: robot: with paddle and plate; free: the support foot is held by contact alone."""
        self.robot, self.stance, self.seed, self.plate = robot, stance, seed, plate
        self.welded = not free
        eye, blows, toss = np.random.SeedSequence(seed).spawn(3)
        self._sight = Sight(np.random.default_rng(eye))
        motors = ServoBank.of(robot)
        self.skill = Juggle(
            robot,
            stance,
            self._sight,
            RADIUS,
            NOISE,
            (motors.armature, motors.friction),
            drive or (FREE if free else WELDED),
            blows,
            DT,
            striker,
        )
        q = self.skill.juggler.q
        self.stage = JugglingStage(robot, None if free else stance.support, q, seed)
        self.humanoid = self._assembled(self.stage.actors[0])
        self._begin(q, np.random.default_rng(toss))

    @property
    def situation(self) -> Situation | None:
        """What the robot is about, if a module decides that."""
        return self.humanoid.situation if isinstance(self.humanoid, Humanoid) else None

    @property
    def done(self) -> bool:
        """Is the ball dropped? Then nothing moves any more."""
        return self.dropped

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

    def tick(self) -> None:
        """Control, then physics, for one tick; after a drop nothing moves any more."""
        if self.dropped:
            return
        self._sight.take(self.t, self.stage.ball)
        self.skill.plate = self.plate
        self.humanoid.tick()
        self.measures.clock(self.skill.juggler.solve_seconds, self.skill.step_seconds)
        self.ticks += 1
        self.t = self.ticks * DT
        if self.ticks % LOOK_EVERY == 0:
            self._look()

    def result(self) -> JuggleResult:
        """How it went so far."""
        return self.measures.result(self)

    def _assembled(self, body: Actor) -> BareHumanoid:
        """The robot at work; a module would take one whose weld bears it for picked up."""
        if self.welded:
            return BareHumanoid(self.robot, self.skill, body, breaker=STRICT)
        one = SkillClaimant(self.robot, self.skill, urgency=Urgency.ANIMATION, name="juggle")
        return Humanoid(self.robot, body, config=AT_ONCE, skills=[one], breaker=STRICT)

    def _begin(self, q: Vec, rng: np.random.Generator) -> None:
        """The support sole is at the world's origin, the ball over the middle."""
        middle = np.array([*self.stance.middle_m, self.skill.striker.options.apex])
        ball = middle + np.array([*rng.uniform(-TOSS, TOSS, 2), 0.0])
        self.stage.place(q, self.skill.juggler.stack.pelvis(q, np.eye(4)), ball)
        self.stage.actors[0].servos.obey(self.skill.hold())  # it carries itself from the start
        self.ticks, self.t, self.dropped = 0, 0.0, False
        self._counted, self._bounced_at = 0, 0.0
        self._T_sole = self.stage.true_pose(self.stance.support)
        head = self.stage.true_pose(self.stance.head)[:2, 3]
        self.measures = JugglingMeasures(self.robot, head, self.plate, STOPS)

    def _look(self) -> None:
        stage = self.stage
        head = stage.true_pose(self.stance.head)[:2, 3]
        self.measures.look(self.t, stage.true_pose(PLATE), self.plate, head, stage.q_true)
        self.measures.look_at_support(self._T_sole, stage.true_pose(self.stance.support))
        fallen = stage.true_pose(self.robot.tree.root)[2, 3] < FALLEN
        self.dropped = bool(fallen or stage.ball[2] < RADIUS + TOUCHES or self._lies())

    def _lies(self) -> bool:
        """Has the ball come to rest somewhere instead of bouncing?"""
        if self.bounces > self._counted:
            self._counted, self._bounced_at = self.bounces, self.t
        return self.t - self._bounced_at > LONGEST
