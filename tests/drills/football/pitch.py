"""A robot on a field in a test's own words: what it would see from a place, and its states."""

from dataclasses import replace
from functools import cache
from math import atan2, pi

import numpy as np

from olympian.backend import Simulation
from olympian.decision.localise import PitchLocaliser
from olympian.decision.localise.pitch_map import crossings_of
from olympian.geometry import Place, T_from, Vec, frozen
from olympian.records import CameraFrame, Odometry, RobotState, Semantic
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.vision import Seen
from olympian.vision.shape import Crossing, FieldLine
from olympian.world import Pitch

__all__ = ["EYE", "FieldWalk", "noisy_picture", "seen_from"]

EYE, VIEW, NEAR, FAR = 0.5, 0.5, 0.3, 2.5
"""Metres of height, rad to either side, and metres between which lines are seen."""
FOCAL, PAIR_PX = 579.0, 4.0
STEP = 0.05
DT = 0.02


def seen_from(
    pitch: Pitch,
    true: Place,
    pan: float,
    t: float,
    chance: np.random.Generator,
    noise: float = 0.02,
) -> Seen:
    """Lines and crossings in a sector of the floor."""
    lines = [one for row in pitch.segments for one in _pieces(row, true, pan, chance, noise)]
    crossings = [
        Crossing(frozen(np.array(true.seen(*at)) + noise * chance.standard_normal(2)), kind)
        for kind, points in crossings_of(pitch).items()
        for at in points
        if _visible(np.array([true.seen(*at)]), pan)[0]
    ]
    T = T_from((0.05, 0.0, EYE))
    return Seen(t=t, T_place_camera=T, lines=tuple(lines), crossings=tuple(crossings))


def _pieces(row: Vec, true: Place, pan: float, chance: np.random.Generator, noise: float):
    count = 2 + int(np.hypot(*(row[2:] - row[:2])) / STEP)
    ends = np.array([true.seen(*row[:2]), true.seen(*row[2:])])
    points = ends[0] + np.linspace(0.0, 1.0, count)[:, None] * (ends[1] - ends[0])
    inside = np.flatnonzero(_visible(points, pan))
    if len(inside) * STEP < 0.3:
        return
    start, end = points[inside[[0, -1]]] + noise * chance.standard_normal((2, 2))
    a, b = np.array([*start, -EYE]), np.array([*end, -EYE])
    angle = atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))
    yield FieldLine(start, end, round(0.6 * angle * FOCAL / PAIR_PX))


def _visible(points: Vec, pan: float):
    far, way = np.hypot(points[:, 0], points[:, 1]), np.arctan2(points[:, 1], points[:, 0])
    return (far > NEAR) & (far < FAR) & (np.abs((way - pan + pi) % (2 * pi) - pi) < VIEW)


def noisy_picture(t: float, level: float, chance: np.random.Generator) -> CameraFrame:
    """Grey noise of a small camera."""
    rgb = np.clip(level + 3.0 * chance.standard_normal((48, 64, 3)), 0, 255)
    return CameraFrame(rgb.astype(np.uint8), t=t)


@cache
def _template() -> RobotState:
    simulation = Simulation(load_robot("fumanoid"))
    state = Estimator(simulation.robots[0]).step(simulation.actors[0].read(), 0.01)
    simulation.close()
    return state


class FieldWalk:
    """Takes a localiser along: true moves, odometry with an error, and pictures at 25 a second."""

    def __init__(self, pitch: Pitch, localiser: PitchLocaliser, true: Place, seed: int = 0) -> None:
        self.pitch, self.localiser, self.true = pitch, localiser, true
        self.chance = np.random.default_rng(seed)
        self.t, self.odometry = 0.0, Odometry()
        self.sees = True
        self.picture = lambda t: noisy_picture(t, 100.0, self.chance)
        self._seen = Seen()

    def go(
        self,
        seconds: float,
        way: Place = Place(),  # noqa: B008
        about: Semantic = Semantic.WALKING,
        upright: bool = True,
    ) -> None:
        """Let time pass. Args: way: metres and rad a second, ahead, left and turn."""
        for _ in range(round(seconds / DT)):
            step = Place(*(DT * part for part in way))
            self.true = self.true.then(step)
            self._tick(step, about, upright)

    def _tick(self, step: Place, about: Semantic, upright: bool) -> None:
        self.t += DT
        place = self.odometry.place.then(Place(1.05 * step.x, step.y, step.yaw + 0.01 * DT))
        grown = self.odometry.covariance + np.diag([1e-6, 1e-6, 1e-6]) * (step != Place())
        self.odometry = Odometry(
            place, frozen(grown) if step != Place() else self.odometry.covariance
        )
        ticks = round(self.t / DT)
        shown = self.picture(self.t) if self.picture and ticks % 2 == 0 else None
        template = _template()
        state = replace(
            template,
            t=self.t,
            odometry=self.odometry,
            R_world_torso=frozen(np.eye(3) if upright else np.diag([0.0, 1.0, 0.0])),
            sensors=replace(template.sensors, t=self.t, camera=shown),
        )
        self.localiser.step(state, DT)
        if ticks % 2 == 0 and self.picture:
            pan = 0.9 * np.sin(1.5 * self.t)
            self._seen = self._looked(pan)
        self.localiser.watch(self._seen, about)

    def _looked(self, pan: float) -> Seen:
        if not self.sees:
            return Seen(t=self.t, T_place_camera=T_from((0.05, 0.0, EYE)))
        return seen_from(self.pitch, self.true, pan, self.t, self.chance)

    @property
    def off(self) -> float:
        """Metres between belief and truth."""
        place = self.localiser.localisation.place
        return float(np.hypot(place.x - self.true.x, place.y - self.true.y))

    @property
    def turned(self) -> float:
        """rad between them."""
        apart = self.localiser.localisation.place.yaw - self.true.yaw
        return float(abs((apart + pi) % (2 * pi) - pi))
