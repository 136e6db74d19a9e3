"""Did it fall? A referee's view of one simulated robot."""

import numpy as np

from olympian.backend.simulation.simulation import Simulation
from olympian.backend.simulation.start import Start, start_pose
from olympian.robot import Posture

__all__ = ["FallWatch"]

FALLEN_TILT = np.radians(45.0)
"""Beyond it no small humanoid comes back without getting up."""
FALLEN_HEIGHT = 0.6
"""Share of the starting torso height below which a robot is down, however upright."""


class FallWatch:
    """Looks at the true torso pose after every tick; never feeds control.

    Upright is the ready pose on the robot's ground frame, however the robot starts.
    """

    def __init__(self, simulation: Simulation, robot: int = 0) -> None:
        self._simulation = simulation
        self._robot = robot
        self._torso = simulation.robots[robot].torso
        self._T_world_start = simulation.world.start(robot, len(simulation.robots))
        machine = simulation.robots[robot]
        T_world_root, q = start_pose(machine, Start(), self._T_world_start)
        T_world_torso = T_world_root @ Posture(machine.tree, q).T_root_link[self._torso]
        self._start_height = self._height(T_world_torso)
        self._start_up = T_world_torso[:3, 2]
        self.fell = False
        self.min_torso_height = self._start_height

    def step(self) -> bool:
        """Look once; True from the moment the robot has fallen."""
        T_world_torso = self._simulation.true_pose(self._torso, self._robot)
        height = self._height(T_world_torso)
        tilt = np.arccos(np.clip(T_world_torso[:3, 2] @ self._start_up, -1.0, 1.0))
        self.min_torso_height = min(self.min_torso_height, height)
        self.fell |= bool(tilt > FALLEN_TILT or height < FALLEN_HEIGHT * self._start_height)
        return self.fell

    def _height(self, T_world_torso: np.ndarray) -> float:
        """Height of the torso origin over the ground frame the robot started on."""
        ground = self._T_world_start
        return float(ground[:3, 2] @ (T_world_torso[:3, 3] - ground[:3, 3]))
