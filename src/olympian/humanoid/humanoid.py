"""A whole robot: what it feels, decides and does, on any body."""

from collections.abc import Callable, Iterable, Mapping
from math import inf, isfinite
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from olympian.backend import Backend, CameraOptions, SimulationOptions
from olympian.breaker import Breaker, Failure
from olympian.decision.gaze import LookWhereUnsure
from olympian.decision.hcm import Claimant, HcmConfig, SkillClaimant, Teleop, control_module
from olympian.decision.head import HeadControl
from olympian.decision.localise import Localisation
from olympian.decision.modes import RunMode, StandMode, mode_machine
from olympian.decision.modes.machine import FREEZE
from olympian.decision.modes.stand import READY
from olympian.decision.navigate import Floor, Goal, Navigation
from olympian.decision.world_model import WorldModel, WorldTracker
from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4
from olympian.goal import LEGS, Urgency
from olympian.humanoid.bare import BareHumanoid
from olympian.humanoid.command import Command
from olympian.humanoid.event_log import EventLog
from olympian.humanoid.eyesight import Eyesight, worth_seeing
from olympian.humanoid.onlookers import assembled
from olympian.humanoid.perception import Perception
from olympian.humanoid.refereeing import Refereeing, RefereeLine
from olympian.humanoid.running import RunningCommands
from olympian.humanoid.tasks import CommandTasks
from olympian.motion import Skill
from olympian.motion.skills import make_skill
from olympian.records import FallDirection, RobotState, Situation, Twist
from olympian.robot import Robot
from olympian.state import Localiser
from olympian.team import GameState
from olympian.vision import Seen
from olympian.world import World

if TYPE_CHECKING:
    from olympian.cockpit.page.serve import Cockpit

__all__ = ["Humanoid"]

WITHOUT = {
    "imu": "no inertial sensor: it walks statically, and its falls are not noticed",
    "soles": "no cells under its soles: its joints tell which foot is down",
}
"""What is said of a robot that lacks a sensor."""
DIVES = (FallDirection.LEFT, FallDirection.RIGHT)
DEAD_MAN = 0.5
"""Seconds: a key that repeats does so ten times in it, and a robot goes a step at most."""
Part = TypeVar("Part")


