"""One walk of one specimen, watched by a referee."""

import time
from dataclasses import dataclass
from math import hypot, inf
from statistics import median

import numpy as np

from olympian.arena.walking.contender import WalkSource, phase_of, steps_of, walk_from
from olympian.arena.walking.gauge import UNSTRAINED, Strain, StrainGauge
from olympian.arena.walking.scenario import SHOVE_S, Scenario, WalkConditions
from olympian.backend import FallWatch, Simulation, SimulationOptions
from olympian.breaker import STRICT
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.walks import Walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot
from olympian.servo import ServoBank
from olympian.world import parse_world

STAND = 1.0
"""Seconds of standing before the first command: joints settle, the gyro's bias shows."""


@dataclass(frozen=True, eq=False)
class WalkOutcome:
    """What a referee saw of one scenario; ground truth beside what the robot believed."""

    fell_at: float | None
    """Seconds from the start of walking."""
    seconds: float
    """That it walked: to the scenario's end or to the fall."""
    path: Vec
    """(n, 4) t, x, y, yaw: the true middle of the soles and the torso's heading, without jumps.

    In the frame of the soles at the start of walking.
    """
    odometry: Vec
    """(n, 4) the same as the walk's own odometry has it."""
    steps: int
    pushes: int
    """Shoves that it got before the end."""
    strain: Strain = UNSTRAINED
    """What it cost the servos."""

    @property
    def held(self) -> bool:
        """Did it stay on its feet?"""
        return self.fell_at is None


class WalkTrial:
    """A simulation, a walk and a referee; `run` carries out the scenario."""

    def __init__(
        self,
        robot: Robot,
        source: WalkSource,
        conditions: WalkConditions,
        scenario: Scenario,
        physics_dt: float = 0.001,
    ) -> None:
        self.scenario = scenario
        self.simulation = Simulation(
            robot,
            parse_world(_with_friction(scenario.world, conditions.friction)),
            conditions.seed,
            SimulationOptions(physics_dt=physics_dt),
            _supply(robot, scenario.supply),
            specimens=[conditions.specimen],
        )
        actor = self.simulation.actors[0]
        self.walk = walk_from(robot, source)
        self.bare = BareHumanoid(robot, self.walk, actor, breaker=STRICT)
        self._robot = robot
        self._watch = FallWatch(self.simulation)
        self._waiting = sorted(scenario.pushes, key=lambda shove: shove.t)
        self._shoved_at = inf
        self._phase = phase_of(self.walk)
        if self._phase is None and any(shove.phase is not None for shove in self._waiting):
            kind = type(self.walk).__name__
            raise OlympianError(f"{kind} has no phase of its stride: it cannot be pushed at one")
        self._gauge = StrainGauge(robot, actor.servos, self.bare.loop.limiter)
        self._wish: Twist | None = None

    def run(self) -> WalkOutcome:
        """Stand, walk, and end with the scenario or a fall."""
        dt = self.simulation.options.tick_dt
        believed = self.bare.run(STAND).odometry.place
        origin = self._feet()
        t, path, odometry = 0.0, [self._true()], [tuple(believed)]
        while not self._watch.fell and not self._done(t, hypot(*(path[-1] - origin)[:2])):
            self._command(t)
            self._shove(t)
            state = self.bare.tick()
            self._watch.step()
            self._gauge.step()
            path.append(self._true())
            odometry.append(tuple(state.odometry.place))
            t = dt * (len(path) - 1)
        times = dt * np.arange(len(path))
        return WalkOutcome(
            fell_at=t if self._watch.fell else None,
            seconds=t,
            path=frozen(np.column_stack([times, _seen_from(np.array(path), origin)])),
            odometry=frozen(np.column_stack([times, odometry])),
            steps=steps_of(self.walk),
            pushes=len(self.scenario.pushes) - len(self._waiting),
            strain=self._gauge.strain,
        )

    def _done(self, t: float, distance: float) -> bool:
        scenario = self.scenario
        return (
            t > scenario.seconds - 1e-9
            or distance >= scenario.distance
            or (not self._waiting and t > self._shoved_at + SHOVE_S + scenario.after_push)
        )

    def _command(self, t: float) -> None:
        wish = self.scenario.command(t)
        if wish != self._wish:
            self.walk.command(wish)
            self._wish = wish

    def _shove(self, t: float) -> None:
        before, self._phase = self._phase, phase_of(self.walk)
        if not self._waiting or t < self._waiting[0].t - 1e-9:
            return
        shove = self._waiting[0]
        phases = None if before is None or self._phase is None else (before, self._phase)
        if shove.phase is not None and phases and not _passes(*phases, shove.phase):
            return
        del self._waiting[0]
        self._shoved_at = t
        self.simulation.push(shove.force(self._true()[2]), SHOVE_S)

    def _feet(self) -> Vec:
        """(3,) x, y and mean heading of the soles."""
        soles = [self.simulation.true_pose(foot.link) for foot in self._robot.require_feet()]
        x, y = np.mean([T[:2, 3] for T in soles], axis=0)
        ahead = np.sum([T[:2, 0] for T in soles], axis=0)
        return np.array([x, y, np.arctan2(ahead[1], ahead[0])])

    def _true(self) -> Vec:
        """(3,) x, y of the middle of the soles and the torso's heading."""
        return np.array(self.simulation.true_place())


