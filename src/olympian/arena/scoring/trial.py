"""One robot, one ball, one goal: it goes there by its own eyes, and a referee looks on."""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import atan2, cos, hypot, pi, remainder, sin, tau

import numpy as np

from olympian.arena.football.facets import coarsen
from olympian.arena.scoring.throw_in_line import ThrowInLine
from olympian.arena.walking import WalkConditions
from olympian.backend import (
    CameraEffects,
    CameraOptions,
    FallWatch,
    Simulation,
    SimulationOptions,
    Start,
)
from olympian.backend.simulation import BALL
from olympian.breaker import STRICT
from olympian.football import FootballPlayer, Kit
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.robot import Robot
from olympian.world import Pitch, parse_world

__all__ = ["ScoringDraw", "ScoringOutcome", "ScoringTask", "ScoringTrial", "run_scoring"]

PICTURES = 15.0
"""Pictures a second: as many as in a match."""
AWAY = 2.0
"""Metres from the robot to the ball of an approach."""
GOES_ON_S = 8.0
"""Seconds for which a ball that was kicked is followed."""
MOVED = 0.25
"""Metres by which a ball has to move to have been kicked, and not only touched."""
FAST = 0.4
"""m/s from which on it was kicked."""


class ScoringTask(StrEnum):
    """What is tried."""

    APPROACH = "approach"
    PENALTY = "penalty"
    THROW_IN = "throw_in"


LIMITS = dict.fromkeys(ScoringTask, 30.0)
"""Seconds until the ball has to be on its way."""
INSIDE = 0.3
"""Metres from the side line at which a ball that was thrown in has to lie."""


@dataclass(frozen=True)
class ScoringDraw:
    """What chance decides: where ball and robot are on the field."""

    ball: tuple[float, float]
    start: Place

    @staticmethod
    def of(seed: int, task: ScoringTask, pitch: Pitch) -> "ScoringDraw":
        """The same seed gives the same draw, for ever."""
        chance = np.random.default_rng([seed, 31])
        if task is ScoringTask.PENALTY:
            x, y = pitch.length / 2 - pitch.mark, 0.0
            behind, aside, askew = chance.uniform((0.8, -0.3, -0.4), (1.4, 0.3, 0.4)).tolist()
            return ScoringDraw((x, y), Place(x - behind, y + aside, askew))
        if task is ScoringTask.THROW_IN:
            side = float(chance.choice([-1.0, 1.0]))
            x, y = float(chance.uniform(-2.0, 2.5)), side * pitch.width / 2
            away, way, yaw = chance.uniform((1.2, 0.4, -pi), (2.0, pi - 0.4, pi)).tolist()
            return ScoringDraw((x, y), Place(x + away * cos(way), y - side * away * sin(way), yaw))
        x = pitch.length / 2 - float(chance.uniform(1.2, 2.2))
        y = float(chance.uniform(-1.0, 1.0))
        while True:
            way = float(chance.uniform(-pi, pi))
            here = x + AWAY * cos(way), y + AWAY * sin(way)
            if abs(here[0]) < pitch.length / 2 - 0.3 and abs(here[1]) < pitch.width / 2:
                break
        yaw = remainder(way + pi + float(chance.uniform(-1.0, 1.0)), tau)
        return ScoringDraw((x, y), Place(*here, yaw))


@dataclass(frozen=True)
class ScoringOutcome:
    """What the referee saw."""

    kicked: bool
    """Did the ball go towards the goal, between its posts, within the time? A throw-in: does it lie
    well inside the field?"""
    scored: bool
    seconds: float
    """Until the ball was on its way; the limit where it was not."""
    falls: int
    touches: int
    """How often it was moved before, by accident."""


