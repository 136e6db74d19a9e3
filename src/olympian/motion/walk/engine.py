"""A dynamic walk that goes where a `Twist` points: feet land where the body will need them."""

from dataclasses import dataclass
from enum import Enum
from math import cos, exp, log, radians, sin

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.animate.animator import ComplianceHook
from olympian.motion.skill import SkillStatus
from olympian.motion.top_speed import TopSpeed
from olympian.motion.trajectory import Policy
from olympian.motion.walk.arms import SwingingArms
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.footwork import Place
from olympian.motion.walk.legs import SIDES, WalkingLegs
from olympian.motion.walk.look import Eyes, Look
from olympian.motion.walk.odometry import Odometer, Odometry
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point
from olympian.motion.walk.pose_kernel import sole_in_torso
from olympian.motion.walk.senses import Feeling, Senses
from olympian.motion.walk.stabilise import Sway, catch, hip, level, press, stretch
from olympian.records import JointGoal, RobotState, Support, Twist
from olympian.robot import Robot

__all__ = ["DynamicWalk"]

NEAREST = 0.85
"""Share of the spacing that feet keep between them, whatever the body would need."""
LATEST = 0.8
"""Share of a step until which its landing is changed."""
STILL = 1e-3
"""m/s and rad/s below which a command means to stand."""
CROUCH = 0.4
"""Seconds from the ready pose to the height of the walk."""
CLOSE = 0.6
"""Seconds in which the body comes to rest between the feet."""
BRAKE = 4.0
"""1/s at which it does so."""
SHORTEST = 0.6
"""Share of its time below which a step is not shortened."""
FURTHEST_TURN = 0.6
"""rad between the feet."""


class Mode(Enum):
    """What the walk does now."""

    STAND = "stand"
    CROUCH = "crouch"
    WALK = "walk"
    CLOSE = "close"


@dataclass
class _Step:
    """One step, in the frame of the sole that stands."""

    stance: int
    time: float
    lift: float
    start: PendulumState
    swing: Place
    """Where the foot is sent now."""
    t: float = 0.0
    aloft: float = 0.0
    """Share of its way through the air."""
    shift: Point = (0.0, 0.0)
    """By which the foot lands off its plan."""


