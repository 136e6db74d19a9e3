"""A simulated robot in which things break, and the check that should notice."""

from collections.abc import Callable
from math import inf

from olympian.backend import FallWatch, FaultyBackend, Simulation
from olympian.backend.simulation import Start
from olympian.loop import Loop
from olympian.motion import Hold, Skill
from olympian.motion.walk import DynamicWalk, read_walk
from olympian.records import HealthReport, JointGoal, RobotState, Twist
from olympian.robot import Robot
from olympian.servo import ServoBank
from olympian.state import Health


def health_of(robot: Robot) -> Health:
    """A check with the limits of the robot's own servos and battery."""
    bank = ServoBank.of(robot)
    limits = bank.registers.read("temperature_limit")
    return Health(robot, limits, float(bank.voltage.mean()))


class _Tapped(FaultyBackend):
    """Remembers what it was sent."""

    goal: JointGoal | None = None

    def write(self, goal: JointGoal) -> None:
        self.goal = goal
        super().write(goal)


class Drill:
    """One robot, its loop, its health and a referee."""

    def __init__(
        self, robot: Robot, skill: Skill | None = None, seed: int = 0, start: Start | None = None
    ) -> None:
        self.simulation = Simulation(robot, seed=seed, starts=[start or Start()])
        self.body = _Tapped(self.simulation.actors[0])
        self.loop = Loop(self.body, skill or Hold(robot.ready))
        self.health = health_of(robot)
        self.watch = FallWatch(self.simulation)
        self.state: RobotState | None = None

    def tick(self) -> HealthReport:
        """One pass of the loop; what the check says about what was read in it."""
        sent = self.body.goal
        self.state = self.loop.tick()
        self.watch.step()
        return self.health.step(self.state.sensors, sent)

    def run(self, seconds: float) -> list[HealthReport]:
        """All reports of some time."""
        return [self.tick() for _ in range(round(seconds / self.body.dt))]

    def switch_on(self) -> None:
        """Tell all motors to be on, and wait until they have heard it."""
        assert self.body.goal is not None
        for _ in range(2):
            self.body.write(self.body.goal.switching(True))

    def until(self, said: Callable[[HealthReport], bool], most: float = 3.0) -> float:
        """Seconds until a report says so; infinity if none does."""
        for tick in range(round(most / self.body.dt)):
            if said(self.tick()):
                return (tick + 1) * self.body.dt
        return inf


def walking(robot: Robot, seed: int = 0) -> Drill:
    """A drill with a robot that walks ahead at half its speed."""
    walk = DynamicWalk(robot, read_walk(robot))
    walk.command(Twist(0.5 * walk.config.limits.top_speed[0]))
    return Drill(robot, walk, seed)