class Humanoid(BareHumanoid):
    """Drive it like a wheeled robot: velocities, places and movements by name.

    It keeps itself whole meanwhile: it falls softly, gets up, and stops when something breaks.
    Commands return at once and run beside its loop; `Command.wait` lets time pass until one has
    ended. A new command for the legs ends the one before.
    """

    def __init__(
        self,
        robot: Robot | str = "fumanoid",
        body: Backend | None = None,
        *,
        world: World | str = "flat",
        seed: int = 0,
        walk: str | None = None,
        skills: Iterable[Claimant] = (),
        config: HcmConfig | None = None,
        localiser: Localiser | bool | None = None,
        eyes: bool | Eyesight | None = None,
        breaker: Breaker | None = None,
        referee: RefereeLine | None = None,
    ) -> None:
        """A robot that has just been switched on.

        Args:
            robot: by name, file or folder.
            body: what it moves; None simulates one in `world`.
            world: where it is; what stands there is known to its navigation.
            walk: what it walks with, by name or file; None for its best one.
            skills: further claimants for joints.
            localiser: finds it on a map; None for one that knows football fields, where the world
                is one and its eyes are open; False leaves its place to its odometry.
            eyes: look at the pictures that come with the sensors: True, or a `Watcher` of your own;
                None for True where it is simulated here, has a camera, and a ball lies there.
            breaker: what the code of others is called through; by default it writes into the log.
            referee: a line to a GameController, whose penalties and stops it obeys; the robot
                closes it.
        """
        self._load(robot, world)
        if body is None and eyes is None:
            eyes = worth_seeing(self.robot, self.world)
        self._embody(body, seed, SimulationOptions(camera=CameraOptions()) if eyes else None)
        self.walk_name, self.config = walk, config
        self.log = EventLog(self.robot)
        for sense in sorted(self.robot.lacks):
            self._write(WITHOUT[sense])
        breaker = breaker or Breaker(self._note)
        self.machine = mode_machine(self.robot, walk, breaker)
        """Its modes: what keys and gamepads press."""
        self.teleop = Teleop(self.robot)
        """Holds single joints, whatever else it does."""
        self.head = _able(HeadControl, self.robot)
        """Turns the head; None where there is none that turns."""
        # the head first: a walk that is to end has it only if nobody looks
        head = [] if self.head is None else [self.head]
        claimants = [*head, self.teleop, *skills, self.machine]
        self.hcm = control_module(self.robot, claimants, config, breaker)
        runs = RunMode.name in self.machine.modes
        sight = Perception(self.robot, self.world, self.body, eyes, localiser, breaker, self._write)
        self._sight, self.eyes, self.localiser = sight, sight.eyes, sight.localiser
        """What sees, and what finds it on a football field; None where it does not."""
        self.tracker = sight.tracker
        """Tracks what its eyes see; None while they are shut."""
        floor = Floor.of(self.world, self.T_world_place)
        self.navigation = Navigation(self.machine, floor) if runs else None
        """Takes it to places; None for a robot that has no walk."""
        self._close_loop(self.hcm, breaker, sight.map_localiser)
        self._referee = None if referee is None else Refereeing(self, referee, self._write)
        self._tasks, self._commands = CommandTasks(self), RunningCommands(self, self._write)
        assembled(self)

    @property
    def situation(self) -> Situation:
        """What it is about, why, and since when."""
        return self.hcm.situation

    @property
    def known_situation(self) -> Situation:
        """What it is about."""
        return self.situation

    @property
    def lines(self) -> EventLog:
        """Its log."""
        return self.log

    @property
    def T_world_place(self) -> Mat4:  # noqa: N802
        """The frame of its place: a football field's centre spot, or where it starts."""
        return self.world.T_world_start if self.localiser is None else np.eye(4)

    @property
    def localisation(self) -> Localisation | None:
        """Where it is on the field and how surely; None where it has no map of one."""
        return None if self.localiser is None else self.localiser.localisation

    @property
    def game(self) -> GameState | None:
        """How the game stands, as its referee says; None without one, or before it was heard."""
        return None if self._referee is None else self._referee.game

    @property
    def seen(self) -> Seen:
        """What the last picture showed; an empty record before the first.

        Raises: OlympianError: its eyes are shut.
        """
        if self.eyes is None:
            raise self._eyes_are_shut()
        return self._sight.seen

    @property
    def world_model(self) -> WorldModel:
        """What it believes about ball, robots and posts around it.

        Raises: OlympianError: its eyes are shut.
        """
        return self._able_tracker().model

    def _tick(self) -> RobotState:
        if self._referee is not None:
            self.breaker.call("referee", self._referee.step)
        self._commands.step()
        state = super()._tick()
        for refusal in self.hcm.mutex.news():
            self._write(str(refusal))
        self._sight.step(state, self.situation.state, self.body.dt)
        navigation = self.navigation
        if navigation is not None:
            if self.tracker is not None and navigation.looks:
                navigation.see(self.tracker.model.obstacles)
            navigation.step(state, self.situation, self.body.dt)
        self.log.step(state, self.situation, "" if navigation is None else navigation.news)
        return state

    def restart(self) -> None:
        """As if just switched on, all in service, where it is."""
        self._commands.end_all("reset")
        self.machine.reset()
        self.teleop.let_go()
        parts = (self.navigation, self.head, self.log, self._sight, self._referee)
        for part in parts:
            if part is not None:
                part.reset()
        super().restart()

    def close(self) -> None:
        """Let go of the body."""
        super().close()
        self._sight.close()
        if self._referee is not None:
            self._referee.line.close()

    def show(
        self,
        *others: "Humanoid",
        host: str = "127.0.0.1",
        port: int = 8080,
        seconds: float | None = None,
        browser: bool = True,
        block: bool = True,
    ) -> "Cockpit":
        """The web page on this robot, for visitors to watch and to drive it.

        It goes on in real time until a visitor gives it back, Ctrl-C, or `seconds` have passed.

        Args:
            others: the other robots of its simulation, which go on too.
            host: address to listen on.
            browser: open the page in one, where there is a screen.
            block: False returns at once. The page follows what the program does, in real time,
                until it is closed; `with robot.show(block=False):` closes it.
        """
        from olympian.cockpit import show_robot  # the room above, for who wants to look

        return show_robot(self, others, host, port, seconds, browser=browser, block=block)

    def walk(self, twist: Twist, lasts: float = inf) -> Command:
        """Go this way until something else is said, over falls too; zero stops.

        Args: lasts: seconds after which it stops by itself.
        """
        self.machine.commands(RunMode.name)  # says what a robot lacks that cannot run
        _check(twist)
        return self._commands.move(
            f"walk {twist.forward:g} m/s ahead", self._tasks.walking(twist, lasts)
        )

    def drive(self, twist: Twist, lasts: float = DEAD_MAN) -> None:
        """Velocity from a driver who says it again and again; else it stops."""
        _check(twist)
        if twist != Twist():
            self.hcm.wake()
        self.machine.drive(twist, lasts)

    def stop(self) -> Command:
        """Come to a stand."""
        return self._commands.move("stop", self._tasks.standing())

    def go_to(self, x: float, y: float, heading: float = 0.0) -> Command:
        """Go to a place in the frame of `place`, round all that is known to stand there."""
        return self._commands.move(
            f"go to ({x:.2f}, {y:.2f})", self._tasks.going(Goal(x, y, heading))
        )

    def play(self, movement: str) -> Command:
        """Play a movement of its library, from a stand."""
        known = [
            name for name in self.machine.commands(StandMode.name) if name not in (READY, FREEZE)
        ]
        if movement not in known:
            raise unknown("movement", movement, known)
        return self._commands.move(f"play {movement}", self._tasks.playing(movement))

    def kick(self, x: float, y: float, direction: float = 0.0, power: float = 1.0) -> Command:
        """Kick a ball from a stand, and come back to it.

        It fails where the ball is out of reach, and where this robot cannot kick.

        Args:
            x, y: of the ball, metres ahead and left of the robot, as its eyes and its world model
                say it.
            direction: rad from its heading, to the left.
            power: share of the foot's speed, up to 1.
        """
        return self._commands.move(
            f"kick at ({x:.2f}, {y:.2f})", self._tasks.kicking(x, y, direction, power)
        )

    def kick_in_stride(self, x: float, y: float, direction: float = 0.0) -> Command:
        """Walk on through a ball, which lies about ahead, and come to a stand behind its place.

        Args: as those of `kick`, from a stand or a walk, half a metre or more before the ball.
        """
        return self._commands.move(
            f"kick in stride at ({x:.2f}, {y:.2f})", self._tasks.striding(x, y, direction)
        )

    def dive(self, side: str) -> Command:
        """Fall to a side on purpose, out of whatever it does, and get up again.

        Args: side: left or right.

        Raises: OlympianError: it has no such movement.
        """
        known = [one for one in DIVES if self.hcm.knows(f"dive_{one}")]
        if side not in known:
            if known:
                raise unknown("side", side, known)
            raise OlympianError(f"'{self.robot.name}' has no movement for a dive")
        return self._commands.move(f"dive {side}", self._tasks.diving(FallDirection(side)))

    def perform(
        self,
        skill: Skill | str,
        parts: Iterable[str] | str | None = None,
        urgency: Urgency | None = None,
        name: str = "",
        persistent: bool = False,
    ) -> Command:
        """Have a skill move some parts of the body until it is done; the others go on as they do.

        It fails where it does not get these parts, or loses one. One that moves the legs begins
        from a stand and is a command for the legs.

        Args:
            skill: your own, or the name of one that is installed.
            parts: what it needs, for instance `("left_arm", "head")`; None: as the skill says.
            urgency: None: as the skill says, or `Urgency.SKILL`.
            name: what it is called in the log.
            persistent: begin anew after a fall, a fault or a stop, as soon as that is over.
        """
        if isinstance(skill, str):
            skill, name = make_skill(self.robot, skill), name or skill
        claimant = SkillClaimant(self.robot, skill, parts, urgency, name)
        doing = self._tasks.persisting if persistent else self._tasks.performing
        what, task = f"perform {claimant.name}", doing(claimant)
        begin = self._commands.move if LEGS in claimant.parts else self._commands.add
        return begin(what, task)

    def look_at(self, x: float, y: float, z: float = 0.0) -> None:
        """Turn the head to a point, in metres in the frame of its place, and follow it."""
        self._able_head().look_at(np.array([x, y, z]))

    def look_at_ball(self) -> None:
        """Turn the head to where the ball was seen last.

        Raises: OlympianError: the last picture showed none.
        """
        ball = self.seen.ball
        if ball is None:
            raise OlympianError("no ball in sight: look_around() searches for it")
        self.look_at(ball.x, ball.y)

    def look_around(self, pattern: str = "field") -> None:
        """Turn the head by a pattern, again and again."""
        self._able_head().search(pattern)

    def look_where_unsure(self) -> None:
        """Turn the head to where a look tells most about ball, place and other robots.

        Raises: OlympianError: its eyes are shut, or its head does not turn.
        """
        head, tracker = self._able_head(), self._able_tracker()
        pitch = None if self.localiser is None else self.world.pitch
        skill = LookWhereUnsure(self.robot, tracker.lens, lambda: tracker.model, pitch)
        head.look(skill, "looks where it is unsure")

    def hold(self, angles: Mapping[str, float]) -> None:
        """Keep single joints at these angles (rad), whatever the others do."""
        self.teleop.hold(angles)

    def _able_head(self) -> HeadControl:
        return HeadControl(self.robot) if self.head is None else self.head

    def _able_tracker(self) -> WorldTracker:
        if self.tracker is None:
            raise self._eyes_are_shut()
        return self.tracker

    def _eyes_are_shut(self) -> OlympianError:
        return OlympianError(f"'{self.robot.name}' has its eyes shut: Humanoid(..., eyes=True)")

    def _note(self, failure: Failure) -> None:
        self._write(str(failure))

    def _write(self, text: str) -> None:
        self.log.write(0.0 if self.state is None else self.state.t, text)


def _check(twist: Twist) -> None:
    if not all(map(isfinite, (twist.forward, twist.left, twist.turn))):
        raise OlympianError(f"a velocity needs finite numbers, not {twist}")


def _able(make: Callable[[Robot], Part], robot: Robot) -> Part | None:
    """What is made, or None for a robot that lacks what it takes; asking for it says so."""
    try:
        return make(robot)
    except OlympianError:
        return None
