"""A dynamic walk that goes where a `Twist` points: feet land where the body will need them."""

from dataclasses import dataclass, field
from math import cos, pi, radians

import numpy as np

from olympian.geometry import R_from_rpy, T_from, Vec, frozen, inverse, rpy_from_R
from olympian.motion.animate.animator import ComplianceHook
from olympian.motion.skill import SkillStatus
from olympian.motion.trajectory import Policy
from olympian.motion.walk.balance import Balance
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import SIDES, WalkingLegs
from olympian.motion.walk.pendulum import Pendulum, PendulumState
from olympian.records import JointGoal, RobotState, Support, Twist
from olympian.robot import Robot

__all__ = ["DynamicWalk"]

NEAREST = 0.8
"""Share of the spacing that feet keep between them, whatever the body would need."""
LATEST = 0.8
"""Share of a step until which its landing is changed."""
STILL = 1e-3
"""m/s and rad/s below which a command means to stand."""


@dataclass
class _Step:
    """One step, in the frame of the sole that stands."""

    stance: int
    time: float
    lift: float
    start: PendulumState
    swing_from: Place
    swing_to: Place
    t: float = 0.0
    caught: Vec = field(default_factory=lambda: np.zeros(2))
    """(2,) by which the foot lands off its plan, to catch an error."""


