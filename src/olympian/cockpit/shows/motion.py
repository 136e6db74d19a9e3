"""A movement in the browser: it stands, plays it, and stands again."""

from enum import Enum

import mujoco

from olympian.backend import FallWatch
from olympian.cockpit.shows.page import ShowPage
from olympian.humanoid import BareHumanoid
from olympian.motion import SkillStatus
from olympian.motion.animate import Animator, BuiltSet
from olympian.robot import Robot
from olympian.world import World

__all__ = ["motion_page"]

STAND = 1.0
"""Seconds of standing before a movement and after it."""


def motion_page(
    robot: Robot, built: BuiltSet, world: World, loops: int, seed: int, host: str, port: int
) -> "MotionPage":
    """A page that plays a set in the simulation, from the ready pose, again and again."""
    return MotionPage(lambda: _Movement(robot, built, world, loops, seed), host, port)


class _Stage(Enum):
    """How far a play has come."""

    READY = "stands ready"
    PLAYS = "plays"
    DONE = "is done"


class _Movement:
    """One play of a set."""

    def __init__(self, robot: Robot, built: BuiltSet, world: World, loops: int, seed: int) -> None:
        self._animator = Animator(robot, [built], robot.ready)
        self._bare = BareHumanoid(robot, self._animator, world=world, seed=seed)
        self._watch = FallWatch(self._bare.simulation)
        self.built, self._loops = built, loops
        self.stage, self._stands, self.fell = _Stage.READY, STAND, False
        self.robot, self.dt, self.situation = robot, self._bare.body.dt, None
        self.model = self._bare.simulation.model

    @property
    def done(self) -> bool:
        """Has it stood again for a while?"""
        return self.stage is _Stage.DONE and self._stands <= 0.0

    def drawn(self) -> mujoco.MjData:
        """The robot as it is now."""
        return self._bare.simulation.data

    def tick(self) -> None:
        """Stand, play, and stand again."""
        self._bare.tick()
        self.fell = self._watch.step() or self.fell
        if self.stage is not _Stage.PLAYS:
            self._stands -= self.dt
        if self.stage is _Stage.READY and self._stands <= 0.0:
            self._animator.play(self.built.name, self._loops)
            self.stage = _Stage.PLAYS
        elif self.stage is _Stage.PLAYS and self._animator.status is not SkillStatus.RUNNING:
            self.stage, self._stands = _Stage.DONE, STAND


class MotionPage(ShowPage[_Movement]):
    """A page that plays a movement again and again."""

    def sentences(self) -> list[str]:
        """What it does."""
        show = self.show
        said = (show.built.description, "**fell**" if show.fell else "")
        return [f"**{show.built.name}** {show.stage.value}", *filter(None, said)]
