"""One kick of one specimen at a ball that lies not quite where the robot believes it to be."""

from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, hypot, pi, radians

import numpy as np

from olympian.arena.walking import WalkConditions
from olympian.backend import FallWatch, Simulation, SimulationOptions
from olympian.backend.simulation import BALL
from olympian.breaker import STRICT
from olympian.errors import OlympianError
from olympian.geometry import Vec2
from olympian.goal import Urgency
from olympian.humanoid import Command, Humanoid
from olympian.motion.kick import Kick, KickConfig, kick_range
from olympian.robot import Robot
from olympian.world import parse_world

FIELD = "field"
OFF, ASKEW = 0.02, radians(10.0)
"""Metres by which the ball lies off its place, ahead and aside, and by which the aim is off."""
STAND = 1.0
"""Seconds of standing before the command."""
AFTER = 0.5
"""Seconds after it in which the robot has to stay up."""
MOVES = 0.1
"""m/s from which on it was hit."""
STILL = 0.02
"""m/s below which a ball lies."""
ROLLING = 20.0
"""Seconds for which a ball is followed at most."""


class KickKind(Enum):
    """What is asked for; the value is the direction, rad outward of the kicking foot."""

    STRAIGHT = 0.0
    DIAGONAL = radians(30.0)
    SIDE = pi / 2


@dataclass(frozen=True)
class KickDraw:
    """What chance decides of a kick."""

    foot: str
    direction: float
    """That the robot is told, rad from its heading."""
    off: tuple[float, float]
    """By which the ball lies further ahead and left than the robot is told, metres."""
    askew: float
    """By which the aim is further left than the robot is told, rad."""

    @staticmethod
    def of(seed: int, kind: KickKind) -> "KickDraw":
        """The same seed gives the same draw, for ever; feet take turns."""
        chance = np.random.default_rng([seed, 6])
        x, y = chance.uniform(-OFF, OFF, 2).tolist()
        foot, outer = (("left", 1.0), ("right", -1.0))[seed % 2]
        return KickDraw(foot, outer * kind.value, (x, y), float(chance.uniform(-ASKEW, ASKEW)))


@dataclass(frozen=True)
class KickOutcome:
    """What a referee saw."""

    distance: float
    """Metres from where the ball lay to where it stops."""
    turned: float | None
    """rad by which it went left of what the robot was told; None where it hardly moved."""
    askew: float
    """rad by which the aim was left of what the robot was told."""
    fell: bool
    seconds: float
    """From the command until the robot stands and can be told what to do next."""
    reason: str
    """Why the command failed, if it did."""
    hit_at: float | None = None
    """Seconds from the command until the ball moves."""

    @property
    def direction_error(self) -> float:
        """rad between the aim and where the ball went; π for one that hardly moved."""
        return pi if self.turned is None else abs(self.turned - self.askew)


class KickTrial:
    """A robot behind a ball on the carpet, and a referee."""

    longest = 8.0
    """Seconds that a kick may take before it counts as stuck."""

    def __init__(
        self,
        robot: Robot,
        conditions: WalkConditions,
        draw: KickDraw,
        config: KickConfig | None = None,
        physics_dt: float = 0.001,
    ) -> None:
        """Args: config: None for the robot's own."""
        world = parse_world(f"{FIELD}:friction={conditions.friction}")
        assert world.ball is not None, "football needs a ball"
        self.ball, self.draw, self._config = world.ball, draw, config
        self.reach = kick_range(robot, world.ball.radius, config)
        self.told = self._spot(conditions.seed)
        x, y = (told + off for told, off in zip(self.told, draw.off, strict=True))
        at = world.T_world_start @ np.array([x, y, 0.0, 1.0])
        world = replace(world, ball=replace(world.ball, at=(float(at[0]), float(at[1]))))
        self.simulation = Simulation(
            robot,
            world,
            conditions.seed,
            SimulationOptions(physics_dt=physics_dt),
            specimens=[conditions.specimen],
        )
        body = self.simulation.actors[0]
        self.robot = Humanoid(robot, body, world=world, localiser=False, eyes=False, breaker=STRICT)
        self._watch = FallWatch(self.simulation)
        self._hit_at: float | None = None

    def _spot(self, seed: int) -> tuple[float, float]:  # noqa: ARG002  chance of others
        """Where the robot is told that the ball is."""
        return self.reach.spot(self.draw.direction, self.draw.foot)

    def run(self, follow: bool = True) -> KickOutcome:
        """Stand, kick, and watch the ball.

        Args: follow: the ball until it lies; otherwise its way is reckoned from its speed.
        """
        self.robot.run(STAND)
        start, began = self._place(), self.simulation.t
        command, ticks = self.command(), 0
        while command.running and ticks * self.robot.body.dt < self.longest:
            self._tick()
            ticks += 1
        if command.running:
            command.cancel("it does not come to an end")
        failed = not command.done
        for _ in range(round(AFTER / self.robot.body.dt)):
            self._tick()
        end = self._rest() if follow else self._reckoned()
        way = end - start
        distance = hypot(*way)
        turned = (atan2(way[1], way[0]) - self.draw.direction + pi) % (2 * pi) - pi
        return KickOutcome(
            distance=distance,
            turned=turned if distance > self.ball.radius else None,
            askew=self.draw.askew,
            fell=self._watch.fell,
            seconds=ticks * self.robot.body.dt,
            reason=command.reason if failed else "",
            hit_at=None if self._hit_at is None else self._hit_at - began,
        )

    def command(self) -> Command:
        """Tell the robot."""
        if self._config is None:
            return self.robot.kick(*self.told, self.draw.direction)
        kick = Kick(
            self.robot.robot,
            *self.told,
            self.draw.direction,
            radius=self.ball.radius,
            config=self._config,
        )
        return self.robot.perform(kick, urgency=Urgency.KICK, name="kick")

    def _tick(self) -> None:
        self.robot.tick()
        self._watch.step()
        if self._hit_at is None and hypot(*self._speed()) > MOVES:
            self._hit_at = self.simulation.t

    def _place(self) -> Vec2:
        return np.array(self.simulation.data.body(BALL).xpos[:2])

    def _speed(self) -> Vec2:
        at = self.simulation.model.joint(BALL).dofadr[0]
        return np.array(self.simulation.data.qvel[at : at + 2])

    def _rest(self) -> Vec2:
        """Where the ball comes to lie; the robot holds what it was told last."""
        until = self.simulation.t + ROLLING
        while hypot(*self._speed()) > STILL and self.simulation.t < until:
            self.simulation.advance()
            self._watch.step()
        return self._place()

    def _reckoned(self) -> Vec2:
        speed = self._speed()
        return self._place() + speed * hypot(*speed) / (2 * self.ball.deceleration)


def run_kick(
    robot: Robot,
    seed: int,
    kind: KickKind = KickKind.STRAIGHT,
    config: KickConfig | None = None,
    physics_dt: float = 0.001,
    follow: bool = True,
) -> KickOutcome:
    """What comes of a kick; the same arguments give the same outcome."""
    draw, conditions = KickDraw.of(seed, kind), WalkConditions.of(seed, robot)
    try:
        trial = KickTrial(robot, conditions, draw, config, physics_dt)
    except OlympianError as error:
        return KickOutcome(0.0, None, draw.askew, False, 0.0, str(error))
    try:
        return trial.run(follow)
    finally:
        trial.robot.close()
        trial.simulation.close()
