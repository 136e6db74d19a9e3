"""The referee's hands: one for the ball, and a person who carries robots, one after the other."""

from collections import deque
from collections.abc import Callable
from math import inf

import numpy as np

from olympian.arena.hand import CarryingHand, HandGrip
from olympian.arena.match.referee.pitch_witness import PitchWitness
from olympian.backend import Simulation
from olympian.geometry import Place, T_from

__all__ = ["RefereeHand"]

STANDS_S = 1.5
"""Seconds on its feet after which a robot is told where it is: it has felt the ground by then."""

BALL_GRIP = HandGrip(0.05, 0.9, raise_s=0.5, carry_s=1.0, lower_s=0.5, steady_s=0.4)
"""Over the heads of robots, and quickly."""
ROBOT_GRIP = HandGrip(0.15, 0.8)
"""High enough to pass over others."""


class RefereeHand:
    """Nothing else moves bodies in a match; engine with `step`."""

    def __init__(
        self, simulation: Simulation, witness: PitchWitness, tell: Callable[[int], None]
    ) -> None:
        """Args: tell: tells a robot that it was put down at its place for a half."""
        self._simulation, self._witness, self._tell = simulation, witness, tell
        self._ball = CarryingHand.of_ball(simulation, BALL_GRIP)
        self._robots = [
            CarryingHand.of_robot(simulation, robot, index, ROBOT_GRIP)
            for index, robot in enumerate(simulation.robots)
        ]
        assert simulation.world.ball is not None, "football needs a ball"
        self._radius = simulation.world.ball.radius
        self._wanted: tuple[float, float] | None = None
        self._waiting: deque[tuple[int, Place]] = deque()
        self._told: dict[int, float] = {}
        """Robots that are to be told, and when they were let go."""

    @property
    def holds_ball(self) -> bool:
        """Does it hold the ball, or is it about to?"""
        return self._ball.busy or self._wanted is not None

    def holds(self, index: int) -> bool:
        """Does it carry this robot, or is it about to?"""
        return self._robots[index].busy or any(one == index for one, _ in self._waiting)

    @property
    def carries(self) -> bool:
        """Does it carry any robot, or is it about to?"""
        return bool(self._waiting) or any(hand.busy for hand in self._robots)

    def put_ball(self, x: float, y: float) -> None:
        """Put the ball there."""
        self._wanted = (x, y)

    def carry(self, index: int, to: Place, told: bool = False) -> None:
        """Put a robot down there, as it stands or lies.

        Args: told: tell it afterwards that it is at its place for a half.
        """
        if told:
            self._told[index] = inf
        self._waiting = deque(one for one in self._waiting if one[0] != index)
        self._waiting.append((index, to))

    def step(self) -> None:
        """Once a tick: begin with what waits."""
        self._tell_them()
        if self._wanted is not None and not self._ball.busy:
            self._ball.carry_to(np.array([*self._wanted, self._radius]), 0.0)
            self._wanted = None
        if self._waiting and not any(hand.busy for hand in self._robots):
            index, to = self._waiting.popleft()
            hand = self._robots[index]
            if self._witness.lies(index):  # as it is: its joints would not hold it upright
                hand.lay(to.x, to.y, to.yaw)
            else:
                T = T_from((to.x, to.y, 0.0), (0.0, 0.0, to.yaw)) @ self._witness.standing(index)
                hand.carry_to(T[:3, 3], to.yaw)

    def _tell_them(self) -> None:
        t = self._simulation.t
        for index, since in list(self._told.items()):
            if self.holds(index):
                self._told[index] = t
            elif t - since > STANDS_S:
                del self._told[index]
                self._tell(index)