class ScoringTrial:
    """A field, a robot with open eyes, and its football program."""

    def __init__(
        self, robot: Robot, seed: int, task: ScoringTask, physics_dt: float = 0.001
    ) -> None:
        conditions = WalkConditions.of(seed, robot)
        world = parse_world(f"field:friction={conditions.friction}")
        assert world.ball is not None, "football needs a ball"
        assert world.pitch is not None, "and a field"
        self.pitch, self.task = world.pitch, task
        self.draw = ScoringDraw.of(seed, task, world.pitch)
        ball = replace(world.ball, at=self.draw.ball)
        world = replace(world, ball=ball, T_world_start=np.eye(4), spacing=0.0)
        camera = CameraOptions(rate=PICTURES, effects=CameraEffects())
        self.simulation = Simulation(
            robot,
            world,
            seed,
            SimulationOptions(physics_dt=physics_dt, camera=camera),
            starts=[Start(*self.draw.start)],
            specimens=[conditions.specimen],
        )
        coarsen(self.simulation.model)
        body = self.simulation.actors[0]
        line = ThrowInLine() if task is ScoringTask.THROW_IN else None
        self.robot = Humanoid(robot, body, world=world, eyes=True, breaker=STRICT, referee=line)
        self.player = FootballPlayer(Kit.alone(self.robot))
        self._watch = FallWatch(self.simulation)
        self.falls = 0

    @property
    def ball(self) -> tuple[float, float]:
        """Where it really is."""
        x, y = self.simulation.data.body(BALL).xpos[:2].tolist()
        return x, y

    @property
    def ball_speed(self) -> tuple[float, float]:
        """m/s, really."""
        at = self.simulation.model.joint(BALL).dofadr[0]
        x, y = self.simulation.data.qvel[at : at + 2].tolist()
        return x, y

    @property
    def true_place(self) -> Place:
        """Middle between the soles, and where the torso faces."""
        robot, simulation = self.robot.robot, self.simulation
        feet = [simulation.true_pose(foot.link)[:2, 3] for foot in robot.feet]
        x, y = np.mean(feet, axis=0).tolist()
        T = simulation.true_pose(robot.torso)
        return Place(x, y, atan2(T[1, 0], T[0, 0]))

    def tick(self) -> None:
        """Let one tick pass."""
        self.player.step()
        self.robot.tick()
        down = self._watch.fell
        self._watch.step()
        self.falls += self._watch.fell and not down

    def run(self) -> ScoringOutcome:
        """Until the ball is on its way, or the time is over; and then where it rolls."""
        limit, touches, rest, moving = LIMITS[self.task], 0, self.ball, False
        while self.simulation.t < limit:
            self.tick()
            fast = hypot(*self.ball_speed)
            moving, was = fast > 0.1, moving
            touches += moving and not was
            if fast > FAST and hypot(self.ball[0] - rest[0], self.ball[1] - rest[1]) > MOVED:
                break
        else:
            return ScoringOutcome(False, False, limit, self.falls, touches)
        seconds, kicked = self.simulation.t, self._aims()
        scored = False
        while self.simulation.t < seconds + GOES_ON_S and not scored:
            self.tick()
            scored = self._in_goal()
            if hypot(*self.ball_speed) < 0.02:
                break
        if self.task is ScoringTask.THROW_IN:
            kicked = self._in_the_field()
        return ScoringOutcome(kicked or scored, scored, seconds, self.falls, max(touches - 1, 0))

    def close(self) -> None:
        """Put everything away."""
        self.player.close()
        self.robot.close()
        self.simulation.close()

    def _aims(self) -> bool:
        """Does it roll towards the opening of the goal?"""
        (x, y), (vx, vy) = self.ball, self.ball_speed
        if vx <= 0.0:
            return False
        at = y + vy / vx * (self.pitch.length / 2 - x)
        return abs(at) < self.pitch.goal_width / 2 - self.pitch.post / 2

    def _in_the_field(self) -> bool:
        (x, y), pitch = self.ball, self.pitch
        return abs(x) < pitch.length / 2 and abs(y) < pitch.width / 2 - INSIDE

    def _in_goal(self) -> bool:
        x, y = self.ball
        return x > self.pitch.length / 2 and abs(y) < self.pitch.goal_width / 2


def run_scoring(robot: Robot, seed: int, task: ScoringTask) -> ScoringOutcome:
    """What comes of it; the same arguments give the same outcome."""
    trial = ScoringTrial(robot, seed, task)
    try:
        return trial.run()
    finally:
        trial.close()
