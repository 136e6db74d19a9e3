"""Where a robot truly is and how fast it goes: for people who watch, never for control."""

from collections import deque
from math import atan2, degrees, hypot

from olympian.backend import Simulation
from olympian.geometry import Mat4, Place, inverse

SPAN = 1.0
"""Seconds over which a speed is measured: two steps, so that swaying does not count."""


class TrueMotion:
    """The torso over the ground, in the frame the robot drives in, as a referee sees it."""

    def __init__(self, simulation: Simulation, T_world_drive: Mat4, number: int = 0) -> None:
        """Args: number: of the robot in the simulation."""
        self._simulation, self._T_drive_world = simulation, inverse(T_world_drive)
        self._torso, self._number = simulation.robots[number].torso, number
        self.reset()

    def reset(self) -> None:
        """At its start, at rest."""
        self._passed: deque[tuple[float, Place]] = deque()
        self.step()

    def step(self) -> None:
        """Look once per tick."""
        T = self._T_drive_world @ self._simulation.true_pose(self._torso, self._number)
        self.place = Place(float(T[0, 3]), float(T[1, 3]), atan2(T[1, 0], T[0, 0]))
        now = self._simulation.t
        self._passed.append((now, self.place))
        while now - self._passed[0][0] > SPAN + 1e-6:
            self._passed.popleft()

    @property
    def speed(self) -> float:
        """m/s over the last second, as the crow flies."""
        (t0, before), (t1, after) = self._passed[0], self._passed[-1]
        return hypot(after.x - before.x, after.y - before.y) / (t1 - t0) if t1 > t0 else 0.0

    @property
    def text(self) -> str:
        """The place in words, from where it started: `0.52 m ahead, 0.03 m left`."""
        x, y = round(self.place.x, 2), round(self.place.y, 2)
        along, across = "behind" if x < 0 else "ahead", "right" if y < 0 else "left"
        return f"{abs(x):.2f} m {along}, {abs(y):.2f} m {across}"

    @property
    def motion(self) -> str:
        """How fast it goes and how far it has turned: `0.14 m/s, turned 4° left`."""
        turned = round(degrees(self.place.yaw))
        return f"{self.speed:.2f} m/s, turned {abs(turned)}° {'right' if turned < 0 else 'left'}"
