"""One simulated robot as the page drives it."""

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.geometry import GRAVITY, Mat3, Vec
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.records import RobotState
from olympian.robot import load_robot
from olympian.world import parse_world

__all__ = ["Session"]

PUSH_SECONDS = 0.1


class Session:
    """A robot in a world, holding a pose that can be changed joint by joint, and pushed."""

    def __init__(self, robot: str, world: str, seed: int = 0) -> None:
        self.robot_name, self.world_name = robot, world
        self.robot = load_robot(robot)
        self.simulation = Simulation(self.robot, parse_world(world), seed)
        self._hold = Hold(self.robot.ready)
        self.reset()

    def reset(self) -> None:
        """Back to the start, ready pose, same noise."""
        self.simulation.reset()
        self._hold.reset()
        self.loop = Loop(self.simulation.actors[0], self._hold)
        self.watch = FallWatch(self.simulation)
        self.state: RobotState | None = None

    def tick(self) -> RobotState:
        """Let one tick pass."""
        self.state = self.loop.tick()
        self.watch.step()
        return self.state

    def set_joint(self, name: str, angle: float) -> None:
        """Hold one joint elsewhere from now on."""
        self._hold.q = self.robot.joint_vector({name: angle}, self._hold.q)

    def set_pose(self, q: Vec) -> None:
        """Hold another pose from now on."""
        self._hold.q = q

    def push(self, direction_deg: float, impulse: float) -> None:
        """Shove the torso for 0.1 s.

        Args:
            direction_deg: 0 pushes it forwards, 90 to its left.
            impulse: N s.
        """
        R_world_torso: Mat3 = self.simulation.true_pose(self.robot.torso)[:3, :3]
        heading = np.arctan2(R_world_torso[1, 0], R_world_torso[0, 0]) + np.radians(direction_deg)
        force = impulse / PUSH_SECONDS * np.array([np.cos(heading), np.sin(heading), 0.0])
        self.simulation.push(force, PUSH_SECONDS)

    @property
    def fair_push(self) -> float:
        """N s that move the point it would topple over (its capture point) by 5 % of its height."""
        return 0.05 * self.robot.tree.mass * np.sqrt(GRAVITY * self.watch.min_torso_height)
