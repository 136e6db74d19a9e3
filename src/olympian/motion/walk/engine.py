"""A dynamic walk that goes where a `Twist` points: feet land where the body will need them."""

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat4, Place, Vec, frozen, sealed
from olympian.motion.animate import settings_of
from olympian.motion.skill import SkillStatus
from olympian.motion.top_speed import TopSpeed
from olympian.motion.trajectory import Policy
from olympian.motion.walk.body import Step, WalkingBody
from olympian.motion.walk.capture_step import CaptureStep
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.footing import Footing
from olympian.motion.walk.measures import Measures
from olympian.motion.walk.pace import Pace
from olympian.motion.walk.pendulum import PendulumState, Point
from olympian.motion.walk.reflex import Reflexes
from olympian.motion.walk.stabilise import Sway
from olympian.records import JointGoal, LegState, RobotState, ServoSettings, Support, Twist
from olympian.robot import Robot

LATEST = 0.8
"""Share of a step until which its landing is changed."""
CROUCH = 0.4
"""Seconds from the ready pose to the height of the walk."""
FADE = 0.25
"""Seconds over which the jump from a stand into a step fades."""
CLOSE = 0.6
"""Seconds in which the body comes to rest between the feet."""


class GaitMode(Enum):
    """What the walk does now."""

    STAND = "stand"
    CROUCH = "crouch"
    WALK = "walk"
    CLOSE = "close"


