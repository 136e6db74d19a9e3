"""One simulated robot as a driver has it in hand."""

import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.backend.compliance import ComplianceSwitch
from olympian.cockpit.pilot import Pilot
from olympian.decision.hcm import Orders, control_module
from olympian.decision.modes import mode_machine
from olympian.geometry import GRAVITY, Mat3
from olympian.loop import Loop
from olympian.records import RobotState, Semantic
from olympian.robot import load_robot
from olympian.world import parse_world

__all__ = ["Session"]

PUSH_SECONDS = 0.1
STAND = "stand"


class Session:
    """A robot in a world, driven by modes and commands, posed joint by joint, and pushed."""

    def __init__(self, robot: str, world: str, seed: int = 0, walk: str | None = None) -> None:
        """Args: walk: what `run` is made with, by name or file."""
        self.robot_name, self.world_name = robot, world
        self.robot = load_robot(robot)
        self.simulation = Simulation(self.robot, parse_world(world), seed)
        actor = self.simulation.actors[0]
        registers = ComplianceSwitch(self.robot, actor.servos)
        self.machine = mode_machine(self.robot, registers, walk)
        self.hcm = control_module(self.robot, [self.machine], actor.torque, registers)
        self.pilot = Pilot(self.machine, Orders(self.hcm))
        self.reset()

    def reset(self) -> None:
        """Back to the start, ready pose, same noise."""
        self.machine.reset()  # puts registers back while the servos still have them
        self.hcm.reset()
        self.simulation.reset()
        self.loop = Loop(self.simulation.actors[0], self.hcm)
        self.watch = FallWatch(self.simulation)
        self.state: RobotState | None = None
        self.falls = 0
        """How often it fell since the start."""

    def tick(self) -> RobotState:
        """Let one tick pass."""
        was_down, before = self.watch.fell, self.hcm.situation.state
        self.state = self.loop.tick()
        self.falls += self.watch.step() and not was_down
        if before is Semantic.GETTING_UP and not self.hcm.situation.state.is_down:
            self.watch = FallWatch(self.simulation)  # up again: the next fall is another one
        return self.state

    def set_joint(self, name: str, angle: float) -> None:
        """Hold one joint elsewhere from now on."""
        self.machine.pose(self.robot.joint_vector({name: angle}, self.machine.body.q))

    def ready(self) -> None:
        """Go to the ready pose; in another mode than standing, end that first."""
        if self.machine.mode == STAND:
            self.machine.press("ready")
        else:
            self.machine.select(STAND)

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
