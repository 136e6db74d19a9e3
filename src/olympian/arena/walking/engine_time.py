"""What one step of the walk's engine costs."""

import time
from statistics import median

from olympian.arena.walking.conditions import WalkConditions
from olympian.arena.walking.scenario import Scenario
from olympian.arena.walking.trial import WalkTrial
from olympian.motion import SkillStatus
from olympian.motion.walk import DynamicWalk, WalkConfig
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

SECONDS = 5.0


class _Timed:
    """A walk with a stopwatch."""

    def __init__(self, walk: DynamicWalk) -> None:
        self._walk = walk
        self.seconds: list[float] = []

    @property
    def status(self) -> SkillStatus:
        """As the walk says."""
        return self._walk.status

    def reset(self) -> None:
        """As the walk does."""
        self._walk.reset()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """A step of the walk; its time counts while it walks."""
        began = time.perf_counter()
        goal = self._walk.step(state, dt)
        if self._walk.status is SkillStatus.RUNNING:
            self.seconds.append(time.perf_counter() - began)
        return goal


def engine_us(robot: Robot, config: WalkConfig, pace: float, seed: int) -> float:
    """Median of one engine step while walking, in microseconds, in this process alone."""
    scenario = Scenario(SECONDS, Twist(forward=pace))
    trial = WalkTrial(robot, config, WalkConditions.of(seed, robot), scenario)
    timed = _Timed(trial.walk)
    trial.bare.loop.skill = timed
    trial.run()
    return 1e6 * median(timed.seconds)