class DynamicWalk:
    """Steps on a linear inverted pendulum; give it a `Twist` at any time.

    The plan is of the centre of mass in the frame of the standing sole. At every tick the landing
    is where the divergent component of motion will need it for the speed that is asked for.
    """

    def __init__(self, robot: Robot, config: WalkConfig) -> None:
        self._robot = robot
        self._body = WalkingBody(robot)
        self._legs = self._body.legs
        self._reflexes = Reflexes()
        self._footing = Footing(self._legs)
        self._capture_step = CaptureStep(self._legs)
        self._rows = [robot.feet.index(foot) for foot in self._legs.feet]
        self._everyone = np.ones(robot.dof, dtype=np.bool_)
        self.config = config
        """Replace it at any time: the next step is made by it."""
        self.marching = False
        """Step on the spot when nothing is asked, instead of standing."""
        self._dt = 0.01
        self.reset()

    def reset(self) -> None:
        """Stand ready."""
        self.q: Vec = np.array(self._robot.ready)
        self._pace = Pace()
        self.mode = GaitMode.STAND
        self._low = False
        self._t = 0.0
        self._measures = Measures(self.config, self._legs, self._dt)
        self._step = self._measures.middle()
        self._sway = Sway()
        self._start: Place | None = None
        self._place = self._landed_at = Place()
        """Where it is by the odometry; and, from where it took over, after the last step."""
        self._reflexes.reset()
        self._footing.reset()
        self._capture_step.reset()
        self._jump: Vec | None = None
        self.steps_done = 0
        self.reason = ""
        self._settings: ServoSettings | None = None

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`."""
        self.reset()
        self.q = np.array(q)

    @property
    def status(self) -> SkillStatus:
        """Running while it walks."""
        return SkillStatus.DONE if self.mode is GaitMode.STAND else SkillStatus.RUNNING

    @property
    def footing(self) -> tuple[Point, Point]:
        """Roll and pitch of the floor under the left and the right sole, rad, as it was felt."""
        return self._footing.tilt

    @property
    def next_footstep(self) -> tuple[int, Place] | None:
        """Foot that stands (0 left, 1 right), and where it sees the place the other is sent to.

        None while it takes no steps.
        """
        return (self._step.stance, self._step.swing) if self.mode is GaitMode.WALK else None

    @property
    def phase(self) -> float:
        """0…1 over a stride, which begins when the left foot begins to stand."""
        share = min(self._step.t / self._step.time, 1.0 - 1e-9)
        return (self._step.stance + share) / 2

    @property
    def steps(self) -> tuple[float, float]:
        """Metres between the soles, and seconds, of its steps."""
        return self._measures.spacing, self._measures.step_time

    @property
    def speed(self) -> Twist:
        """What is asked of the feet now, within the limits of speed and acceleration."""
        return Twist(*self._pace.ramp)

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of it."""
        return self.config.top_speed

    def command(self, twist: Twist) -> None:
        """Where to go from now on; what is no number is no command, what is too fast is cut."""
        self.reason = self._pace.command(twist, self.top_speed)

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        self._dt = dt
        self._pace.tick(self.config, dt)
        wanted, pressure = self.marching or self._pace.wanted, state.sensors.foot_pressure
        look = self._look(state)
        if self.mode is GaitMode.STAND:
            self._pace.rest()
            if pressure is not None:
                self._footing.rest(self._soles(state), state.com_in_torso, pressure, dt)
            foot = self._capture_step.feel(self.config, look, self._measures.pendulum)
            if wanted:
                self._leave_stand()
            elif foot is not None:
                self._step_out(foot)
            else:
                return self._goal()
        self._t += dt
        if self.mode is GaitMode.CROUCH:
            return self._crouch()
        if self.mode is GaitMode.CLOSE:
            return self._close(dt)
        return self._walk(state, look, dt, wanted)

    def _look(self, state: RobotState) -> LegState:
        """Where it has come to, and the body over its legs."""
        self._place = state.odometry.place
        self._start = self._place if self._start is None else self._start
        assert state.legs is not None, "who walks has two of them"
        return state.legs

    def _soles(self, state: RobotState) -> tuple[Mat4, Mat4]:
        assert state.soles is not None
        left, right = self._rows
        return state.soles[left], state.soles[right]

    def _goal(self, support: Support | None = None) -> JointGoal:
        led = self.config.gravity.on
        q = frozen(self.q) if self._jump is None else sealed(self._faded(self._jump))
        return JointGoal(q, self._everyone, support=support, led=led, settings=self._settings)

    def _faded(self, jump: Vec) -> Vec:
        """The goals while the stand that a step began in still shows."""
        share = min(self._t / FADE, 1.0)
        if share >= 1.0:
            self._jump = None
        return self.q + (1.0 - Policy.QUINTIC.progress(share)[0]) * jump

    def _support(self, com: PendulumState, push: Point, carries: NDArray[np.bool_]) -> Support:
        """What the servos have to carry: the pendulum's acceleration on the feet that stand."""
        w2, (x, y) = self._measures.pendulum.rate**2, com.place
        acceleration = np.array([w2 * (x - push[0]), w2 * (y - push[1]), 0.0])
        return Support(carries, acceleration, self.config.odometry.scale)

    # standing, starting, stopping

    def _rouse(self) -> None:
        """What was felt in the stand goes into the steps to come."""
        self._measures = Measures(self.config, self._legs, self._dt)
        self._settings = settings_of(self._robot, self.config.compliance)
        self._footing.leave(self.config)
        self._t = 0.0

    def _leave_stand(self) -> None:
        self._rouse()
        if self._low:
            self._begin()
            return
        self.mode = GaitMode.CROUCH
        self._from = self.q.copy()
        middle = self._measures.middle()
        self._pose(middle, middle.start)
        self._to = self.q.copy()

    def _step_out(self, foot: int) -> None:
        """Shoved: this foot steps at once, and the body sinks to its height on the way."""
        self._rouse()
        self._reflexes.trust_the_plan()
        stood = self.q.copy()
        self._step = self._measures.quick_step(foot, self._sway.lift(self.config))
        self._pose(self._step, self._step.start)
        self._jump = stood - self.q
        self.mode, self._low = GaitMode.WALK, True

    def _crouch(self) -> JointGoal:
        self._pace.rest()
        share = min(self._t / CROUCH, 1.0)
        self.q = self._from + Policy.QUINTIC.progress(share)[0] * (self._to - self._from)
        if share >= 1.0:
            self._low = True
            self._begin()
        return self._goal()

    def _begin(self) -> None:
        self._step = self._measures.first_step()
        self.mode = GaitMode.WALK

    def _close(self, dt: float) -> JointGoal:
        """Both feet carry; the push of the ground brings the body to rest between them."""
        step = self._step
        step.start, push = self._measures.settled(step, dt)
        self._pose(step, step.start)
        if self._t >= CLOSE:
            self.mode = GaitMode.STAND
            self._capture_step.reset()
            self._settings = None
        return self._goal(self._support(step.start, push, np.ones(2, np.bool_)))

    # walking

    def _walk(self, state: RobotState, look: LegState, dt: float, wanted: bool) -> JointGoal:
        step = self._step
        step.t += dt
        if self._lands(state, step):
            self._land(step, wanted)
            step = self._step
        if self.mode is GaitMode.CLOSE:
            return self._close(0.0)
        com = self._measures.com(step)
        self._feel(look if state.attitude_known else None, step, com, dt)
        if step.lift:
            self._measures.fly(step, self._pace.planned(self.config), dt)
        self._pose(step, com)
        carries = self._body.carries(step, self.config.pattern.double_support)
        return self._goal(self._support(com, self._measures.push(step.stance), carries))

    def _lands(self, state: RobotState, step: Step) -> bool:
        """Is the step over, by the clock or by the foot (7.5.1)?"""
        share = step.t / step.time
        rule = self.config.contact
        if not (rule.on and step.lift and state.sensors.foot_pressure is not None):
            return share >= 1.0 - 1e-9
        touches = bool(state.contacts[self._body.order.index(1 - step.stance)])
        return (touches and share >= rule.earliest) or share >= rule.latest

    def _land(self, step: Step, wanted: bool) -> None:
        com = self._measures.com(step)
        landed, w = step.swing, self._measures.pendulum.rate
        need_x, need_y = self._measures.pendulum.divergent(com)
        place = landed.seen(*com.place)
        # the plan goes on from what was felt, not from what had been planned
        need = landed.seen(need_x + step.shift[0], need_y + step.shift[1])
        velocity = (w * (need[0] - place[0]), w * (need[1] - place[1]))
        here = (self._start or Place()).inverse().then(self._place)
        stride, self._landed_at = self._landed_at.inverse().then(here), here
        self.steps_done += 1
        if not wanted:
            self._pace.forgive()
        elif step.lift:
            self._pace.correct(self.config, stride, step.t, here.yaw)
        if step.stance == 1:
            self._sway.stride(self.config.clearance.filter)
        if self.config is not self._measures.made_by:
            self._measures = Measures(self.config, self._legs, self._dt)
        back = landed.inverse()
        self._step = Step(
            stance=1 - step.stance,
            time=self._measures.step_time,
            lift=self._sway.lift(self.config),
            start=PendulumState(place, velocity),
            swing=back,
        )
        together = abs(back.x) < 0.01 and abs(back.yaw) < 0.03
        if not wanted and together and self._pace.still:
            self.mode, self._t = GaitMode.CLOSE, 0.0

    def _feel(self, look: LegState | None, step: Step, com: PendulumState, dt: float) -> None:
        if look is None:  # who answers a dead sensor falls: steps follow the plan alone
            self._reflexes.numb()
            step.shift = (0.0, 0.0)
            return
        share, left = step.t / step.time, max(step.time - step.t, 0.0)
        measures, delay = self._measures, self.config.predictor.delay
        caught = self._reflexes.react(
            measures.rules, look, step.stance, share, left, measures.pendulum, com, delay, dt
        )
        feeling = self._reflexes.feeling
        self._sway.see(feeling.com[1] - step.swing.y / 2)
        if step.lift and share < LATEST:
            step.shift = caught.shift
            if caught.halt:
                self._pace.rest()
            step.time = measures.hurried(step, caught.hurry)
            need = measures.pendulum.divergent(com)[1] + feeling.divergent[1]
            step.time = measures.patient(step, need, self._pace.planned(self.config))

    def _pose(self, step: Step, com: PendulumState) -> None:
        problem = self._body.pose(
            self._measures.rules,
            step,
            com,
            self._reflexes.feeling,
            self._reflexes.give,
            self._footing.tilt,
            self._measures.height,
            self._pace.ramp[0],
            self.q,
        )
        self.reason = problem or self.reason
