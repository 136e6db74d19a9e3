"""Does a movement stand? Played in the simulation, noise and latency on."""

from collections.abc import Callable

import msgspec
import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, BuiltSet
from olympian.robot import Robot
from olympian.world import World

SETTLE = 1.0
"""Seconds of standing before a movement and after it."""


class MotionTrial(msgspec.Struct, frozen=True):
    """One play in the simulation; figures are from its start to a second after its end."""

    robot: str
    world: str
    name: str
    seed: int
    seconds: float
    """Of the movement itself, without the second of standing before and after."""
    loops: int
    """Cycles that were played."""
    fell: bool
    status: str
    """Of the animator at the end of the movement."""
    reason: str
    min_margin_m: float | None
    """Smallest that the robot itself estimated while a foot carried weight."""
    tracking_deg: float
    """Largest distance of a measured joint angle from the goal of the tick before."""
    peak_load: float
    """Largest share of a servo's full drive."""
    hottest_c: float


def try_out(
    robot: Robot,
    built: BuiltSet,
    world: World | None = None,
    loops: int = 1,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> MotionTrial:
    """Play a set from the ready pose in the simulation.

    Args:
        loops: cycles to play, unless `seconds` is given.
        seconds: repeat the loop for so long, then end it.
    """
    simulation = Simulation(robot, world, seed)
    run = _Run(simulation, Animator(robot, [built], robot.ready))
    run.stand()
    run.forget()  # feet find the ground in the first ticks, which is no fault of the movement
    run.animator.play(built.name, loops if seconds is None else None)
    planned = built.duration(loops) if seconds is None else seconds
    start = run.simulation.t
    while run.animator.status is SkillStatus.RUNNING and not run.watch.fell:
        run.tick()
        played = run.simulation.t - start
        if seconds is not None and played >= seconds:
            run.animator.stop()
        if progress:
            progress(min(1.0, played / max(planned, run.bare.body.dt)))
    seconds_played = run.simulation.t - start
    run.stand()
    return run.result(built.name, seconds_played)


class _Run:
    """A simulation with an animator in it, and what was seen of them."""

    def __init__(self, simulation: Simulation, animator: Animator) -> None:
        self.simulation = simulation
        self.animator = animator
        self.watch = FallWatch(simulation)
        body = simulation.actors[0]
        self.bare = BareHumanoid(body.robot, animator, body, breaker=STRICT)
        self._q_goal = body.robot.ready
        self.forget()

    def forget(self) -> None:
        self._loops = 0
        self._margin, self._error, self._load, self._hottest = np.inf, 0.0, 0.0, 0.0

    def stand(self) -> None:
        for _ in range(round(SETTLE / self.bare.body.dt)):
            self.tick()

    def tick(self) -> None:
        state = self.bare.tick()
        sensors = state.sensors
        self.watch.step()
        if state.contacts.any():
            self._margin = min(self._margin, state.support_margin)
        self._error = max(self._error, float(np.abs(state.q - self._q_goal).max()))
        self._load = max(self._load, float(np.abs(sensors.load).max()))
        self._hottest = max(self._hottest, float(sensors.temperature_c.max()))
        self._loops = max(self._loops, self.animator.loops_done)
        if self.animator.q is not None:
            self._q_goal = self.animator.q

    def result(self, name: str, seconds: float) -> MotionTrial:
        return MotionTrial(
            robot=self.simulation.robots[0].name,
            world=self.simulation.world.name,
            name=name,
            seed=self.simulation.seed,
            seconds=round(seconds, 3),
            loops=self._loops,
            fell=self.watch.fell,
            status=self.animator.status.value,
            reason=self.animator.reason,
            min_margin_m=round(self._margin, 4) if np.isfinite(self._margin) else None,
            tracking_deg=round(float(np.degrees(self._error)), 2),
            peak_load=round(self._load, 3),
            hottest_c=round(self._hottest, 1),
        )
