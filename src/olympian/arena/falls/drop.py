"""One fall: a robot that stands, walks or turns is shoved, and a referee watches it go down."""

from enum import StrEnum
from math import atan2, cos, pi, sin

import msgspec
import numpy as np

from olympian.arena.falls.faller import Faller, FallerFactory
from olympian.arena.falls.impact import Impact, ImpactWatch
from olympian.arena.walking import WalkConditions
from olympian.backend import FallWatch, Simulation
from olympian.geometry import Vec3
from olympian.motion import TopSpeed
from olympian.records import Twist
from olympian.robot import Robot
from olympian.world import flat

SHOVE_S = 0.1
"""Seconds that a shove lasts, as in the walk's benchmark."""
HARDEST = 3.0
"""Times what is just enough."""
PACE = (0.3, 0.8)
"""Shares of the walk's top speed: it walks as it is driven, not as fast as it could."""
WALKED = (1.5, 3.0)
"""Seconds from the command to the shove: any part of any stride."""


class Activity(StrEnum):
    """What the robot does when it is shoved."""

    STAND = "stand"
    WALK = "walk"
    TURN = "turn"


class KnockDown(msgspec.Struct, frozen=True):
    """One shove of one trial."""

    seed: int
    activity: Activity
    forward: float
    left: float
    turn: float
    """The command: m/s and rad/s; zero while it stands."""
    after: float
    """Seconds from the command to the shove."""
    towards: float
    """Direction in which it is pushed, rad from its own heading, to the left."""
    ns: float
    """Momentum that it adds, N s."""

    @staticmethod
    def of(seed: int, top_speed: TopSpeed, just_enough: float) -> "KnockDown":
        """The same seed gives the same shove; activities take turns.

        Args: just_enough: N s that make this robot fall every other time.
        """
        chance = np.random.default_rng([seed, 6])
        activity = list(Activity)[seed % len(Activity)]
        twist = _command(activity, top_speed, chance)
        return KnockDown(
            seed,
            activity,
            *(twist.forward, twist.left, twist.turn),
            after=float(chance.uniform(*WALKED)),
            towards=float(chance.uniform(-pi, pi)),
            ns=just_enough * float(chance.uniform(1.0, HARDEST)),
        )

    @property
    def twist(self) -> Twist:
        """The command."""
        return Twist(self.forward, self.left, self.turn)

    def force(self, heading: float) -> Vec3:
        """Newtons in world axes on a trunk that faces `heading`."""
        angle = heading + self.towards
        return self.ns / SHOVE_S * np.array([cos(angle), sin(angle), 0.0])


def _command(activity: Activity, top_speed: TopSpeed, chance: np.random.Generator) -> Twist:
    share, side = float(chance.uniform(*PACE)), float(chance.choice([-1.0, 1.0]))
    if activity is Activity.WALK:
        way = float(chance.uniform(-pi, pi))
        return top_speed.at(share * cos(way), share * sin(way))
    if activity is Activity.TURN:
        return top_speed.at(0.3 * share, 0.0, side * share)
    return Twist()


STAND = 0.8
"""Seconds of standing before the first command."""
PATIENCE = 2.5
"""Seconds after the shove within which a fall must have touched the floor."""
AFTERMATH = 1.5
"""Seconds after the first touch in which blows count: letting go after the fall is one of them."""


class Drop(msgspec.Struct, frozen=True):
    """What came of one shove. Times are seconds from the shove's beginning."""

    fell: bool
    noticed_at: float | None
    protected_at: float | None
    touched_at: float | None
    """First floor contact of anything but a foot."""
    struck_at: float | None
    """First floor contact of head, torso or an arm."""
    hit_at: float | None
    """First floor contact of head or torso."""
    impact: Impact

    @property
    def peak(self) -> float:
        """Newtons of the worse of the blows on head and torso."""
        return max(self.impact.head.force, self.impact.torso.force)

    @property
    def jerk(self) -> float:
        """m/s² of head or torso, whichever was worse."""
        return max(self.impact.head.acceleration, self.impact.torso.acceleration)


class DropRun:
    """A simulation, a program and two referees; `run` does it all, `tick` lets others look on."""

    def __init__(self, robot: Robot, shove: KnockDown, factory: FallerFactory) -> None:
        conditions = WalkConditions.of(shove.seed, robot)
        self.simulation = Simulation(
            robot, flat(conditions.friction), shove.seed, specimens=[conditions.specimen]
        )
        self.faller: Faller = factory(self.simulation.actors[0])
        self._robot = robot
        self._shove = shove
        self._watch = FallWatch(self.simulation)
        self._impact: ImpactWatch | None = None
        self._shoved_at = 0.0

    def run(self) -> Drop:
        """Stand, go, be shoved, and lie or stand."""
        self.prepare()
        while not self.over:
            self.tick()
        return self.drop()

    def prepare(self) -> None:
        """All that comes before the shove, and the shove."""
        self._pass(STAND)
        self.faller.command(self._shove.twist)
        self._pass(self._shove.after)
        ahead = self.simulation.true_pose(self._robot.torso)[:2, 0]
        self.simulation.push(self._shove.force(atan2(ahead[1], ahead[0])), SHOVE_S)
        self._shoved_at = self.simulation.t
        self._impact = ImpactWatch(self.simulation)

    @property
    def fell(self) -> bool:
        """Is it down?"""
        return self._watch.fell

    @property
    def over(self) -> bool:
        """Is there nothing more to be seen?"""
        touched_at = self._blows().touched_at
        if touched_at is None:
            return self.simulation.t > self._shoved_at + PATIENCE
        return self.simulation.t > touched_at + AFTERMATH

    def tick(self) -> None:
        """One pass of the loop."""
        self.faller.tick()
        self._watch.step()

    def _pass(self, seconds: float) -> None:
        for _ in range(round(seconds / self.simulation.options.tick_dt)):
            self.faller.tick()

    def drop(self) -> Drop:
        """What was seen so far."""
        blows = self._blows()
        times = (
            self.faller.noticed_at,
            self.faller.protected_at,
            blows.touched_at,
            blows.struck_at,
            blows.hit_at,
        )
        since = [None if t is None else round(t - self._shoved_at, 4) for t in times]
        return Drop(self._watch.fell, *since, impact=blows)

    def _blows(self) -> Impact:
        assert self._impact is not None, "prepare comes first"
        return self._impact.impact()


def run_drop(robot: Robot, shove: KnockDown, factory: FallerFactory) -> Drop:
    """What comes of a shove; the same arguments give the same fall."""
    return DropRun(robot, shove, factory).run()
