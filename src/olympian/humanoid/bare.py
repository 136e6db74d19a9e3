"""A robot that does one thing: a body and a skill in a loop, and nobody who looks after it."""

from collections.abc import Callable
from math import isfinite

from olympian.backend import Actor, Backend, Simulation, SimulationOptions
from olympian.breaker import Breaker
from olympian.errors import OlympianError
from olympian.geometry import Place
from olympian.loop import Loop
from olympian.motion import Skill
from olympian.records import HealthReport, RobotState
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
            self._own = Simulation(self.robot, self.world, seed, options)
            body = self._own.actors[0]
        self.body: Backend = body
        if self.body.robot.joint_names != self.robot.joint_names:
            raise OlympianError(
                f"the body is that of '{self.body.robot.name}', not of '{self.robot.name}'"
            )

    def _close_loop(self, skill: Skill, breaker: Breaker, localiser: Localiser | None) -> None:
        self.breaker = breaker
        self.loop = Loop(self.body, skill, breaker, localiser)
        self.after_tick: list[Callable[[], None]] = []
        """Called after every tick; for those who watch."""

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
    def place(self) -> Place:
        """Where it believes it is, from its start; on a field that it sees, from the centre."""
        return Place() if self.state is None else self.state.place

    @property
    def health(self) -> HealthReport:
        """What does not work."""
        return HealthReport() if self.state is None else self.state.health

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
        self.loop.reset()
        self.state = None

    def close(self) -> None:
        """Let go of the body."""
        self.body.close()
