"""A robot a metre behind a ball: it walks through it, or it walks there, stops and kicks."""

from collections.abc import Generator
from enum import Enum
from math import sqrt

import numpy as np

from olympian.arena.kicks.trial import KickDraw, KickKind, KickOutcome, KickTrial
from olympian.arena.walking import WalkConditions
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.humanoid import Command
from olympian.records import Twist
from olympian.robot import Robot

__all__ = ["RunUp", "WalkedKick", "run_walked_kick"]

AWAY, ASIDE = 1.0, 0.15
"""Metres to the ball, and by which it lies aside at most."""
BRAKE, CREEP = 0.2, 0.04
"""m/s² at which it slows down to a stop before the ball, and m/s at the end of that."""
GOES_ON_S = 0.3
"""Seconds for which a walk goes on as fast as before when it is told to stop."""
SETTLES_S = 0.2
"""Seconds of standing before a kick, as the football program waits to look down."""


class RunUp(Enum):
    """How the ball is kicked after the walk."""

    STRIDE = "stride"
    STOPPED = "stopped"


class WalkedKick(KickTrial):
    """Told once where the ball lies; the odometry says the rest."""

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
        """There, to a stand, and the kick; it fails where the kick does."""
        robot, foot = self.robot, "left" if self.told[1] > 0.0 else "right"
        ball = self._odometry.then(Place(*self.told))
        x, y = self.reach.spot(0.0, foot)
        top, speed, left = robot.machine.top_speed, 1.0, 1.0
        while left > GOES_ON_S * speed:
            there = self._odometry.inverse().then(ball)
            left = there.x - x
            speed = min(CREEP + sqrt(2.0 * BRAKE * max(left, 0.0)), top.ahead)
            aside = min(max(1.5 * (there.y - y), -0.12), 0.12)
            robot.drive(top.admit(Twist(speed, aside, there.yaw))[0])
            yield
        yield from _until_done(robot.stop())
        for _ in range(round(SETTLES_S / robot.body.dt)):
            yield
        there = self._odometry.inverse().then(ball)
        yield from _until_done(robot.kick(there.x, there.y, there.yaw))

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
