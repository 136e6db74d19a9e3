"""Single joints that a person moves, at a speed that does them no harm."""

from math import radians

import numpy as np

from olympian.decision.modes import ModeMachine
from olympian.geometry import Vec
from olympian.robot import Robot

__all__ = ["JointHand"]

SPEED = radians(120.0)
"""rad/s at most: whoever types a number means no blow. A joint that is thrown 40° hums at the edge
of its dead band more often (7 of 40 tries with a `bioloid`'s shoulder, 0 of 40 so)."""
STAND = "stand"


class JointHand:
    """Leads the pose of a standing robot to where sliders were put."""

    def __init__(self, robot: Robot, machine: ModeMachine) -> None:
        self._robot, self._machine = robot, machine
        self._wanted: dict[str, float] = {}

    def send(self, name: str, angle: float, q: Vec, dt: float) -> None:
        """Have a joint go to an angle, rad, beginning now. Args: q: goals of all joints."""
        self._wanted[name] = angle
        self._lead(q, dt)

    def let_go(self) -> None:
        """Joints that are still on their way stay where they are."""
        self._wanted.clear()

    def step(self, dt: float) -> None:
        """Call once per tick, before it."""
        if not self._wanted:
            return
        if self._machine.mode != STAND or self._machine.in_action:
            self.let_go()  # somebody chose otherwise
        else:
            self._lead(self._machine.body.q, dt)

    def _lead(self, q: Vec, dt: float) -> None:
        rows = self._robot.indices(list(self._wanted))
        ways = np.array(list(self._wanted.values())) - q[rows]
        following = np.array(q)
        following[rows] += np.clip(ways, -SPEED * dt, SPEED * dt)
        self._machine.pose(following)
        if self._machine.message:  # not now
            self.let_go()
            return
        for name, way in zip(tuple(self._wanted), ways.tolist(), strict=True):
            if abs(way) <= SPEED * dt:
                del self._wanted[name]
