"""A movement in the browser: it stands, plays it, and stands again."""

from enum import Enum

from olympian.backend import FallWatch, Simulation
from olympian.cockpit.shows.lines import robot_height
from olympian.cockpit.shows.page import Play, ShowPage
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
) -> ShowPage:
    """A page that plays a set in the simulation, from the ready pose, again and again."""
    model = Simulation(robot, world, seed).model
    return ShowPage(
        lambda: _Movement(robot, built, world, loops, seed).play,
        model,
        robot_height(robot),
        host,
        port,
    )


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
        self._built, self._loops = built, loops
        self._stage, self._stands, self._fell = _Stage.READY, STAND, False
        self.play = Play(
            self._tick,
            self._bare.body.dt,
            lambda: self._stage is _Stage.DONE and self._stands <= 0.0,
            lambda: self._bare.simulation.data,
            self._sentences,
        )

    def _tick(self) -> None:
        self._bare.tick()
        self._fell = self._watch.step() or self._fell
        if self._stage is not _Stage.PLAYS:
            self._stands -= self._bare.body.dt
        if self._stage is _Stage.READY and self._stands <= 0.0:
            self._animator.play(self._built.name, self._loops)
            self._stage = _Stage.PLAYS
        elif self._stage is _Stage.PLAYS and self._animator.status is not SkillStatus.RUNNING:
            self._stage, self._stands = _Stage.DONE, STAND

    def _sentences(self) -> list[str]:
        doing = self._stage.value
        about = self._built.description
        fell = ["**fell**"] if self._fell else []
        return [f"**{self._built.name}** {doing}", *([about] if about else []), *fell]
