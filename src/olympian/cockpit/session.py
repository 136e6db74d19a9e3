"""One simulated robot as a driver has it in hand."""

from collections import deque
from collections.abc import Sequence
from math import atan2, degrees, hypot, radians
from typing import NamedTuple, Protocol

import numpy as np

from olympian.backend import (
    Backend,
    CameraOptions,
    FallWatch,
    FaultyBackend,
    ShadowedBackend,
    Simulation,
    SimulationOptions,
    Start,
)
from olympian.cockpit.calibration_desk import CalibrationDesk
from olympian.cockpit.commander import Commander
from olympian.cockpit.joint_hand import JointHand
from olympian.cockpit.opponent import Opponent, gap
from olympian.cockpit.pilot import Pilot
from olympian.decision.hcm import Orders
from olympian.geometry import GRAVITY, Mat3, Mat4, Place, T_from, Vec, inverse
from olympian.humanoid import Humanoid, pictures_wanted, worth_seeing
from olympian.records import RobotState, Semantic
from olympian.robot import load_robot
from olympian.world import parse_world

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


PUSH_SECONDS = 0.1
STAND, LED = "stand", "to a goal"


class SessionChoice(NamedTuple):
    """What somebody chose to see: a robot by name or file, and a world with its numbers."""

    robot: str
    world: str


class Other(Protocol):
    """Somebody else in the same simulation."""

    def tick(self) -> object:
        """Let one tick pass."""
        ...

    def reset(self) -> None:
        """At its start."""
        ...


