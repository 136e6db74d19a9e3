"""A robot that does one thing: a body and a skill in a loop, and nobody who looks after it."""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path

from olympian.backend import Actor, Backend, CameraOptions, Simulation, SimulationOptions
from olympian.breaker import Breaker
from olympian.bridge import FOXGLOVE_PORT
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Place
from olympian.humanoid.event_log import EventLog
from olympian.humanoid.onlookers import assembled, pictures_wanted
from olympian.humanoid.recorder import Recorder
from olympian.humanoid.streaming import RosStreaming, Streaming
from olympian.loop import Loop
from olympian.motion import Skill
from olympian.records import HealthReport, JointGoal, RobotState, Situation
from olympian.robot import Robot, load_robot
from olympian.state import Localiser
from olympian.world import World, parse_world

__all__ = ["BareHumanoid"]


class BareHumanoid:
    """The loop alone, without control module, modes and navigation.

    Nothing catches its fall or stops it when something breaks: for measuring a skill by itself, and
    for skills that balance the whole body on their own.
    """

    def __init__(
        self,
        robot: Robot | str,
        skill: Skill,
        body: Backend | None = None,
        *,
        world: World | str = "flat",
        seed: int = 0,
        localiser: Localiser | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        """Args: as for `Humanoid`; skill: moves all joints, or those that it says."""
        self._load(robot, world)
        self._embody(body, seed)
        self._close_loop(skill, breaker or Breaker(), localiser)
        assembled(self)

    def _load(self, robot: Robot | str, world: World | str) -> None:
        self.robot = load_robot(robot) if isinstance(robot, str) else robot
        self.world = parse_world(world) if isinstance(world, str) else world

    def _embody(
        self, body: Backend | None, seed: int, options: SimulationOptions | None = None
    ) -> None:
        self.state: RobotState | None = None
        """What it believed at the last tick; None before the first."""
        self._own: Simulation | None = None
        if body is None:
            if options is None and pictures_wanted():
                options = SimulationOptions(camera=CameraOptions())
            self._own = Simulation(self.robot, self.world, seed, options)
            body = self._own.actors[0]
        self.body: Backend = body
        if self.body.robot.joint_names != self.robot.joint_names:
            raise OlympianError(
                f"the body is that of '{self.body.robot.name}', not of '{self.robot.name}'"
            )
        if self.body.robot.lacks != self.robot.lacks:  # a real one has what is plugged in
            self.robot = replace(self.robot, lacks=self.body.robot.lacks)

    def _close_loop(self, skill: Skill, breaker: Breaker, localiser: Localiser | None) -> None:
        self.breaker = breaker
        self.loop = Loop(self.body, skill, breaker, localiser)
        self.after_tick: list[Callable[[], None]] = []
        """Called after every tick; for those who watch."""
        self._recorders: list[Recorder | RosStreaming | Streaming] = []

    @property
    def actor(self) -> Actor:
        """Its simulated body.

        Raises: OlympianError: it has none.
        """
        found: object = self.body
        while not isinstance(found, Actor):
            found = getattr(found, "inner", None)  # of a body around another one
            if found is None:
                raise OlympianError(f"a {type(self.body).__name__} is not simulated")
        return found

    @property
    def simulation(self) -> Simulation:
        """The simulation that its body is in.

        Raises: OlympianError: it is in none.
        """
        return self.actor.simulation

    @property
    def sent(self) -> JointGoal | None:
        """What went to the servos in the last tick; None: nothing yet."""
        return self.loop.sent

    @property
    def known_situation(self) -> Situation | None:
        """What it is about; None: nobody looks after it."""
        return None

    @property
    def lines(self) -> EventLog | None:
        """Its log; None: nobody writes one."""
        return None

    @property
    def T_world_place(self) -> Mat4:  # noqa: N802
        """The frame of its place: where it starts."""
        return self.world.T_world_start

    @property
    def place(self) -> Place:
        """Where it believes it is, from its start; on a field that it sees, from the centre."""
        return Place() if self.state is None else self.state.place

    @property
    def health(self) -> HealthReport:
        """What does not work."""
        return HealthReport() if self.state is None else self.state.health

    def record(self, path: Path | str, camera: bool = False) -> Recorder:
        """Write the run from now on to an MCAP file, until the robot or the recorder is closed.

        Args: camera: with the pictures of its camera.

        Raises: OlympianError: the file cannot be written, or there are no pictures.
        """
        self._recorders.append(one := Recorder(self, Path(path), camera))
        return one

    def stream(self, port: int = FOXGLOVE_PORT, host: str = "127.0.0.1") -> Streaming:
        """Serve the run to Foxglove from now on, until the robot or the server is closed.

        Args: host: address to listen on; whoever reaches it may drive.

        Raises: OlympianError: the port is taken, or foxglove-sdk is not installed.
        """
        self._recorders.append(one := Streaming(self, port, host))
        return one

    def ros2(self, domain: int = 0, everywhere: bool = False) -> RosStreaming:
        """Be a node of ROS 2 from now on, until the robot or the node is closed.

        Args:
            domain: as in ROS_DOMAIN_ID.
            everywhere: for the whole network, not for this machine alone; who is in it may drive.

        Raises: OlympianError: cyclonedds is not installed, or cannot listen.
        """
        self._recorders.append(one := RosStreaming(self, domain, everywhere))
        return one

    def tick(self) -> RobotState:
        """Let one tick pass."""
        state = self._tick()
        for look in tuple(self.after_tick):
            look()
        return state

    def _tick(self) -> RobotState:
        self.state = self.loop.tick()
        return self.state

    def run(self, seconds: float) -> RobotState:
        """Let time pass; what it believes at the end."""
        if not isfinite(seconds):
            raise OlympianError(f"time cannot pass for {seconds} s")
        state = self.tick()
        for _ in range(round(seconds / self.body.dt) - 1):
            state = self.tick()
        return state

    def reset(self) -> None:
        """As if just switched on, all in service, at its start."""
        if self._own is not None:
            self._own.reset()
        self.restart()

    def restart(self) -> None:
        """As if just switched on, all in service, where it is."""
        self.loop.reset()
        self.state = None

    def close(self) -> None:
        """Let go of the body, and end what records it."""
        for recorder in self._recorders:
            recorder.close()
        self.body.close()
