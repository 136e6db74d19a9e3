"""One simulated robot as a driver has it in hand."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from olympian.backend import FallWatch, FaultyBackend, Simulation, Start
from olympian.breaker import Breaker, Failure
from olympian.cockpit.errand import RUN, Errand
from olympian.cockpit.floor import Floor
from olympian.cockpit.helm import Helm
from olympian.cockpit.logbook import Logbook
from olympian.cockpit.lookout import Lookout
from olympian.cockpit.opponent import Opponent, gap
from olympian.cockpit.pilot import Pilot
from olympian.cockpit.track import Track
from olympian.decision.hcm import Claimant, Orders, control_module
from olympian.decision.modes import mode_machine
from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Mat3, Place, T_from
from olympian.loop import Loop
from olympian.records import RobotState, Semantic
from olympian.robot import load_robot
from olympian.world import parse_world

__all__ = ["Session"]

PUSH_SECONDS = 0.1
STAND, LED = "stand", "to a goal"
Part = TypeVar("Part")


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
        actor = self.simulation.actors[0]
        self.body = FaultyBackend(actor)
        """What the loop drives; things can be broken in it."""
        self.breaker = Breaker(self._note)
        """What everybody else's code is called through; failures are in the log."""
        self.machine = mode_machine(self.robot, walk, self.breaker)
        lookout = _able(Lookout, self.robot)
        # the head first: a walk that is to end has it only if nobody looks
        claimants: list[Claimant] = [*([lookout] if lookout else []), self.machine]
        self.hcm = control_module(self.robot, claimants, breaker=self.breaker)
        self._walk = self.machine.body.walk() if RUN in self.machine.modes else None
        self.helm = Helm(self.machine, self._errand(Floor.of(floor)), lookout)
        self.pilot = Pilot(self.machine, Orders(self.hcm), self.helm)
        self.log = Logbook(self.robot, self.hcm)
        self.track = Track(self.simulation, self.T_world_drive)
        self.reset()

    def _errand(self, floor: Floor) -> Errand | None:
        return None if self._walk is None else Errand(self.machine, self._walk, self.hcm, floor)

    def reset(self) -> None:
        """Back to the start, ready pose, same noise."""
        self.breaker.reset()
        self.machine.reset()
        self.hcm.reset()
        for part in (self.helm.errand, self.helm.lookout, self.log):
            if part is not None:
                part.reset()
        for fault in self.body.faults:
            self.body.clear(fault)
        if self.opponent is not None:
            self.opponent.reset()
        self.simulation.reset()
        self.track.reset()
        self.loop = Loop(self.body, self.hcm, self.breaker)
        self.watch = FallWatch(self.simulation)
        self.state: RobotState | None = None
        self.falls = 0
        """How often it fell since the start."""

    def tick(self) -> RobotState:
        """Let one tick pass."""
        was_down, before = self.watch.fell, self.hcm.situation.state
        if self.opponent is not None:
            self.opponent.tick()
        self.state = self.loop.tick()
        self.track.step()
        if not self.hcm.seated:  # low, but by its own will
            self.falls += self.watch.step() and not was_down
        if before is Semantic.GETTING_UP and not self.hcm.situation.state.is_down:
            self.watch = FallWatch(self.simulation)  # up again: the next fall is another one
        self._look_after(self.state)
        return self.state

    @property
    def doing(self) -> str:
        """State of the mode in charge; a run that is led to a goal says so."""
        errand = self.helm.errand
        return LED if errand is not None and errand.leads else self.machine.state

    @property
    def place(self) -> Place | None:
        """Where the robot believes it is in the frame it drives in: that of its start."""
        return None if self.state is None else self.state.odometry.place

    def set_joint(self, name: str, angle: float) -> None:
        """Hold one joint elsewhere from now on; a head that is moved by hand looks no more."""
        q, lookout = self.machine.body.q, self.helm.lookout
        if lookout is not None and name in lookout.head.neck.joint_names:
            q = lookout.let_go(q)
        self.machine.pose(self.robot.joint_vector({name: angle}, q))

    def ready(self) -> None:
        """Go to the ready pose; in another mode than standing, end that first."""
        self.helm.take_over()
        if self.helm.lookout is not None:
            self.helm.lookout.reset()
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

    def _note(self, failure: Failure) -> None:
        self.log.write(self.simulation.t, str(failure))

    def _look_after(self, state: RobotState) -> None:
        """Lead the robot where it is sent, and write down what happened."""
        errand = self.helm.errand
        if errand is not None:
            errand.step(state.odometry.place, self.body.dt)
        self.log.step(state.t, "" if errand is None else errand.news)

    @property
    def fair_push(self) -> float:
        """N s that move the point it would topple over (its capture point) by 5 % of its height."""
        return 0.05 * self.robot.tree.mass * np.sqrt(GRAVITY * self.watch.min_torso_height)


def _able(make: Callable[..., Part], *args: object) -> Part | None:
    """What is made, or None for a robot that lacks what it takes; the helm says so when asked."""
    try:
        return make(*args)
    except OlympianError:
        return None
