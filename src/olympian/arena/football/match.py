"""Robots that walk on a field round a ball, and what one of them sees: eyes in the loop."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.frames import FIELDS
from olympian.arena.football.hall import Hall, with_hall
from olympian.arena.football.labels import Labels, Team, dress
from olympian.arena.football.match_truth import MatchTruth, MatchWitness
from olympian.arena.localisation.wander import Wander
from olympian.arena.walking import WalkConditions
from olympian.backend import (
    CameraEffects,
    CameraOptions,
    Simulation,
    SimulationOptions,
    Specimen,
    Start,
)
from olympian.backend.simulation import BALL
from olympian.breaker import STRICT
from olympian.geometry import Place, Vec
from olympian.humanoid import Humanoid
from olympian.robot import load_robot
from olympian.vision import Seen, Watcher
from olympian.vision.camera import Lens
from olympian.world import Pitch, World

OTHERS = ("fumanoid", "bioloid")
BALL_FROM, BALL_TO = 0.4, 5.0
ROBOT_FROM, ROBOT_TO = 0.8, 4.5
"""Metres from the camera's robot at the start."""
HALF_VIEW = radians(30)
BESIDE, BESIDE_M = 0.3, 0.25
"""Share of matches in which another robot stands at the ball and may hide part of it, and metres
from its middle to the ball."""
APART = 0.4
"""Metres between all that stands and lies on the field at the start."""
GAZE_S = 2.5
"""Seconds for which it looks round, or at something."""
SETTLING = 1.0
"""Seconds until it stands and knows the vertical."""
KEPT_S = 0.3
"""Seconds for which postures are kept: pictures come later than they are taken."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """One picture, what the robot made of it, and what it should have."""

    t: float
    frame: NDArray[np.uint8]
    seen: Seen
    truth: MatchTruth


class Match:
    """One robot with eyes and others without, all walking; the same seed plays the same match."""

    def __init__(
        self,
        field: str,
        seed: int,
        effects: CameraEffects | None = None,
        robot: str = "fumanoid",
        *,
        finds_itself: bool = False,
    ) -> None:
        """Args: finds_itself: is its place that on the field, or that of its steps?"""
        self.field, self._chance = field, np.random.default_rng([seed, 23])
        self._pitch: Pitch = FIELDS[field].pitch
        self._body = load_robot(robot)
        # what the others see nobody asks
        others = [replace(load_robot(name), camera=None) for name in OTHERS]
        world, starts = self._line_up(with_hall(FIELDS[field].world()), 1 + len(others))
        options = SimulationOptions(camera=CameraOptions(effects=effects or CameraEffects()))
        specimens = [WalkConditions.of(seed, self._body).specimen, *(Specimen() for _ in others)]
        robots = [self._body, *others]
        self._simulation = Simulation(
            robots, world, seed, options, starts=starts, specimens=specimens
        )
        self._furnish()
        actors = self._simulation.actors
        watcher = Watcher(self._body, field)
        self._robot = Humanoid(
            self._body,
            actors[0],
            world=world,
            eyes=watcher,
            localiser=None if finds_itself else False,
            breaker=STRICT,
        )
        self._others = [
            Humanoid(one, actor, world=world, eyes=False, localiser=False)
            for one, actor in zip(others, actors[1:], strict=True)
        ]
        self._wanders = [
            Wander(self._pitch, one.machine.top_speed, seed + index)
            for index, one in enumerate((self._robot, *self._others))
        ]
        self.lens: Lens = watcher.lens
        self._witness = MatchWitness(self._simulation, self._pitch, self.lens)
        self._postures: dict[float, Vec] = {}
        self._gaze_until = SETTLING

    def glimpses(self, seconds: float, every: int = 3) -> Iterator[Glimpse]:
        """Every so many pictures, what was seen and what was there."""
        frames: dict[float, NDArray[np.uint8]] = {}
        pictures = 0
        while self._simulation.t < seconds:
            told = self._robot.seen.t
            self._tick(frames)
            seen = self._robot.seen
            if seen.t in (told, 0.0) or seen.t != seen.t or seen.t < SETTLING:
                continue
            pictures += 1
            if pictures % every == 0:
                truth = self._witness.look(self._postures[round(seen.t, 6)])
                yield Glimpse(seen.t, frames[round(seen.t, 6)], seen, truth)

    def close(self) -> None:
        """The end of the match."""
        for one in (self._robot, *self._others):
            one.close()
        self._witness.close()
        self._simulation.close()

    def _tick(self, frames: dict[float, NDArray[np.uint8]]) -> None:
        t = self._simulation.t
        self._postures[round(t, 6)] = self._simulation.data.qpos.copy()
        for index, (one, wander) in enumerate(
            zip((self._robot, *self._others), self._wanders, strict=True)
        ):
            if t > SETTLING / 2:
                one.drive(wander.twist(t, self._true(index)))
            state = one.tick()
            if index == 0 and (picture := state.sensors.camera) is not None:
                frames[round(picture.t, 6)] = np.asarray(picture.rgb)
        for kept in (self._postures, frames):
            for old in [at for at in kept if at < t - KEPT_S]:
                del kept[old]
        if t >= self._gaze_until:
            self._gaze_until = t + GAZE_S
            self._gaze()

    def _gaze(self) -> None:
        """Look round, or at the ball or a robot: the referee says where, so that there is something
        to see; what is seen there is up to the eyes."""
        what = self._chance.integers(5)
        if what < 2:
            self._robot.look_around()
            return
        here = self._true(0)
        if what < 4:
            there = self._simulation.data.body(BALL).xpos[:2]
        else:
            there = self._true(1 + int(self._chance.integers(len(self._others)))).xy
        at = self._robot.place.then(Place(*here.seen(float(there[0]), float(there[1]))))
        self._robot.look_at(at.x, at.y)

    def _true(self, index: int) -> Place:
        return self._simulation.true_place(index)

    def _line_up(self, world: World, count: int) -> tuple[World, list[Start]]:
        """The ball and all robots at their places, most of them where the first one looks."""
        chance, half = self._chance, (self._pitch.length / 2 - 0.3, self._pitch.width / 2 - 0.3)
        assert world.ball is not None, "football needs a ball"
        side = 1 if chance.random() < 0.5 else -1
        x, y = (
            side * half[0] * float(chance.uniform(0.2, 1.0)),
            float(chance.uniform(-1, 1)) * half[1],
        )
        # it faces the middle more or less: behind it there is less to be seen
        yaw = atan2(-y, -x) + float(chance.uniform(-1.0, 1.0))
        taken = [(x, y)]

        def ahead(nearest: float, farthest: float) -> tuple[float, float]:
            for _ in range(200):
                far = float(chance.uniform(nearest, farthest))
                way = yaw + chance.uniform(-HALF_VIEW, HALF_VIEW)
                spot = x + far * cos(way), y + far * sin(way)
                inside = abs(spot[0]) < half[0] and abs(spot[1]) < half[1]
                if inside and min(hypot(spot[0] - a, spot[1] - b) for a, b in taken) > APART:
                    break
            else:
                spot = 0.3 * x, 0.3 * y
            taken.append(spot)
            return spot

        ball = ahead(BALL_FROM, BALL_TO)
        starts = [Start(x, y, yaw)]
        for index in range(1, count):
            spot = ahead(ROBOT_FROM, ROBOT_TO)
            if index == 1 and chance.random() < BESIDE:
                way = chance.uniform(-pi, pi)
                spot = ball[0] + BESIDE_M * cos(way), ball[1] + BESIDE_M * sin(way)
            starts.append(Start(*spot, float(chance.uniform(-pi, pi))))
        placed = replace(world, ball=replace(world.ball, at=ball), T_world_start=np.eye(4))
        return replace(placed, spacing=0.0), starts

    def _furnish(self) -> None:
        """Paint the robots, put up the hall, lay balls beside the carpet."""
        model = self._simulation.model
        for index in range(len(self._simulation.robots)):
            dress(model, index, Team.CYAN if index % 2 == 0 else Team.MAGENTA)
        hall, labels = Hall(model, self._pitch), Labels(model)
        hall.furnish(self._chance, labels.colours)
        hall.put_lookalikes(self._chance, labels.ball)