class DynamicWalk:
    """Steps on a linear inverted pendulum; give it a `Twist` at any time.

    The plan is of the centre of mass in the frame of the standing sole. At every tick the landing
    is where the divergent component of motion will need it for the speed that is asked for.
    """

    def __init__(
        self, robot: Robot, config: WalkConfig, on_compliance: ComplianceHook | None = None
    ) -> None:
        self._robot = robot
        self._on_compliance = on_compliance
        self._complied = False
        self._legs = WalkingLegs(robot)
        self._arms = SwingingArms(robot)
        self._eyes = Eyes(self._legs)
        self._senses = Senses()
        rows = [robot.feet.index(foot) for foot in self._legs.feet]
        self._odometer = Odometer((rows[0], rows[1]))
        self._order = [self._legs.feet.index(foot) for foot in robot.feet]
        self._everyone = np.ones(robot.dof, dtype=np.bool_)
        self.config = config
        """Replace it at any time: the next step is made by it."""
        self.marching = False
        """Step on the spot when nothing is asked, instead of standing."""
        self._adopt()
        self.reset()

    def reset(self) -> None:
        """Stand ready; odometry at zero."""
        self.q: Vec = np.array(self._robot.ready)
        self._wish = Twist()
        self._ramp = np.zeros(3)
        self._correction = np.zeros(3)
        self._done = np.zeros(3)
        self.mode = Mode.STAND
        self._low = False
        self._t = 0.0
        self._dt = 0.01
        self._step = self._middle()
        self._feeling = Feeling.none()
        self._sway = Sway()
        self._give = np.zeros((2, 4))
        self._odometer.reset()
        self._senses.reset()
        self.steps_done = 0
        self.reason = ""
        self._comply(False)

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`; odometry goes on from zero."""
        self.reset()
        self.q = np.array(q)

    @property
    def status(self) -> SkillStatus:
        """Running while it walks."""
        return SkillStatus.DONE if self.mode is Mode.STAND else SkillStatus.RUNNING

    @property
    def odometry(self) -> Odometry:
        """Where it believes to be."""
        return self._odometer.odometry

    @property
    def phase(self) -> float:
        """0…1 over a stride, which begins when the left foot begins to stand."""
        share = min(self._step.t / self._step.time, 1.0 - 1e-9)
        return (self._step.stance + share) / 2

    @property
    def speed(self) -> Twist:
        """What is asked of the feet now, within the limits of speed and acceleration."""
        return Twist(*(float(value) for value in self._ramp))

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of it."""
        ahead, side, turn = self.config.limits.top_speed
        return TopSpeed(ahead, ahead * self.config.limits.backward, side, turn)

    def command(self, twist: Twist) -> None:
        """Where to go from now on; what is no number is no command, what is too fast is cut."""
        values = np.array([twist.forward, twist.left, twist.turn], dtype=float)
        self.reason = ""
        if not np.isfinite(values).all():
            self.reason = f"command ({twist.forward}, {twist.left}, {twist.turn}) is not finite"
            values = np.zeros(3)
        limits = self.config.limits
        top = np.array(limits.top_speed)
        low = -top * np.array([limits.backward, 1.0, 1.0])
        values = np.clip(values, low, top)
        # all at once is harder than one at a time: together they stay inside an ellipsoid
        size = float(np.linalg.norm(values / np.where(values < 0.0, low, top)))
        self._wish = Twist(*(values / max(size, 1.0)).tolist())

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._dt = dt
        wish = (self._wish.forward, self._wish.left, self._wish.turn)
        for axis, most in enumerate(self.config.limits.acceleration):
            self._ramp[axis] += _within(wish[axis] - self._ramp[axis], dt * most)
        wanted = self.marching or max(map(abs, wish)) > STILL
        look = self._eyes.look(state)
        if self.mode is Mode.STAND:
            self._odometer.rest(look, dt)
            self._ramp[:] = 0.0
            if not wanted:
                return self._goal()
            self._leave_stand()
        self._t += dt
        pressure = state.sensors.foot_pressure
        self._odometer.walk(look, pressure, dt, self.config.odometry.scale)
        if self.mode is Mode.CROUCH:
            return self._crouch()
        if self.mode is Mode.CLOSE:
            return self._close(dt)
        return self._walk(state, look, dt, wanted)

    def _goal(self, support: Support | None = None) -> JointGoal:
        led = self.config.gravity.on
        return JointGoal(frozen(self.q), self._everyone, support=support, led=led)

    def _comply(self, on: bool) -> None:
        """Switch the servos' registers to those of the walk, or put them back."""
        if self._on_compliance is not None and (on or self._complied):
            self._on_compliance(self.config.compliance if on else {})
        self._complied = on

    @property
    def _step_time(self) -> float:
        return self._whole(self.config.pattern.step_time)

    def _whole(self, seconds: float) -> float:
        """A time in whole ticks: a step that ends between two would land late, and off its plan."""
        return max(round(seconds / self._dt), 1) * self._dt

    def _adopt(self) -> None:
        """Take over what follows from the configuration."""
        self._made_by = self.config
        pattern = self.config.pattern
        self._height = pattern.torso_height or 0.95 * self._legs.ready_height
        self._spacing = pattern.spacing or self._legs.ready_spacing
        self._pendulum = Pendulum(self._height + float(self._legs.com_in_torso[2]))

    # standing, starting, stopping

    def _leave_stand(self) -> None:
        self._adopt()
        self._comply(True)
        if self._low:
            self._begin()
            return
        self.mode, self._t = Mode.CROUCH, 0.0
        self._from = self.q.copy()
        self._pose(self._middle(), self._middle().start)
        self._to = self.q.copy()

    def _crouch(self) -> JointGoal:
        self._ramp[:] = 0.0
        share = min(self._t / CROUCH, 1.0)
        self.q = self._from + Policy.QUINTIC.progress(share)[0] * (self._to - self._from)
        if share >= 1.0:
            self._low = True
            self._begin()
        return self._goal()

    def _middle(self) -> _Step:
        """Both feet down, the body at rest between them."""
        side = Place(0.0, -self._spacing, 0.0)
        ahead, _ = self.config.pattern.trim
        rest = PendulumState((ahead, -self._spacing / 2), (0.0, 0.0))
        return _Step(0, 1.0, 0.0, rest, side)

    def _begin(self) -> None:
        """A first shift without lift brings the body to where a steady walk has it."""
        grown = exp(self._pendulum.rate * self._step_time)
        self._step = self._middle()
        self._step.time = self._whole(log(2 * grown / (1 + grown)) / self._pendulum.rate)
        self.mode = Mode.WALK

    def _close(self, dt: float) -> JointGoal:
        """Both feet carry; the push of the ground brings the body to rest between them."""
        step, w = self._step, self._pendulum.rate
        middle = step.swing.middle()
        goal = (middle.x + self._push(step.stance)[0], middle.y)
        room = (0.03, abs(step.swing.y) / 2)
        divergent = self._pendulum.divergent(step.start)
        push_x, push_y = (
            at + _within((1 + BRAKE / w) * (now - at), most)
            for at, now, most in zip(goal, divergent, room, strict=True)
        )
        step.start = self._pendulum.after(step.start, (push_x, push_y), dt)
        self._pose(step, step.start)
        if self._t >= CLOSE:
            self.mode = Mode.STAND
            self._comply(False)
        x, y = step.start.place
        acceleration = np.array([w * w * (x - push_x), w * w * (y - push_y), 0.0])
        support = Support(np.ones(2, dtype=np.bool_), acceleration)
        return self._goal(support)

    # walking

    def _walk(self, state: RobotState, look: Look, dt: float, wanted: bool) -> JointGoal:
        step = self._step
        step.t += dt
        if self._lands(state, step):
            self._land(step, wanted)
            step = self._step
        if self.mode is Mode.CLOSE:
            return self._close(0.0)
        com = self._pendulum.after(step.start, self._push(step.stance), step.t)
        self._feel(look, step, com, dt)
        self._move_foot(step, dt)
        self._pose(step, com)
        return self._goal(self._support(step, com))

    def _lands(self, state: RobotState, step: _Step) -> bool:
        """Is the step over, by the clock or by the foot (7.5.1)?"""
        share = step.t / step.time
        rule = self.config.contact
        if not (rule.on and step.lift):
            return share >= 1.0 - 1e-9
        touches = bool(state.contacts[self._order.index(1 - step.stance)])
        return (touches and share >= rule.earliest) or share >= rule.latest

    def _land(self, step: _Step, wanted: bool) -> None:
        com = self._pendulum.after(step.start, self._push(step.stance), step.t)
        landed, w = step.swing, self._pendulum.rate
        need_x, need_y = self._pendulum.divergent(com)
        place = landed.seen(*com.place)
        # the plan goes on from what was felt, not from what had been planned
        need = landed.seen(need_x + step.shift[0], need_y + step.shift[1])
        velocity = (w * (need[0] - place[0]), w * (need[1] - place[1]))
        self._odometer.landed(step.t)
        self.steps_done += 1
        self._correct_speed(step, wanted)
        if step.stance == 1:
            self._sway.stride(self.config.clearance.filter)
        if self.config is not self._made_by:
            self._adopt()
        back = landed.inverse()
        self._step = _Step(
            stance=1 - step.stance,
            time=self._step_time,
            lift=self._sway.lift(self.config),
            start=PendulumState(place, velocity),
            swing=back,
        )
        together = abs(back.x) < 0.01 and abs(back.yaw) < 0.03
        if not wanted and together and np.abs(self._ramp).max() < STILL:
            self.mode, self._t = Mode.CLOSE, 0.0

    def _correct_speed(self, step: _Step, wanted: bool) -> None:
        """Ask for more or less until the legs do what is asked for."""
        if not wanted:
            # who is to stand needs no speed, whatever odometry still sees
            self._correction *= 0.5
            return
        rule = self.config.speed
        if not (rule.on and step.lift):
            return
        done = np.array(self._odometer.stride) / step.t
        # over two steps the sway to the side cancels
        mean, self._done = (done + self._done) / 2, done
        most = rule.most * np.array(self.config.limits.top_speed)
        wish = np.array([self._wish.forward, self._wish.left, self._wish.turn])
        change = np.array(rule.gain) * (self._ramp - mean) * (np.abs(wish - self._ramp) < STILL)
        self._correction = np.clip(self._correction + change, -most, most)

    def _push(self, stance: int) -> Point:
        """Where in the standing sole the ground pushes, as planned."""
        ahead, inward = self.config.pattern.trim
        return ahead, -inward if stance == 0 else inward

    def _feel(self, look: Look, step: _Step, com: PendulumState, dt: float) -> None:
        share = step.t / step.time
        rule = self.config.predictor
        delay = rule.ticks if rule.on else 0.0
        self._feeling = self._senses.see(look, step.stance, self._pendulum, com, share, delay, dt)
        self._sway.see(self._feeling.com[1] - step.swing.y / 2)
        self._give = level(self.config, self._feeling, step.stance, self._give, dt)
        if step.lift and share < LATEST:
            left = max(step.time - step.t, 0.0)
            caught = catch(self.config, self._pendulum, com, self._feeling, left)
            step.shift = caught.shift
            if caught.hurry:
                normal = self._step_time
                hurried = max(normal - caught.hurry, SHORTEST * normal, step.t + 2 * dt)
                step.time = min(self._whole(hurried), normal)

    def _landing(self, step: _Step) -> Place:
        """Where the foot should land for the speed that is asked for."""
        pendulum, pattern, T = self._pendulum, self.config.pattern, self._step_time
        end = pendulum.after(step.start, self._push(step.stance), step.time)
        need_x, need_y = pendulum.divergent(end)
        ahead, left, turn = (
            share * (speed + more)
            for share, speed, more in zip(
                pattern.stride, self._ramp.tolist(), self._correction.tolist(), strict=True
            )
        )
        ahead -= pattern.stride[0] * pattern.drift
        yaw = _within(turn * T, FURTHEST_TURN)
        outward = -1.0 if step.stance == 0 else 1.0
        # sideways every other step closes up to the spacing; turned toes need room
        spacing = self._spacing + abs(left) * T + self._legs.toe * abs(sin(yaw))
        lead_x, lead_y = pendulum.lead((ahead * T, left * T), -outward * spacing, T)
        push_x, push_y = self._push(1 - step.stance)
        back_x, back_y, _ = Place(yaw=yaw).then(Place(lead_x + push_x, lead_y + push_y))
        x, y = need_x + step.shift[0] - back_x, need_y + step.shift[1] - back_y
        return Place(x, outward * max(outward * y, NEAREST * self._spacing), yaw)

    def _move_foot(self, step: _Step, dt: float) -> None:
        """On towards the landing, wherever it is now: each tick a share of what is left."""
        ds = self.config.pattern.double_support / 2
        t = step.t - ds * step.time
        left = (1 - ds) * step.time - step.t
        if not step.lift or t <= 0.0:
            return
        before = step.aloft
        step.aloft = min(before + (1 - before) * dt / max(left + dt, dt), 1.0)
        soft = self.config.pattern.soft
        done, now = _glide(before, soft), _glide(step.aloft, soft)
        share = (now - done) / (1 - done) if done < 1.0 else 1.0
        step.swing = step.swing.towards(self._landing(step), share)

    def _pose(self, step: _Step, com: PendulumState) -> None:
        """Joint angles that put torso and feet where the plan has them."""
        pattern, legs, feeling = self.config.pattern, self._legs, self._feeling
        height = self._pendulum.height
        bump = _glide(1 - abs(2 * step.aloft - 1), pattern.soft) if step.lift else 0.0
        outward = -1.0 if step.stance == 0 else 1.0
        lean = radians(pattern.lean_deg + pattern.lean_by_speed_deg * float(self._ramp[0]))
        roll, pitch = hip(self.config, feeling, height)
        yaw = step.swing.yaw / 2
        com_x, com_y, com_z = legs.com_in_torso
        ahead = cos(lean) * com_x + sin(lean) * com_z
        x = com.place[0] - cos(yaw) * ahead + sin(yaw) * com_y
        y = com.place[1] - sin(yaw) * ahead - cos(yaw) * com_y
        middle = step.swing.y / 2
        y = middle + pattern.sway * (y - middle)
        z = self._height + stretch(self.config, com, feeling, height)
        swing = step.swing
        # the standing sole presses against the fall, as if the floor were tilted the other way
        sole_roll, sole_pitch = press(self.config, feeling, height)
        aloft = (swing.x, swing.y + outward * pattern.bow * bump, step.lift * bump)
        soles = (
            (step.stance, (0.0, 0.0, 0.0), (sole_roll, sole_pitch, 0.0)),
            (1 - step.stance, aloft, (0.0, 0.0, swing.yaw)),
        )
        reached = True
        for leg, sole_xyz, sole_rpy in soles:
            dx, dy, leg_roll, leg_pitch = self._give[leg].tolist()
            torso_xyz = (x + dx, y + dy, z)
            torso_rpy = (roll + leg_roll, lean + pitch + leg_pitch, yaw)
            T_torso_sole = sole_in_torso(torso_xyz, torso_rpy, sole_xyz, sole_rpy)
            reached &= legs.solve(leg, T_torso_sole, self.q)
        if not reached:
            self.reason = f"{SIDES[step.stance]} stance: a leg is out of reach"
        if pattern.arm_swing_deg:
            ahead = swing.x if step.stance == 0 else -swing.x
            self._arms.swing(self.q, ahead, pattern.arm_swing_deg)

    def _support(self, step: _Step, com: PendulumState) -> Support:
        share = step.t / step.time
        ds = self.config.pattern.double_support / 2
        grounded = np.ones(2, dtype=np.bool_)
        if step.lift and ds < share < 1 - ds:
            grounded[1 - step.stance] = False
        w2, (push_x, push_y) = self._pendulum.rate**2, self._push(step.stance)
        acceleration = np.array([w2 * (com.place[0] - push_x), w2 * (com.place[1] - push_y), 0.0])
        return Support(grounded[self._order], acceleration)


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)


def _glide(share: float, soft: float) -> float:
    """Share of a way: even speed, with a share `soft` of the time to speed up and as much to brake.

    Servos run at their highest speed in a swing: a law with a lower peak makes longer steps.
    """
    peak = 1 / (1 - soft)
    if share < soft:
        return peak * share * share / (2 * soft)
    if share > 1 - soft:
        return 1 - peak * (1 - share) ** 2 / (2 * soft)
    return peak * (share - soft / 2)
