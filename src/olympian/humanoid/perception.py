"""What a robot sees and makes of it: its eyes, its place on the field, and the things around it."""

from collections.abc import Callable
from math import atan2

from olympian.backend import Actor, Backend
from olympian.breaker import Breaker
from olympian.decision.localise import PitchLocaliser
from olympian.decision.world_model import WorldTracker
from olympian.geometry import Mat4, Place, T_from
from olympian.humanoid.eyesight import Eyesight, open_eyes
from olympian.records import RobotState, Semantic
from olympian.robot import Robot
from olympian.state import Localiser
from olympian.vision import Seen, Watcher
from olympian.vision.camera import Pinhole
from olympian.world import World

__all__ = ["Perception"]


class Perception:
    """Engine with `step` and `reset`, once a tick, after the robot has felt itself."""

    def __init__(
        self,
        robot: Robot,
        world: World,
        body: Backend,
        eyes: bool | Eyesight | None,
        localiser: Localiser | bool | None,
        breaker: Breaker,
        write: Callable[[str], None],
    ) -> None:
        """Args:
        eyes, localiser: as `Humanoid` takes them.
        write: adds a line to the robot's log.
        """
        self._breaker, self._write = breaker, write
        self.eyes = open_eyes(robot, world, body, eyes)
        """Sees what its pictures show; None while they are shut."""
        self.map_localiser = self._find_localiser(robot, world, body, localiser)
        """What tells the estimator its place on a map; None leaves it to the odometry."""
        found = self.map_localiser
        self.localiser = found if isinstance(found, PitchLocaliser) else None
        """Finds it on a football field, with `eyes`; None elsewhere."""
        self.tracker = self._make_tracker(robot, world)
        """Tracks what its eyes see; None while they are shut."""
        self.seen = Seen()
        self._news = ""

    def step(self, state: RobotState, about: Semantic, dt: float) -> None:
        """Look, find its place by it, and track what is there. Args: about: what it is about."""
        if (eyes := self.eyes) is not None:
            name = f"eyes {type(eyes).__name__}"
            self.seen = self._breaker.call(name, eyes.step, state) or self.seen
        if (localiser := self.localiser) is not None:
            self._breaker.call("localiser", localiser.watch, self.seen, about)
            self._tell(localiser.news)
        if (tracker := self.tracker) is not None:
            found = None if self.localiser is None else self.localiser.localisation
            self._breaker.call("world model", tracker.step, state, self.seen, about, dt, found)

    def reset(self) -> None:
        """Nothing was seen yet."""
        for part in (self.eyes, self.tracker):
            if part is not None:
                part.reset()
        self.seen = Seen()

    def close(self) -> None:
        """Shut the eyes."""
        if self.eyes is not None:
            self.eyes.close()

    def _tell(self, news: str) -> None:
        if news != self._news:
            self._news = news
            if news:
                self._write(news)

    def _find_localiser(
        self, robot: Robot, world: World, body: Backend, localiser: Localiser | bool | None
    ) -> Localiser | None:
        """The one that is given; or one for the field, if there is a field and it sees."""
        if not isinstance(localiser, bool | None):
            return localiser
        if localiser is False or world.pitch is None or self.eyes is None or robot.camera is None:
            return None
        focal = Pinhole.of_robot(robot.camera).focal[1]
        return PitchLocaliser(world.pitch, _start(world, body), focal=focal)

    def _make_tracker(self, robot: Robot, world: World) -> WorldTracker | None:
        eyes = self.eyes
        if eyes is None or robot.camera is None:
            return None
        lens = eyes.lens if isinstance(eyes, Watcher) else Pinhole.of_robot(robot.camera)
        return WorldTracker(lens, world.ball, world.pitch)


def _start(world: World, body: Backend) -> Place:
    """Where people put it down, and told it so."""
    T: Mat4 = world.T_world_start
    if isinstance(body, Actor):
        simulation = body.simulation
        put = simulation.starts[body.index]
        ground = simulation.world.start(body.index, len(simulation.robots))
        T = ground @ T_from((put.x, put.y, 0.0), (0.0, 0.0, put.yaw))
    return Place(float(T[0, 3]), float(T[1, 3]), atan2(T[1, 0], T[0, 0]))
