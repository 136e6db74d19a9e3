"""One fall: a robot is shoved while it stands, walks or turns, and a referee watches it go down."""

from math import atan2

import msgspec

from olympian.arena.falls.faller import Faller, FallerFactory
from olympian.arena.falls.impact import Impact, ImpactWatch
from olympian.arena.falls.shove import SHOVE_S, KnockDown
from olympian.arena.walking import WalkConditions
from olympian.backend import FallWatch, Simulation
from olympian.robot import Robot
from olympian.world import flat

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
