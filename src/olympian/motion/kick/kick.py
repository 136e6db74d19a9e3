"""The kick as a skill: from standing, over one foot, through the ball, and back to standing."""

from math import isfinite

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat3, R_from_rpy, Vec, frozen
from olympian.motion.animate import settings_of
from olympian.motion.kick.balance import KickBalance
from olympian.motion.kick.config import KickConfig
from olympian.motion.kick.library import read_kick
from olympian.motion.kick.plan import DRAW, NAMES, SETTLE, KickPlan, feet_of
from olympian.motion.kick.reach import BALL, KickRange
from olympian.motion.kick.strike import FootStrike
from olympian.motion.skill import SkillStatus
from olympian.motion.step import Posed, SteppingBody
from olympian.records import JointGoal, RobotState, Support
from olympian.robot import Robot

SAMPLES = 24
"""Instants at which a plan is tried before it begins."""


class Kick:
    """Kicks a ball that lies at a place in a direction; both as the robot sees them."""

    def __init__(
        self,
        robot: Robot,
        x: float,
        y: float,
        direction: float = 0.0,
        power: float = 1.0,
        *,
        radius: float = BALL,
        config: KickConfig | None = None,
        q_start: Vec | None = None,
    ) -> None:
        """Args:
            x, y: of the ball, metres ahead and left of the middle between the soles.
            direction: rad from the robot's heading, to the left.
            power: share of the foot's speed, up to 1.
            radius: of the ball.
            config: None for the robot's own.
            q_start: where the joints were sent before; None: ready, which is how it ends.

        Raises: OlympianError: the robot cannot kick, or not so.
        """
        if not all(map(isfinite, (x, y, direction, power))) or power <= 0.0:
            raise OlympianError(f"a kick needs finite numbers and some power: {(x, y, direction)}")
        self._config = read_kick(robot) if config is None else config
        self._robot, self._body = robot, SteppingBody(robot)
        self._start = Posed(np.array(robot.ready if q_start is None else q_start), np.zeros(2))
        reach = KickRange(robot.name, self._config, feet_of(self._body), radius)
        found = reach.strike(x, y, direction)
        self._plan = KickPlan(self._body, self._start, found, self._config, power)
        order = [robot.feet.index(foot) for foot in self._body.feet]
        self._order = order
        self._balance = KickBalance(self._config.balance, self._body.feet, order)
        self._settings = settings_of(robot, self._config.compliance)
        self._everyone = np.ones(robot.dof, dtype=np.bool_)
        self.parts = ("legs", *(limb.name for limb in robot.arms))
        """What it moves; it asks for them with `Urgency.KICK`."""
        limbs = (*robot.legs, *robot.arms)
        self._moved = np.zeros(robot.dof, dtype=np.bool_)
        self._moved[robot.indices([name for one in limbs for name in one.chain.joint_names])] = True
        self.reset()
        self._try()

    @property
    def strike(self) -> FootStrike:
        """Foot, and how it meets the ball."""
        return self._plan.strike

    @property
    def phase(self) -> str:
        """What it does now, in a word."""
        return NAMES[self._plan.spline.segment(self._t)]

    @property
    def status(self) -> SkillStatus:
        """Done when it stands ready."""
        if self.reason:
            return SkillStatus.FAILED
        return SkillStatus.RUNNING if self._t < self._plan.spline.duration else SkillStatus.DONE

    def reset(self) -> None:
        """Stand as before."""
        self._t, self._waited = 0.0, 0.0
        self.reason = ""
        self._posed = self._start
        self._balance.reset()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._advance(state, dt)
        plan = self._plan
        stance, acceleration, over, swing = plan.at(self._t)
        part = plan.spline.segment(self._t)
        alone = 1 - plan.strike.foot if DRAW <= part < SETTLE else None
        stance = self._balance.answer(state, stance, alone, over)
        try:
            self._posed = self._body.solve(stance, self._posed, rounds=2, swing=swing)
        except OlympianError as error:  # feedback has led it out of reach
            self.reason = str(error)
        grounded = np.array(
            [alone is None or self._order.index(i) == alone for i in range(len(self._order))]
        )
        R_plan_torso: Mat3 = R_from_rpy(*stance.rpy)
        push = np.array([*acceleration, 0.0]) @ R_plan_torso
        q = self._robot.ready if self.status is SkillStatus.DONE else self._posed.q
        support = Support(grounded, push)
        return JointGoal(frozen(q), self._moved, support=support, settings=self._settings)

    def _advance(self, state: RobotState, dt: float) -> None:
        """Time passes; before the foot goes up it waits for the weight to be off it."""
        times, foot = self._plan.spline.times, self._plan.strike.foot
        if self._t < times[DRAW] <= self._t + dt and not self._balance.free(state, foot):
            self._waited += dt
            if self._waited < self._config.times.wait:
                return
        self._t += dt

    def _try(self) -> None:
        """Go through all of it once.

        Raises: OlympianError: a leg cannot reach so far.
        """
        posed = self._start
        for t in np.linspace(0.0, self._plan.spline.duration, SAMPLES):
            planned = self._plan.at(float(t))
            posed = self._body.solve(planned.stance, posed, rounds=2, swing=planned.swing)