class DynamicWalk:
    """Steps on a linear inverted pendulum; give it a `Twist` at any time.

    The plan is of the centre of mass in the frame of the standing sole. At every tick the landing
    is where the divergent component of motion will need it for the speed that is asked for.
    """

    def __init__(
        self, robot: Robot, config: WalkConfig, on_compliance: ComplianceHook | None = None
    ) -> None:
        self.config = config
        self._legs = WalkingLegs(robot)
        self._robot = robot
        self._on_compliance = on_compliance
        self._height = config.torso_height or 0.95 * self._legs.ready_height
        self._spacing = config.spacing or self._legs.ready_spacing
        self._pendulum = Pendulum(self._height + float(self._legs.com_in_torso[2]))
        self._balance = Balance(self._legs, self._pendulum)
        self.reset()

    def reset(self) -> None:
        """Stand ready; odometry at zero."""
        self.q: Vec = np.array(self._robot.ready)
        self._wish = Twist()
        self._speed = np.zeros(3)
        self._step: _Step | None = None
        self.odometry = Place()
        """Midway between the soles, in the frame where it was made."""
        self.steps_done = 0
        self.reason = ""
        self._balance.reset()
        self._tilt = np.zeros(2)

    @property
    def status(self) -> SkillStatus:
        """Running while it walks."""
        return SkillStatus.DONE if self._step is None else SkillStatus.RUNNING

    def command(self, twist: Twist) -> None:
        """Where to go from now on; what is no number is no command, what is too fast is cut."""
        values = np.array([twist.forward, twist.left, twist.turn])
        if not np.isfinite(values).all():
            self.reason = f"command ({twist.forward}, {twist.left}, {twist.turn}) is not finite"
            values = np.zeros(3)
        top = np.array(self.config.top_speed)
        low = -top * np.array([self.config.backward, 1.0, 1.0])
        self._wish = Twist(*np.clip(values, low, top))
        if self._step is None and np.abs(values).max() > STILL:
            self._begin()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        everyone = np.ones(len(self.q), dtype=np.bool_)
        if self._step is None:
            return JointGoal(frozen(self.q), everyone)
        self._speed_up(dt)
        self._advance(dt)
        step = self._step
        com = self._pendulum.after(step.start, self._push(step.stance), step.t)
        self._feel(state, step, com, dt)
        step.swing_to = self._landing(step)
        self._pose(step, com)
        return JointGoal(frozen(self.q), everyone, support=self._support(step, com))

    def _begin(self) -> None:
        """A first shift without lift brings the body to where a steady walk has it."""
        w, T = self._pendulum.rate, self.config.step_time
        grown = np.exp(w * T)
        time = float(np.log(2 * grown / (1 + grown)) / w)
        side = Place(0.0, -self._spacing, 0.0)
        middle = PendulumState(np.array([0.0, -self._spacing / 2]), np.zeros(2))
        self._step = _Step(0, time, 0.0, middle, side, side)
        self._speed = np.zeros(3)
        if self._on_compliance is not None:
            self._on_compliance(self.config.compliance)

    def _speed_up(self, dt: float) -> None:
        wish = np.array([self._wish.forward, self._wish.left, self._wish.turn])
        most = dt * np.array(self.config.acceleration)
        self._speed = self._speed + np.clip(wish - self._speed, -most, most)

    def _push(self, stance: int) -> Vec:
        """Where in the standing sole the ground pushes, as planned."""
        ahead, inward = self.config.trim
        return np.array([ahead, -inward if stance == 0 else inward])

    def _advance(self, dt: float) -> None:
        step = self._step
        assert step is not None
        step.t += dt
        if step.t < step.time:
            return
        com = self._pendulum.after(step.start, self._push(step.stance), step.time)
        landed = step.swing_to
        R = landed.turn.T
        place = R @ (com.place - landed.xy)
        # the plan goes on from what was felt, not from what had been planned
        need = R @ (self._pendulum.divergent(com) + step.caught - landed.xy)
        velocity = self._pendulum.rate * (need - place)
        self._count(step)
        self._step = _Step(
            stance=1 - step.stance,
            time=self.config.step_time,
            lift=self.config.lift,
            start=PendulumState(place, velocity),
            swing_from=landed.inverse(),
            swing_to=landed.inverse(),
            t=step.t - step.time,
        )

    def _count(self, step: _Step) -> None:
        """Odometry: the middle between the soles moves by half of what the foot does."""
        half = Place(*(value / 2 for value in step.swing_from))
        ahead = Place(*(value / 2 for value in step.swing_to))
        self.odometry = self.odometry.then(half.inverse()).then(ahead)
        self.steps_done += 1

    def _feel(self, state: RobotState, step: _Step, com: PendulumState, dt: float) -> None:
        """Tilt of the torso and error of the divergent component."""
        yaw = step.swing_from.yaw / 2
        planned = self._pendulum.divergent(com)
        self._balance.see(state, step.stance, yaw, planned, step.t / step.time, dt)
        if step.lift and step.t < LATEST * step.time:
            most = self.config.catch
            caught = self.config.capture * self._balance.grown(step.time - step.t)
            step.caught = np.clip(caught, -most, most)
        roll, pitch, _ = rpy_from_R(state.R_world_torso)
        tilt = np.array([roll, pitch - radians(self.config.lean_deg)])
        by_tilt, by_rate = self.config.ankle
        self._tilt = by_tilt * tilt + by_rate * state.angular_velocity_in_torso[:2]

    def _landing(self, step: _Step) -> Place:
        if not step.lift:
            return step.swing_from
        pendulum, T = self._pendulum, self.config.step_time
        end = pendulum.after(step.start, self._push(step.stance), step.time)
        need = pendulum.divergent(end) + step.caught
        yaw = float(np.clip(self._speed[2] * T, -0.6, 0.6))
        outward = -1.0 if step.stance == 0 else 1.0
        R = Place(yaw=yaw).turn
        stride = self._speed[:2] * T
        lead = pendulum.lead(stride, -outward * self._spacing, T)
        trim = self._push(1 - step.stance)
        x, y = need - R @ (lead + trim)
        across = max(outward * y, NEAREST * self._spacing)
        return Place(float(x), outward * across, yaw)

    def _pose(self, step: _Step, com: PendulumState) -> None:
        share = min(step.t / step.time, 1.0)
        ds = self.config.double_support / 2
        aloft = float(np.clip((share - ds) / (1 - 2 * ds), 0.0, 1.0))
        swing = step.swing_from.towards(step.swing_to, Policy.QUINTIC.progress(aloft)[0])
        z = step.lift * (1 - cos(2 * pi * aloft)) / 2
        yaw = swing.yaw / 2
        rpy = (0.0, radians(self.config.lean_deg), yaw)
        offset = R_from_rpy(*rpy) @ self._legs.com_in_torso
        T_stance_torso = T_from((*(com.place - offset[:2]), self._height), rpy)
        T_torso_stance = inverse(T_stance_torso)
        T_stance_swing = T_from((swing.x, swing.y, z), (0.0, 0.0, swing.yaw))
        # the standing sole presses against the tilt, as if the floor were tilted the other way
        pressed = T_torso_stance @ T_from(rpy=(self._tilt[0], self._tilt[1], 0.0))
        reached = self._legs.solve(step.stance, pressed, self.q)
        reached &= self._legs.solve(1 - step.stance, T_torso_stance @ T_stance_swing, self.q)
        self.reason = "" if reached else f"{SIDES[step.stance]} stance: a leg is out of reach"
        self._swing_arms(step, swing)

    def _swing_arms(self, step: _Step, swing: Place) -> None:
        if not self.config.arm_swing_deg:
            return
        ahead = swing.x / 0.1 * radians(self.config.arm_swing_deg)
        for index, side in enumerate(SIDES):
            joint = self._robot.joint_index.get(f"{side}_shoulder_pitch")
            if joint is not None:
                sign = 1.0 if index == step.stance else -1.0
                self.q[joint] = self._robot.ready[joint] - sign * ahead

    def _support(self, step: _Step, com: PendulumState) -> Support:
        share = step.t / step.time
        ds = self.config.double_support / 2
        grounded = np.ones(2, dtype=np.bool_)
        if step.lift and ds < share < 1 - ds:
            grounded[1 - step.stance] = False
        order = [self._legs.feet.index(foot) for foot in self._robot.feet]
        w = self._pendulum.rate
        acceleration = w * w * (com.place - self._push(step.stance))
        return Support(grounded[order], np.array([*acceleration, 0.0]))