class Session:
    """A robot driven by modes and commands, posed joint by joint, pushed and watched."""

    def __init__(
        self, humanoid: Humanoid, others: Sequence[Other] = (), choice: SessionChoice | None = None
    ) -> None:
        """Args:
        others: the other robots of its simulation.
        choice: what was chosen; None for a robot that somebody brought.
        """
        self.humanoid, self.others, self.choice = humanoid, tuple(others), choice
        self.simulation, self.number = humanoid.simulation, humanoid.actor.index
        found = (other for other in self.others if isinstance(other, Opponent))
        self.opponent = next(found, None)
        simulation, start = self.simulation, self.simulation.starts[self.number]
        ground = simulation.world.start(self.number, len(simulation.robots))
        T_world_start = ground @ T_from((start.x, start.y, 0.0), (0.0, 0.0, start.yaw))
        found = humanoid.localiser is not None
        self.T_world_drive = humanoid.T_world_place if found else T_world_start
        """The frame it drives in: a field's, if it finds itself there, or where it starts."""
        self.commander = Commander(humanoid)
        self.pilot = Pilot(humanoid.machine, Orders(humanoid.hcm), self.commander)
        self.track = TrueMotion(simulation, T_world_start, self.number)
        source = choice.robot if choice else str(humanoid.robot.directory or humanoid.robot.name)
        self._hand = JointHand(humanoid.robot, humanoid.machine)
        self.desk = CalibrationDesk(humanoid, source)
        """Where a person calibrates it."""
        self._watch_anew()

    @classmethod
    def open(
        cls,
        robot: str,
        world: str,
        seed: int = 0,
        walk: str | None = None,
        body: Backend | None = None,
    ) -> "Session":
        """A new robot in a new world; where robots face each other, with an opponent of its kind.

        Args:
            walk: what `run` is made with, by name or file.
            body: a real one; what is looked at is where it believes it is.
        """
        floor = parse_world(world)
        if body is not None:
            shadowed = ShadowedBackend(body, floor)
            humanoid = Humanoid(body.robot, shadowed, world=floor, walk=walk)
            session = cls(humanoid, (), SessionChoice(robot, world))
            humanoid.after_tick.append(lambda: shadowed.show(humanoid.state))
            return session
        loaded = load_robot(robot)
        count = 2 if floor.facing else 1
        nearer = (floor.spacing - gap(loaded, floor)) / 2 if floor.facing else 0.0
        starts = [Start(x=nearer)] * count
        eyes = worth_seeing(loaded, floor)
        pictures = eyes or pictures_wanted()
        options = SimulationOptions(camera=CameraOptions() if pictures else None)
        own, *opponents = Simulation([loaded] * count, floor, seed, options, starts=starts).actors
        humanoid = Humanoid(loaded, FaultyBackend(own), world=floor, walk=walk, eyes=eyes)
        others = [Opponent(loaded, actor) for actor in opponents]
        return cls(humanoid, others, SessionChoice(robot, world))

    @property
    def world_name(self) -> str:
        """Its world, with the numbers that were chosen."""
        return self.simulation.world.name if self.choice is None else self.choice.world

    def reset(self) -> None:
        """Back to the start, ready pose, same noise."""
        self._hand.let_go()
        self.desk.end()
        if isinstance(self.humanoid.body, FaultyBackend):
            self.humanoid.body.heal()
        self.simulation.reset()
        for one in (*self.others, self.humanoid):
            one.reset()
        self.track.reset()
        self._watch_anew()

    def tick(self) -> RobotState:
        """Let one tick pass."""
        for other in self.others:
            other.tick()
        state = self.desk.tick() if self.desk.open else self.humanoid.tick()
        self.look()
        return state

    def look(self) -> None:
        """See how it is after a tick: where it went, whether it fell; lead joints further."""
        self._hand.step(self.humanoid.body.dt)
        was_down, before, hcm = self.watch.fell, self._before, self.humanoid.hcm
        self._before = hcm.situation.state
        self.track.step()
        if not hcm.seated:  # low, but by its own will
            self.falls += self.watch.step() and not was_down
        if before is Semantic.GETTING_UP and not self._before.is_down:
            self.watch = FallWatch(self.simulation, self.number)  # the next fall is another one

    @property
    def doing(self) -> str:
        """State of the mode in charge; a run that is led to a goal says so."""
        navigation, machine = self.humanoid.navigation, self.humanoid.machine
        return LED if navigation is not None and navigation.leads else machine.state

    def set_joint(self, name: str, angle: float) -> None:
        """Bring one joint elsewhere, and hold it there; a head moved by hand looks no more."""
        if self.desk.open:
            self.desk.send(name, angle)
            return
        machine, head, robot = self.humanoid.machine, self.humanoid.head, self.humanoid.robot
        q = machine.body.q
        if head is not None and name in head.head.neck.joint_names:
            q = head.let_go(q)
        robot.joint_vector({name: angle}, q)  # says what is wrong with the name
        self._hand.send(name, angle, q, self.humanoid.body.dt)

    def set_joint_deg(self, name: str, degrees_: float) -> None:
        """The same in degrees, kept within what the joint can do."""
        robot = self.humanoid.robot
        row = robot.joint_index[name]
        low, high = float(robot.lower[row]), float(robot.upper[row])
        self.set_joint(name, min(max(radians(degrees_), low), high))

    def ready(self) -> None:
        """Go to the ready pose; in another mode than standing, end that first."""
        if self.desk.open:
            self._send_all(self.humanoid.robot.ready)
            return
        self._hand.let_go()
        self.commander.take_over()
        if self.humanoid.head is not None:
            self.humanoid.head.reset()
        if self.humanoid.machine.mode == STAND:
            self.humanoid.machine.press("ready")
        else:
            self.humanoid.machine.select(STAND)

    def _send_all(self, q: Vec) -> None:
        """Every joint whose motor is on."""
        state = self.humanoid.state
        on = () if state is None else np.flatnonzero(state.sensors.torque_on)
        for row in on:
            self.desk.send(self.humanoid.robot.joint_names[row], float(q[row]))

    def push(self, direction_deg: float, impulse: float) -> None:
        """Shove the torso for 0.1 s.

        Args:
            direction_deg: 0 pushes it forwards, 90 to its left.
            impulse: N s.
        """
        torso = self.humanoid.robot.torso
        R_world_torso: Mat3 = self.simulation.true_pose(torso, self.number)[:3, :3]
        heading = np.arctan2(R_world_torso[1, 0], R_world_torso[0, 0]) + np.radians(direction_deg)
        force = impulse / PUSH_SECONDS * np.array([np.cos(heading), np.sin(heading), 0.0])
        self.simulation.push(force, PUSH_SECONDS, self.number)

    @property
    def fair_push(self) -> float:
        """N s that move the point it would topple over (its capture point) by 5 % of its height."""
        mass = self.humanoid.robot.tree.mass
        return 0.05 * mass * np.sqrt(GRAVITY * self.watch.min_torso_height)

    def _watch_anew(self) -> None:
        self.watch = FallWatch(self.simulation, self.number)
        self._before = self.humanoid.situation.state
        self.falls = 0
        """How often it fell since the start."""
