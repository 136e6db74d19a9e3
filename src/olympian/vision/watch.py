"""The eyes in the loop: each picture that comes with the sensors becomes one `Seen`."""

from collections import deque
from dataclasses import dataclass
from math import isfinite, nan
from typing import NamedTuple

import numpy as np

from olympian.beside import Bytes, Helper, SharedBytes
from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat3, Mat4, Place, Vec
from olympian.records import CameraFrame, RobotState
from olympian.robot import Robot
from olympian.vision.camera import CameraPose, Lens, PastStates, Pinhole, supporting_foot, to_field
from olympian.vision.colour import ColourTable, SeenGoal, SeenObstacle
from olympian.vision.eyes import GAMES, Eyes, SeenFrame
from olympian.vision.shape import Crossing, FieldCircle, FieldLine
from olympian.vision.truth import BallDisc


@dataclass(frozen=True)
class BallPlace:
    """A ball on the ground."""

    ahead: float
    left: float
    """Metres from where the robot stood when the picture was taken, along its heading."""
    x: float
    y: float
    """Metres in the frame of `RobotState.place`."""
    disc: BallDisc
    """Where it is in the picture."""

    def __str__(self) -> str:
        side = "left" if self.left >= 0.0 else "right"
        return f"{self.ahead:.2f} m ahead, {abs(self.left):.2f} m {side}"


@dataclass(frozen=True, eq=False)
class Seen:
    """What one picture showed; an empty one before the first.

    Places are metres ahead and left on the ground. Zero is the middle between the robot's soles,
    and ahead is where its torso faced, at the time of the picture.
    """

    t: float = nan
    """When the picture was taken, by the clock of the sensors; NaN: none yet."""
    place: Place = Place()  # noqa: RUF009  it is frozen
    """Where the robot believed it was then."""
    T_place_camera: Mat4 | None = None
    """Where its camera was over the ground; None: no foot carried, or the attitude was unknown."""
    ball: BallPlace | None = None
    lines: tuple[FieldLine, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    circle: FieldCircle | None = None
    goals: tuple[SeenGoal, ...] = ()
    """Yellow and blue ones; white goals are not told from lines."""
    obstacles: tuple[SeenObstacle, ...] = ()


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
        self._eyes = Eyes(lens, table, *sizes)

    def __call__(
        self,
        picture: Bytes,
        t: float,
        place: Place,
        q: Vec,
        R_world_torso: Mat3,
        support: int | None,
    ) -> Seen:
        """What a picture shows that was taken at `t`, when joints and torso were like this."""
        T = None if support is None else self._pose.T_place_camera(q, R_world_torso, support)
        found = self._eyes.see(picture.reshape(self._lens.height, self._lens.width, 3), T)
        objects, markings = found.objects, found.markings
        return Seen(
            t=t,
            place=place,
            T_place_camera=T,
            ball=None if T is None else self._ball(found, T, place),
            lines=() if markings is None else tuple(markings.lines),
            crossings=() if markings is None else tuple(markings.crossings),
            circle=None if markings is None else markings.circle,
            goals=(*objects.yellow_goals, *objects.blue_goals),
            obstacles=tuple(objects.obstacles),
        )

    def close(self) -> None:
        """Nothing is held."""

    def _ball(self, found: SeenFrame, T_place_camera: Mat4, place: Place) -> BallPlace | None:
        """By its shape, or else by its colour; its centre is one radius above the ground."""
        disc, coloured = found.ball, found.objects.ball
        if disc is None and coloured is not None:
            disc = BallDisc(coloured.x, coloured.y, coloured.radius, 1.0)
        if disc is None:
            return None
        centre, radius = np.array([disc.x, disc.y]), self._eyes.ball_radius
        ahead, left = to_field(self._lens, T_place_camera, centre, radius).tolist()
        if not (isfinite(ahead) and isfinite(left)):
            return None
        there = place.then(Place(ahead, left))
        return BallPlace(ahead, left, there.x, there.y, disc)


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
    ) -> None:
        """
        Args:
            game: whose ball and centre circle are looked for; see `GAMES`.
            table: of colours; by default the game's own, by formula.
            lens: of the camera; by default the pinhole of the robot's description.
            delay: seconds from a picture's arrival until it is told what it shows.
        """
        if game not in GAMES:
            raise unknown("game", game, GAMES)
        CameraPose(robot)  # says what a robot lacks that cannot see
        assert robot.camera is not None, "or else its pose could not be asked"
        self.lens = lens or Pinhole.of_robot(robot.camera)
        size = self.lens.height * self.lens.width * 3
        given = (robot, self.lens, table, GAMES[game])
        self._helper = Helper(Onlooker, *given, shared=SLOTS * size)
        self._size = size
        self._delay = delay
        self._looks: deque[_Look] = deque()
        self.reset()

    def reset(self) -> None:
        """Nothing was seen yet."""
        for look in self._looks:
            self._helper.forget(look.ticket)
        self._looks.clear()
        self._past = PastStates()
        self._last: CameraFrame | None = None
        self._taken = 0
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
        ticket = self._helper.ask(self._where(picture), then.t, then.place, *pose)
        self._looks.append(_Look(state.t + self._delay, ticket))

    def _where(self, picture: CameraFrame) -> SharedBytes:
        """Where the other process has this picture; it is copied only if that one has not."""
        if (lies := picture.beside) is not None and self._helper.reaches(lies):
            return lies.region
        start = self._taken % SLOTS * self._size
        self._helper.memory[start : start + self._size] = picture.rgb.reshape(-1)
        self._taken += 1
        return self._helper.region(start, start + self._size)
