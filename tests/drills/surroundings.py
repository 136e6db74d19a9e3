"""A robot among things in a test's own words: what it would see, and its states."""

from dataclasses import replace
from functools import cache
from math import cos, sin

import numpy as np

from olympian.backend import Simulation
from olympian.decision.localise import Certainty, Localisation
from olympian.decision.world_model import WorldModel, WorldTracker
from olympian.geometry import Place, T_from, frozen
from olympian.records import Odometry, RobotState, Semantic
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.vision import BallDisc, BallPlace, Seen, SeenRobot
from olympian.vision.camera import Lens
from olympian.vision.camera.pose import R_MOUNT_CAMERA
from olympian.vision.colour.objects.box import Box
from olympian.world import parse_world

__all__ = ["Bystander"]

DT, EVERY = 0.01, 3
NOISE = 0.02
DOWN = 0.35


@cache
def _template() -> RobotState:
    simulation = Simulation(load_robot("fumanoid"))
    state = Estimator(simulation.robots[0]).step(simulation.actors[0].read(), DT)
    simulation.close()
    return state


class Bystander:
    """Looks ahead and a little down; tells its tracker of what is there."""

    def __init__(self, lens: Lens) -> None:
        world = parse_world("field")
        assert world.ball is not None
        self.deceleration = world.ball.deceleration
        self.tracker = WorldTracker(lens, world.ball, world.pitch)
        self.chance, self.t, self._ticks = np.random.default_rng(0), 0.0, 0
        self.place = Place()
        self.walks = Place()
        self.believed: Place | None = None
        self.covariance = np.diag([1e-4, 1e-4, 1e-4])
        self.ball: tuple[float, float] | None = None
        self.speed = (0.0, 0.0)
        self.robots: tuple[tuple[float, float], ...] = ()
        self.marks: tuple[str | None, ...] = ()
        self.hidden, self.sees, self.upright = False, True, True
        self.about = Semantic.WALKING
        self._odometry = Odometry()
        self._seen = Seen()

    @property
    def true_place(self) -> Place:
        return self.place

    @property
    def model(self) -> WorldModel:
        return self.tracker.model

    def go(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / DT)):
            self._tick()

    def _tick(self) -> None:
        self.t += DT
        self._ticks += 1
        step = Place(*(DT * part for part in self.walks))
        self.place = self.place.then(step)
        grown = self._odometry.covariance
        if step != Place():
            grown = frozen(grown + np.diag([1e-6] * 3))
        self._odometry = Odometry(self._odometry.place.then(step), grown)
        self._roll()
        believed = self.place if self.believed is None else self.believed
        template = _template()
        state: RobotState = replace(
            template,
            t=self.t,
            place=believed,
            odometry=self._odometry,
            R_world_torso=frozen(np.eye(3) if self.upright else np.diag([0.0, 1.0, 0.0])),
        )
        if self._ticks % EVERY == 0:
            self._seen = self._look(believed)
        found = Localisation(self.t, believed, frozen(self.covariance), Certainty.SURE)
        self.tracker.step(state, self._seen, self.about, DT, found)

    def _roll(self) -> None:
        speed = float(np.hypot(*self.speed))
        if self.ball is None or speed == 0.0:
            return
        slower = max(speed - self.deceleration * DT, 0.0) / speed
        vx, vy = self.speed
        self.ball = (self.ball[0] + DT * vx, self.ball[1] + DT * vy)
        self.speed = (slower * vx, slower * vy)

    def _look(self, believed: Place) -> Seen:
        T = T_from((0.05, 0.0, 0.5), (0.0, DOWN, 0.0)) @ T_from(R=R_MOUNT_CAMERA)
        ball = None
        if self.ball is not None and self.sees and not self.hidden:
            ahead, left = self._noisy(self.ball)
            there = believed.then(Place(ahead, left))
            ball = BallPlace(ahead, left, there.x, there.y, BallDisc(320.0, 240.0, 20.0, 1.0))
        marks = self.marks or (None,) * len(self.robots)
        robots = tuple(
            self._robot(at, mark, believed)
            for at, mark in zip(self.robots, marks, strict=True)
            if self.sees
        )
        return Seen(t=self.t, place=believed, T_place_camera=T, ball=ball, robots=robots)

    def _noisy(self, at: tuple[float, float]) -> tuple[float, float]:
        ahead, left = self.place.seen(*at)
        dx, dy = (NOISE * self.chance.standard_normal(2)).tolist()
        return ahead + dx, left + dy

    def _robot(self, at: tuple[float, float], mark: str | None, believed: Place) -> SeenRobot:
        """Its foot, which is nearer than its middle."""
        ahead, left = self._noisy(at)
        way = np.arctan2(left, ahead)
        foot = (ahead - 0.1 * cos(way), left - 0.1 * sin(way))
        there, box = believed.then(Place(*foot)), Box(300, 100, 340, 260)
        return SeenRobot(*foot, there.x, there.y, 0.25, mark, box, 0.6 if mark is None else 0.9)
