"""One trial under way: the simulation, the robots' programs, and a referee who watches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from olympian.arena.conditions import Conditions, prepared
from olympian.arena.embody import embody
from olympian.arena.event import Outcome, Trial
from olympian.arena.film import FilmView, Reel
from olympian.arena.witness import Witness
from olympian.backend import FallWatch, Start
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import Skill
from olympian.records import RobotState
from olympian.robot import Robot
from olympian.world import World

Program = TypeVar("Program", bound=Skill)
Kind = TypeVar("Kind", bound=Trial)


@dataclass(frozen=True, eq=False)
class Entrant:
    """A robot that takes part: which specimen, where it starts, what drives it."""

    robot: Robot
    conditions: Conditions
    start: Start
    skill: Skill


class Stage:
    """Robots in one world, each driven by its own loop; falls are seen at every tick."""

    def __init__(
        self, world: World, entrants: Sequence[Entrant], view: FilmView, film: bool = False
    ) -> None:
        """Args: film: take pictures along the way; needs OpenGL."""
        self.conditions = entrants[0].conditions
        self.simulation, bodies = embody(
            [entrant.robot for entrant in entrants],
            world,
            self.conditions.seed,
            [entrant.start for entrant in entrants],
            [entrant.conditions.specimen(entrant.robot) for entrant in entrants],
        )
        self._dt = bodies[0].dt
        self.skills = [entrant.skill for entrant in entrants]
        self._robots = [
            BareHumanoid(
                entrant.robot, entrant.skill, prepared(body, entrant.conditions), breaker=STRICT
            )
            for body, entrant in zip(bodies, entrants, strict=True)
        ]
        self.states: list[RobotState] = []
        """What each robot believed at the last tick."""
        everyone = range(len(entrants))
        self.watches = [FallWatch(self.simulation, robot) for robot in everyone]
        self.witnesses = [Witness(self.simulation, robot) for robot in everyone]
        self._reel = Reel(self.simulation, view) if film else None

    @classmethod
    def alone(
        cls,
        robot: Robot,
        world: World,
        conditions: Conditions,
        skill: Skill,
        view: FilmView,
        film: bool = False,
        start: Start | None = None,
    ) -> "Stage":
        """One robot, upright and ready unless `start` says otherwise."""
        start = start or conditions.start(robot)
        return cls(world, [Entrant(robot, conditions, start, skill)], view, film)

    def program(self, kind: type[Program]) -> Program:
        """What drives the robot under test."""
        skill = self.skills[0]
        assert isinstance(skill, kind)
        return skill

    @property
    def witness(self) -> Witness:
        """Of the robot under test."""
        return self.witnesses[0]

    @property
    def fell(self) -> bool:
        """Is the robot under test down, or was it?"""
        return self.watches[0].fell

    def drive_by(self, skill: Skill) -> None:
        """Hand the robot under test to another program from the next tick on."""
        self.skills[0] = self._robots[0].loop.skill = skill

    def mark(self) -> None:
        """The first command is given now."""
        for witness in self.witnesses:
            witness.mark()

    def tick(self) -> None:
        """One pass of every robot's loop; time passes."""
        self.states = [robot.tick() for robot in self._robots]
        for watch, witness in zip(self.watches, self.witnesses, strict=True):
            watch.step()
            witness.step()
        if self._reel:
            self._reel.step()

    def stand(self, seconds: float) -> None:
        """Let time pass, whatever happens."""
        for _ in range(round(seconds / self._dt)):
            self.tick()

    def until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Did `done` come true within so many seconds, before the robot under test fell?"""
        for _ in range(round(seconds / self._dt)):
            if self.fell or done():
                break
            self.tick()
        return bool(done()) and not self.fell

    def trial(
        self, kind: type[Kind], success: bool, time: float, note: str = "", **measured: Any
    ) -> Kind:
        """What came of it, with what every trial has. Args: time: of the task, s."""
        return kind(
            seed=self.conditions.seed,
            success=success,
            fell=measured.pop("fell", self.fell),
            time_s=round(time, 2),
            note=note,
            conditions=self.conditions,
            **measured,
        )

    def outcome(self, trial: Trial) -> Outcome:
        """The trial's result with what was seen of it."""
        film = self._reel.develop() if self._reel else None
        return Outcome(trial, tuple(witness.record() for witness in self.witnesses), film)
