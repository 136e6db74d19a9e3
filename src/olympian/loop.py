"""The whole robot on one page: read, estimate, move, lead, limit, write."""

import time

import numpy as np

from olympian.backend import Backend
from olympian.backend.sag import SagCompensation
from olympian.breaker import Breaker, Failure
from olympian.errors import OlympianError
from olympian.goal import GoalLimiter
from olympian.goal.check import check_goal
from olympian.motion import Skill
from olympian.records import JointGoal, RobotState, Sensors
from olympian.servo import ServoBank
from olympian.state import Estimator, Health, HealthConfig, Localiser

HOLD_S = 1.0
"""Seconds: a body that sways comes to rest in that time, and a hand can reach it; held any longer
in a posture that nobody controls, servos heat up."""
RELAX_S = 0.1
"""Seconds in which a goal that relaxes reaches the servos, whatever the bus takes."""
RELAXES = f"the robot holds for {HOLD_S:g} s, then relaxes"
WAITS = f"the robot holds; after {HOLD_S:g} s without an answer it relaxes and the loop ends"


class Loop:
    """One robot's pipeline; `tick` is one pass through it.

    Whatever raises, the robot is looked after: if the skill does, the joints hold for a moment and
    then relax, and `tick` goes on. Only a body that stays dumb ends it.
    """

    def __init__(
        self,
        backend: Backend,
        skill: Skill,
        breaker: Breaker | None = None,
        localiser: Localiser | None = None,
    ) -> None:
        """Args:
        breaker: what skill and backend are called through, and who is told.
        localiser: finds the robot on a map.
        """
        self.backend = backend
        self.skill = skill
        self.breaker = breaker or Breaker()
        self.sag = SagCompensation.of(backend)
        servos = ServoBank.of(backend.robot)
        self.estimator = Estimator(backend.robot, _health(backend, servos), localiser)
        self.limiter = GoalLimiter(backend.robot, servos.no_load, servos.stall, servos.top_settings)
        self._resort = LastResort(backend.dt)
        self._switch_on = False
        self._sent: JointGoal | None = None
        self._state: RobotState | None = None

    def tick(self) -> RobotState:
        """Sense, think and act once; time passes by `backend.dt`.

        Raises: OlympianError: the body has not answered for too long.
        """
        try:
            sensors: Sensors = self.backend.read()
            self._state = state = self.estimator.step(sensors, self.backend.dt, self._sent)
            goal = self._goal(state)
            self._sent = goal.switching(True) if self._switch_on else goal
            self.backend.write(self._sent)
            self._switch_on = False
        except Exception as error:
            return self._wait(error)
        return state

    @property
    def sent(self) -> JointGoal | None:
        """What went to the servos last; None: nothing yet."""
        return self._sent

    def run(self, seconds: float) -> RobotState:
        """Tick for `seconds` of the robot's time; the last state."""
        state = self.tick()
        for _ in range(round(seconds / self.backend.dt) - 1):
            state = self.tick()
        return state

    def reset(self) -> None:
        """Everybody is in service again; the next goal switches the motors on."""
        self.breaker.reset()
        self.skill.reset()
        self.estimator.reset()
        self.limiter.reset()
        self.sag = SagCompensation.of(self.backend)
        self._sent = None
        self._resort.reset()
        self._switch_on = True

    def _goal(self, state: RobotState) -> JointGoal:
        """Where the skill sends the joints; where it cannot, they hold and then relax."""
        if not self.breaker.failures or self._skill_name not in self.breaker.failures:
            try:
                goal = self._aim(state)
            except Exception as error:
                self.breaker.note(self._skill_name, error, RELAXES)
            else:
                self._resort.go_on(goal)
                return goal
        return self._resort.hold() or JointGoal.none(state.q)

    @property
    def _skill_name(self) -> str:
        return f"skill {type(self.skill).__name__}"

    def _aim(self, state: RobotState) -> JointGoal:
        sensors, dt = state.sensors, self.backend.dt
        wish: JointGoal | None = self.skill.step(state, dt)
        if wish is None:
            wish = JointGoal.none(sensors.q)
        else:
            check_goal(wish, self.backend.robot, self.skill.step)
        if self.sag is not None:
            wish = self.sag.step(wish, state, dt)
        if np.count_nonzero(sensors.torque_on) < len(sensors.torque_on):
            wish = self.limiter.follow(wish, sensors.q, ~sensors.torque_on)
        return self.limiter.step(wish, sensors.q, dt)

    def _wait(self, error: Exception) -> RobotState:
        """Hold while the body does not answer; the last that was known of it."""
        name = f"backend {type(self.backend).__name__}"
        self.breaker.note(name, error, WAITS)
        goal = self._resort.hold()
        if self._state is None or self._resort.ended:
            raise OlympianError(str(Failure.of(name, error, "the loop ended"))) from error
        if goal is None or not self.breaker.attempt(name, self.backend.write, goal):
            time.sleep(self.backend.dt)  # time passes in `write`, if it works
        return self._state


def _health(backend: Backend, servos: ServoBank) -> Health:
    """A check that knows the limits of the robot's servos; a body without any repeats itself."""
    limits = [spec.temperature_limit_c for spec in servos.specs]
    config = HealthConfig.ideal() if backend.servos is None else None
    return Health(backend.robot, limits, float(servos.voltage.max()), config)


class LastResort:
    """Holds a body where it was sent last, and after a while lets go of it."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self._sent: JointGoal | None = None
        self.reset()

    def reset(self) -> None:
        """Nothing to hold on to."""
        self._held = 0.0

    def go_on(self, goal: JointGoal) -> None:
        """All is well: this is where the joints are sent."""
        self._sent, self._held = goal, 0.0

    def hold(self) -> JointGoal | None:
        """The goal of this tick; None where nothing was ever sent."""
        self._held += self._dt
        if self._sent is None:
            return None
        goal = JointGoal.all(self._sent.q)
        return goal.switching(False) if self.over else goal

    @property
    def over(self) -> bool:
        """Has it held for long enough?"""
        return self._held > HOLD_S

    @property
    def ended(self) -> bool:
        """Has it also been told to relax for long enough?"""
        return self._held > HOLD_S + RELAX_S
