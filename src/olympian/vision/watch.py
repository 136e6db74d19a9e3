"""The eyes in the loop: each picture that comes with the sensors becomes one `Seen`."""

from collections import deque
from typing import NamedTuple

from olympian.beside import Bytes, Helper, SharedBytes
from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat3, Place, Vec
from olympian.records import CameraFrame, RobotState
from olympian.robot import Robot
from olympian.vision.camera import CameraPose, Lens, PastStates, Pinhole, supporting_foot
from olympian.vision.colour import ColourTable
from olympian.vision.eyes import GAMES, Eyes
from olympian.vision.on_ground import OnGround
from olympian.vision.seen import Seen


class Onlooker:
    """Owns the eyes of one robot."""

    def __init__(
        self,
        robot: Robot,
        lens: Lens,
        table: ColourTable | None,
        sizes: tuple[float, float],
    ) -> None:
        """Args: sizes: radii of ball and centre circle, metres."""
        self._pose, self._lens = CameraPose(robot), lens
        self._eyes = Eyes(lens, table, *sizes, level=True)
        self._run = 0
        self._on_ground = OnGround(lens, self._eyes.table, self._eyes.ball_radius)

    def __call__(
        self,
        picture: Bytes,
        run: int,
        t: float,
        place: Place,
        q: Vec,
        R_world_torso: Mat3,
        support: int | None,
    ) -> Seen:
        """What a picture shows that was taken at `t`, when joints and torso were like this.

        Args: run: what was learnt of light and tilt in another run is forgotten.
        """
        if run != self._run:
            self._run = run
            self._eyes.reset()
        T = None if support is None else self._pose.T_place_camera(q, R_world_torso, support)
        found = self._eyes.see(picture.reshape(self._lens.height, self._lens.width, 3), T)
        return self._on_ground(found, t, place)

    def close(self) -> None:
        """Nothing is held."""


DELAY = 0.02
"""Seconds from a picture's arrival until what it shows is told: four times what a look takes."""
SLOTS = 3
"""Pictures that may be looked at or wait for it."""


class _Look(NamedTuple):
    due: float
    ticket: int


class Watcher:
    """Looks at a robot's pictures beside its loop; engine with `step` and `reset`.

    The camera's pose is that of the estimate at the time of the picture, not at its arrival. What
    a picture shows is told a fixed time after it came. If it is not ready by then, the loop waits:
    the same run sees the same things at the same ticks.
    """

    def __init__(
        self,
        robot: Robot,
        game: str = "modern",
        table: ColourTable | None = None,
        lens: Lens | None = None,
        *,
        delay: float = DELAY,
        lane: int = 0,
    ) -> None:
        """
        Args:
            game: whose ball and centre circle are looked for; see `GAMES`.
            table: of colours; by default the game's own, by formula.
            lens: of the camera; by default the pinhole of the robot's description.
            delay: seconds from a picture's arrival until it is told what it shows.
            lane: of the process that looks; where the picture was drawn, it need not be copied.
        """
        if game not in GAMES:
            raise unknown("game", game, GAMES)
        CameraPose(robot)  # says what a robot lacks that cannot see
        assert robot.camera is not None, "or else its pose could not be asked"
        self.lens = lens or Pinhole.of_robot(robot.camera)
        size = self.lens.height * self.lens.width * 3
        given = (robot, self.lens, table, GAMES[game])
        self._helper = Helper(Onlooker, *given, shared=SLOTS * size, lane=lane)
        self._size = size
        self._delay = delay
        self._looks: deque[_Look] = deque()
        self._run = 0
        self.reset()

    def reset(self) -> None:
        """Nothing was seen yet."""
        for look in self._looks:
            self._helper.forget(look.ticket)
        self._looks.clear()
        self._past = PastStates()
        self._last: CameraFrame | None = None
        self._taken = 0
        self._run += 1
        self.seen = Seen()
        """What the last picture showed that was told."""

    def step(self, state: RobotState) -> Seen:
        """What is seen at this tick.

        Args: state: its sensors may have a picture, which may be older than they are.
        """
        self._past.step(state)
        picture = state.sensors.camera
        if picture is not None and picture is not self._last:
            self._last = picture
            self._look(picture, state)
        while self._looks and self._looks[0].due <= state.t + 1e-9:
            self.seen = self._helper.answer(self._looks.popleft().ticket)
        return self.seen

    def close(self) -> None:
        """Look at no more pictures."""
        self.reset()
        self._helper.close()

    def _look(self, picture: CameraFrame, state: RobotState) -> None:
        height, width = picture.rgb.shape[:2]
        if (height, width) != (self.lens.height, self.lens.width):
            wanted = f"{self.lens.width} × {self.lens.height}"
            raise OlympianError(f"picture: {width} × {height}; the lens has {wanted}")
        if len(self._looks) == SLOTS:  # they come faster than they are told
            self.seen = self._helper.answer(self._looks.popleft().ticket)
        then = self._past.at(picture.t)
        pose = (then.q, then.R_world_torso, supporting_foot(then))
        ticket = self._helper.ask(self._where(picture), self._run, then.t, then.place, *pose)
        self._looks.append(_Look(state.t + self._delay, ticket))

    def _where(self, picture: CameraFrame) -> SharedBytes:
        """Where the other process has this picture; it is copied only if that one has not."""
        if (lies := picture.beside) is not None and self._helper.reaches(lies):
            return lies.region
        start = self._taken % SLOTS * self._size
        self._helper.memory[start : start + self._size] = picture.rgb.reshape(-1)
        self._taken += 1
        return self._helper.region(start, start + self._size)
