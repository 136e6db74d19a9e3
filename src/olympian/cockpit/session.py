"""One simulated robot as a driver has it in hand."""

import numpy as np

from olympian.backend import FallWatch, FaultyBackend, Simulation, Start
from olympian.breaker import Breaker
from olympian.cockpit.helm import Helm
from olympian.cockpit.opponent import Opponent, gap
from olympian.cockpit.pilot import Pilot
from olympian.cockpit.track import Track
from olympian.decision.hcm import Hcm, Orders
from olympian.decision.modes import ModeMachine
from olympian.geometry import GRAVITY, Mat3, Place, T_from
from olympian.humanoid import EventLog, Humanoid
from olympian.loop import Loop
from olympian.records import RobotState, Semantic
from olympian.robot import load_robot
from olympian.world import parse_world

__all__ = ["Session"]

PUSH_SECONDS = 0.1
STAND, LED = "stand", "to a goal"


class Session:
    """A robot in a world, driven by modes and commands, posed joint by joint, and pushed.

    In a world where robots face each other it has an opponent of its own kind.
    """

    def __init__(self, robot: str, world: str, seed: int = 0, walk: str | None = None) -> None:
        """Args: walk: what `run` is made with, by name or file."""
        self.robot_name, self.world_name = robot, world
        self.robot = load_robot(robot)
        floor = parse_world(world)
        count = 2 if floor.facing else 1
        nearer = (floor.spacing - gap(self.robot, floor)) / 2 if floor.facing else 0.0
        self.T_world_drive = floor.start(0, count) @ T_from((nearer, 0.0, 0.0))
        """The frame it drives in: the ground where it starts."""
        starts = [Start(x=nearer)] * count
        self.simulation = Simulation([self.robot] * count, floor, seed, starts=starts)
        opponents = self.simulation.actors[1:]
        self.opponent = Opponent(self.robot, opponents[0]) if opponents else None
        self.body = FaultyBackend(self.simulation.actors[0])
        """What the robot moves; things can be broken in it."""
        self.humanoid = Humanoid(self.robot, self.body, world=floor, walk=walk)
        self.helm = Helm(self.humanoid)
        self.pilot = Pilot(self.machine, Orders(self.hcm), self.helm)
        self.track = Track(self.simulation, self.T_world_drive)
        self.watch = FallWatch(self.simulation)
        self.falls = 0
        """How often it fell since the start."""

    @property
    def hcm(self) -> Hcm:
        """Its control module."""
        return self.humanoid.hcm

    @property
    def machine(self) -> ModeMachine:
        """Its modes."""
        return self.humanoid.machine

    @property
    def loop(self) -> Loop:
        """Its loop."""
        return self.humanoid.loop

    @property
    def breaker(self) -> Breaker:
        """What everybody else's code is called through; failures are in the log."""
        return self.humanoid.breaker

    @property
    def log(self) -> EventLog:
        """What happened."""
        return self.humanoid.log

    @property
    def state(self) -> RobotState | None:
        """What it believed at the last tick."""
        return self.humanoid.state

    def reset(self) -> None:
        """Back to the start, ready pose, same noise."""
        for fault in self.body.faults:
            self.body.clear(fault)
        if self.opponent is not None:
            self.opponent.reset()
        self.simulation.reset()
        self.humanoid.reset()
        self.track.reset()
        self.watch = FallWatch(self.simulation)
        self.falls = 0

    def tick(self) -> RobotState:
        """Let one tick pass."""
        was_down, before = self.watch.fell, self.hcm.situation.state
        if self.opponent is not None:
            self.opponent.tick()
        state = self.humanoid.tick()
        self.track.step()
        if not self.hcm.seated:  # low, but by its own will
            self.falls += self.watch.step() and not was_down
        if before is Semantic.GETTING_UP and not self.hcm.situation.state.is_down:
            self.watch = FallWatch(self.simulation)  # up again: the next fall is another one
        return state

    @property
    def doing(self) -> str:
        """State of the mode in charge; a run that is led to a goal says so."""
        navigation = self.humanoid.navigation
        return LED if navigation is not None and navigation.leads else self.machine.state

    @property
    def place(self) -> Place:
        """Where the robot believes it is in the frame it drives in: that of its start."""
        return self.humanoid.place

    def set_joint(self, name: str, angle: float) -> None:
        """Hold one joint elsewhere from now on; a head that is moved by hand looks no more."""
        q, head = self.machine.body.q, self.humanoid.head
        if head is not None and name in head.head.neck.joint_names:
            q = head.let_go(q)
        self.machine.pose(self.robot.joint_vector({name: angle}, q))

    def ready(self) -> None:
        """Go to the ready pose; in another mode than standing, end that first."""
        self.helm.take_over()
        if self.humanoid.head is not None:
            self.humanoid.head.reset()
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
