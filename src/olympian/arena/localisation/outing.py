"""A simulated robot is driven over a field, shoved, felled and carried, and all of it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import cos, pi, sin

import numpy as np

from olympian.arena.hand import CarryingHand
from olympian.arena.localisation.logbook import Logbook, LogScribe
from olympian.arena.localisation.wander import Wander
from olympian.arena.walking import WalkConditions
from olympian.backend import Actor, Backend, CameraOptions, Simulation, SimulationOptions
from olympian.breaker import STRICT
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.records import Semantic
from olympian.robot import load_robot
from olympian.world import PITCHES, Pitch, parse_world

__all__ = ["FIELDS", "Outing", "record"]

FIELDS = {"modern": "field", "2010": "field_2010"}
"""The world of each pitch."""
SETTLE = 0.5
"""Seconds before it is driven."""
SHOVE_S, TORSO = 0.1, 0.35
"""Seconds that a shove lasts, and metres of height at which a small humanoid has its torso."""
LIGHT, HARD = (0.3, 0.8), (2.5, 4.0)
"""N s by which it is shoved, for each kilogram and metre of its torso's height: to stagger, and to
fall."""


@dataclass(frozen=True)
class Outing:
    """What is done to a robot, drawn from a seed."""

    seed: int
    pitch: str = "modern"
    seconds: float = 600.0
    robot: str = "fumanoid"
    look: str | None = "field"
    """Pattern by which it looks around while it walks; None: it looks ahead."""
    shoved: float = 12.0
    """Mean seconds from one light shove to the next."""
    felled: float = 75.0
    """Mean seconds from one fall to the next."""
    kidnapped: float = float("inf")
    """Mean seconds from the end of one kidnapping to the next."""
    wrap: Callable[[Actor], Backend] | None = field(default=None, compare=False)
    """A backend around the simulated one, for instance with a camera that is broken."""


def record(outing: Outing, progress: Callable[[float], None] = lambda _: None) -> Logbook:
    """The whole outing. It takes about as long as it lasts."""
    drive = _Drive(outing)
    try:
        while drive.t < outing.seconds:
            drive.tick()
            progress(drive.t / outing.seconds)
        return drive.logbook
    finally:
        drive.close()


class _Drive:
    def __init__(self, outing: Outing) -> None:
        robot = load_robot(outing.robot)
        world = parse_world(FIELDS[outing.pitch])
        self._pitch: Pitch = PITCHES[outing.pitch]
        conditions = WalkConditions.of(outing.seed, robot)
        options = SimulationOptions(camera=CameraOptions())
        self._simulation = Simulation(
            robot, world, outing.seed, options, specimens=[conditions.specimen]
        )
        actor = self._simulation.actors[0]
        body: Backend = actor if outing.wrap is None else outing.wrap(actor)
        self._scribe = LogScribe()
        self._robot = Humanoid(
            robot, body, world=world, localiser=self._scribe, eyes=True, breaker=STRICT
        )
        if outing.look is not None:
            self._robot.look_around(outing.look)
        self._wander = Wander(self._pitch, self._robot.machine.top_speed, outing.seed)
        self._hand = CarryingHand.of_robot(self._simulation, robot)
        self._chance = np.random.default_rng([outing.seed, 72])
        self._kilograms = robot.tree.mass
        self._start = self.true
        self._means = {
            self._shove_lightly: outing.shoved,
            self._fell: outing.felled,
            self._kidnap: outing.kidnapped,
        }
        self._due = {what: _next(self._chance, mean) for what, mean in self._means.items()}

    @property
    def t(self) -> float:
        return self._simulation.t

    @property
    def true(self) -> Place:
        """Middle between the soles and heading of the torso, on the field."""
        return self._simulation.true_place()

    @property
    def logbook(self) -> Logbook:
        return self._scribe.logbook(self._pitch, self._start, self._robot.body.dt)

    def tick(self) -> None:
        seen, held = self._robot.seen.t, self._hand.busy
        here = self.true
        self._robot.tick()
        self._scribe.witness(here, self._robot.situation.state)
        if self._robot.seen.t != seen and self._robot.seen.t == self._robot.seen.t:
            self._scribe.see(self._robot.seen)
        if held and not self._hand.busy:
            self._scribe.set_down.append(len(self._scribe.rows) - 1)
        if self.t > SETTLE:
            self._robot.drive(self._wander.twist(self.t, here))
            self._disturb()

    def close(self) -> None:
        self._robot.close()
        self._simulation.close()

    def _disturb(self) -> None:
        if self._hand.busy or self._robot.situation.state not in _ABOUT:
            return
        for what, t in self._due.items():
            if self.t > t:
                what()
                self._due[what] = self.t + _next(self._chance, self._means[what])
                return

    def _shove_lightly(self) -> None:
        self._shove(LIGHT)

    def _fell(self) -> None:
        self._shove(HARD)

    def _shove(self, strength: tuple[float, float]) -> None:
        way = float(self._chance.uniform(-pi, pi))
        ns = self._kilograms * TORSO * float(self._chance.uniform(*strength))
        push = ns / SHOVE_S * np.array([cos(way), sin(way), 0.0])
        self._simulation.push(push, SHOVE_S)

    def _kidnap(self) -> None:
        here, there = self.true, self._wander.place()
        turn = (there.yaw - here.yaw + pi) % (2 * pi) - pi
        self._hand.carry(there.xy - here.xy, turn)


_ABOUT = {Semantic.CONTROLLABLE, Semantic.WALKING}
"""What it does when it is disturbed: one thing at a time."""


def _next(chance: np.random.Generator, mean: float) -> float:
    """Seconds until something that comes about every `mean` seconds, and never at once."""
    return mean * float(chance.uniform(0.5, 1.5))
