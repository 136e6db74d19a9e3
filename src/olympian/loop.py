"""The whole robot on one page: read, estimate, move, lead, limit, write."""

from olympian.backend import Backend
from olympian.backend.sag import SagCompensation
from olympian.goal import GoalLimiter
from olympian.motion import Skill
from olympian.records import JointGoal, RobotState, Sensors
from olympian.servo import ServoBank
from olympian.state import Estimator

__all__ = ["Loop"]


class Loop:
    """One robot's pipeline; `tick` is one pass through it."""

    def __init__(self, backend: Backend, skill: Skill) -> None:
        self.backend = backend
        self.skill = skill
        self.estimator = Estimator(backend.robot)
        self.sag = SagCompensation.of(backend)
        servos = ServoBank.of(backend.robot)
        self.limiter = GoalLimiter(backend.robot, servos.no_load, servos.stall)

    def tick(self) -> RobotState:
        """Sense, think and act once; time passes by `backend.dt`."""
        sensors: Sensors = self.backend.read()
        state: RobotState = self.estimator.step(sensors, self.backend.dt)
        wish: JointGoal | None = self.skill.step(state, self.backend.dt)
        wish = wish or JointGoal.none(sensors.q)
        if self.sag is not None:
            wish = self.sag.step(wish, state, self.backend.dt)
        if not sensors.torque_on.all():
            wish = self.limiter.follow(wish, sensors.q, ~sensors.torque_on)
        goal = self.limiter.step(wish, sensors.q, self.backend.dt)
        self.backend.write(goal)
        return state

    def run(self, seconds: float) -> RobotState:
        """Tick for `seconds` of the robot's time; the last state."""
        state = self.tick()
        for _ in range(round(seconds / self.backend.dt) - 1):
            state = self.tick()
        return state
