"""Head joints on their way to angles, no faster than told."""

from math import isfinite

import numpy as np

from olympian.decision.head.head import Head
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen, sealed
from olympian.records import JointGoal

__all__ = ["SPEED", "HeadTurn"]

SPEED = 3.0
"""rad/s: what a small servo does with a camera on it, and pictures are still sharp enough."""
THERE = 1e-9


class HeadTurn:
    """Moves all joints of a head in a straight line, so that they arrive together."""

    def __init__(self, head: Head, speed: float = SPEED) -> None:
        """Args: speed: rad/s of the joint that turns furthest."""
        if not (isfinite(speed) and speed > 0.0):
            raise OlympianError(f"speed {speed} rad/s of a head must be above 0")
        self.head, self.speed = head, speed
        self._mask = np.zeros(head.robot.dof, dtype=np.bool_)
        self._mask[head.rows] = True
        self.reset()

    def reset(self) -> None:
        """Begin where the joints are next time."""
        self.angles: Vec | None = None
        """Goals of the head's joints; None before the first step."""

    def begin_at(self, q: Vec) -> Vec:
        """Goals to go on from: the last ones, or where the joints are now."""
        if self.angles is None:
            self.angles = frozen(self.head.inside(np.asarray(q)[self.head.rows]))
        return self.angles

    def step(self, wish: Vec, q: Vec, dt: float, speed: float | None = None) -> JointGoal:
        """A goal for the head alone, nearer to `wish`.

        Args:
            q: of the whole robot, measured.
            speed: rad/s, if it is another one for now.
        """
        now, there = self.begin_at(q), self.head.inside(wish)
        way = there - now
        far = max(map(abs, way.tolist()))
        most = (self.speed if speed is None else speed) * dt
        # the very angles at the end, so that whoever waits for them can compare
        self.angles = sealed(now + way * (most / far) if far > most else there)
        q_goal = np.array(q, dtype=float)
        q_goal[self.head.rows] = self.angles
        return JointGoal(sealed(q_goal), self._mask)

    def arrived(self, wish: Vec) -> bool:
        """Are the goals where they should be?"""
        return self.angles is not None and bool(np.abs(self.angles - wish).max() <= THERE)
