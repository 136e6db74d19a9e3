"""The whole robot on one page: read, estimate, move, lead, limit, write."""

import time

from olympian.backend import Backend
from olympian.backend.last_resort import HOLD_S, LastResort
from olympian.backend.sag import SagCompensation
from olympian.breaker import Breaker, Failure
from olympian.errors import OlympianError
from olympian.goal import GoalLimiter
from olympian.goal.check import check_goal
from olympian.motion import Skill
from olympian.records import JointGoal, RobotState, Sensors
from olympian.servo import ServoBank
from olympian.state import Estimator, Health, HealthConfig, Localiser

__all__ = ["Loop"]

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
        name = f"skill {type(self.skill).__name__}"
        if not self.breaker.failures or name not in self.breaker.failures:
            try:
                goal = self._aim(state)
            except Exception as error:
                self.breaker.note(name, error, RELAXES)
            else:
                self._resort.go_on(goal)
                return goal
        return self._resort.hold() or JointGoal.none(state.q)

    def _aim(self, state: RobotState) -> JointGoal:
        sensors, dt = state.sensors, self.backend.dt
        wish: JointGoal | None = self.skill.step(state, dt)
        if wish is None:
            wish = JointGoal.none(sensors.q)
        else:
            check_goal(wish, self.backend.robot, self.skill.step)
        if self.sag is not None:
            wish = self.sag.step(wish, state, dt)
        if not sensors.torque_on.all():
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
