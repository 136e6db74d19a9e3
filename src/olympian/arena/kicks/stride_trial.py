"""A robot a metre behind a ball: it walks through it, or it walks there, stops and kicks."""

from collections.abc import Generator
from enum import Enum

import numpy as np

from olympian.arena.kicks.trial import KickDraw, KickKind, KickOutcome, KickTrial
from olympian.arena.walking import WalkConditions
from olympian.errors import OlympianError
from olympian.football.approach import approach
from olympian.football.pace_meter import PaceMeter
from olympian.geometry import Place
from olympian.humanoid import Command
from olympian.records import Twist
from olympian.robot import Robot

__all__ = ["RunUp", "WalkedKick", "run_walked_kick"]

AWAY, ASIDE = 1.0, 0.15
"""Metres to the ball, and by which it lies aside at most."""
GOES_ON_S = (0.3, 0.65)
"""Seconds for which it goes on as fast as before, ahead and aside, when it is told to stop."""
SPARE = 0.015
"""Metres by which the ball has to be inside of what is in reach, for it to stop."""
SETTLES_S = 0.2
"""Seconds of standing before a kick, as the football program waits to look down."""


class RunUp(Enum):
    """How the ball is kicked after the walk."""

    STRIDE = "stride"
    STOPPED = "stopped"


class WalkedKick(KickTrial):
    """Told once where the ball lies; the odometry says the rest."""

    longest = 25.0

    def __init__(self, robot: Robot, seed: int, run_up: RunUp, physics_dt: float = 0.001) -> None:
        self._run_up = run_up
        self._own: Command | None = None
        draw = KickDraw.of(seed, KickKind.STRAIGHT)
        super().__init__(robot, WalkConditions.of(seed, robot), draw, physics_dt=physics_dt)

    def _spot(self, seed: int) -> tuple[float, float]:
        """Ahead, and somewhat aside."""
        return AWAY, float(np.random.default_rng([seed, 61]).uniform(-ASIDE, ASIDE))

    def command(self) -> Command:
        """Tell the robot."""
        if self._run_up is RunUp.STRIDE:
            return self.robot.kick_in_stride(*self.told)
        self._own = Command("walk and kick", self._stopping(), self.robot.tick, self.robot.body.dt)
        return self._own

    def _tick(self) -> None:
        if self._own is not None:
            self._own.step()
        super()._tick()

    def _stopping(self) -> Generator[None, None, None]:
        """There, to a stand, and the kick; it steps again where the ball is not in reach then."""
        robot, foot = self.robot, "left" if self.told[1] > 0.0 else "right"
        ball = self._odometry.then(Place(*self.told))
        x, y = self.reach.spot(0.0, foot)
        top, meter, twist = robot.machine.top_speed, PaceMeter(), Twist()
        while True:
            there = self._odometry.inverse().then(ball)
            speed = meter.step(self.simulation.t, self._odometry, twist)
            stops_at = there.x - GOES_ON_S[0] * speed.forward, there.y - GOES_ON_S[1] * speed.left
            if self._in_reach(*stops_at, there.yaw):
                yield from _until_done(robot.stop())
                for _ in range(round(SETTLES_S / robot.body.dt)):
                    yield
                there = self._odometry.inverse().then(ball)
                if self._in_reach(there.x, there.y, there.yaw, 0.0):
                    break
            stance = there.then(Place(-x, -y))
            twist = approach(stance, (there.x, there.y), top)
            robot.drive(twist)
            yield
        yield from _until_done(robot.kick(there.x, there.y, there.yaw))

    def _in_reach(self, x: float, y: float, yaw: float, spare: float = SPARE) -> bool:
        """Could it kick from there, wherever within `spare` the ball is?"""
        around = ((spare, 0.0), (-spare, 0.0), (0.0, spare), (0.0, -spare))
        return all(self.reach.covers(x + dx, y + dy, yaw) for dx, dy in around)

    @property
    def _odometry(self) -> Place:
        state = self.robot.state
        assert state is not None, "it has stood for a second"
        return state.odometry.place


def _until_done(command: Command) -> Generator[None, None, None]:
    while command.running:
        yield
    if not command.done:
        raise OlympianError(command.reason)


def run_walked_kick(
    robot: Robot, seed: int, run_up: RunUp, physics_dt: float = 0.001
) -> KickOutcome:
    """What comes of it; the same arguments give the same outcome."""
    trial = WalkedKick(robot, seed, run_up, physics_dt)
    try:
        return trial.run()
    finally:
        trial.robot.close()
        trial.simulation.close()