def run_scenario(
    robot: Robot,
    source: WalkSource,
    conditions: WalkConditions,
    scenario: Scenario,
    physics_dt: float = 0.001,
) -> WalkOutcome:
    """What comes of `scenario`; the same arguments give the same outcome."""
    trial = WalkTrial(robot, source, conditions, scenario, physics_dt)
    try:
        return trial.run()
    finally:
        trial.simulation.close()


def _passes(before: float, now: float, phase: float) -> bool:
    """Did the stride come by `phase` in the last tick?

    A step that ends early lets it jump ahead, one that is drawn out lets it slip back: neither goes
    further than a quarter of a stride, and only what comes from behind counts.
    """
    return (before - phase) % 1.0 > 0.75 and (now - phase) % 1.0 < 0.25


def _with_friction(world: str, friction: float) -> str:
    return f"{world}{',' if ':' in world else ':'}friction={friction}"


def _supply(robot: Robot, share: float) -> float | None:
    """Bus voltage at a share of the normal one; None leaves all as it is."""
    if share == 1.0:
        return None
    normal = {robot.supply_v} if robot.supply_v else set(ServoBank.of(robot).voltage.tolist())
    if len(normal) != 1:
        volts = ", ".join(f"{value:g}" for value in sorted(normal))
        raise OlympianError(f"servos of '{robot.name}' need {volts} V: set supply_v in its TOML")
    return share * normal.pop()


def _seen_from(path: Vec, origin: Vec) -> Vec:
    """(n, 3) x, y, yaw in the frame `origin`, the heading without jumps."""
    cosine, sine = np.cos(origin[2]), np.sin(origin[2])
    seen = path.copy()
    seen[:, :2] = (path[:, :2] - origin[:2]) @ np.array([[cosine, -sine], [sine, cosine]])
    seen[:, 2] = np.unwrap(path[:, 2] - origin[2])
    return seen


SECONDS = 5.0


class _Timed:
    """A walk with a stopwatch."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self.seconds: list[float] = []

    @property
    def status(self) -> SkillStatus:
        """As the walk says."""
        return self._walk.status

    def reset(self) -> None:
        """As the walk does."""
        self._walk.reset()

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """A step of the walk; its time counts while it walks."""
        began = time.perf_counter()
        goal = self._walk.step(state, dt)
        if self._walk.status is SkillStatus.RUNNING:
            self.seconds.append(time.perf_counter() - began)
        return goal


def engine_us(robot: Robot, source: WalkSource, pace: float, seed: int) -> float:
    """Median of one engine step while walking, in microseconds, in this process alone."""
    scenario = Scenario(SECONDS, Twist(forward=pace))
    trial = WalkTrial(robot, source, WalkConditions.of(seed, robot), scenario)
    timed = _Timed(trial.walk)
    trial.bare.loop.skill = timed
    trial.run()
    return 1e6 * median(timed.seconds)
