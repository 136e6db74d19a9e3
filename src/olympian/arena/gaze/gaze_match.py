"""A match in which a robot looks about by one rule, and how much it knows at every tick."""

from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from olympian.arena.football.match import SETTLING, Match
from olympian.backend.simulation import BALL
from olympian.decision.head import Track
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.state import in_torso
from olympian.world.ball import ROLLING_MASS

__all__ = ["LOOKS", "GazeMatch", "Known"]

KICK_S, SHOVE_S = (2.5, 6.0), 0.1
"""Seconds from one shove of the ball to the next, and for which one lasts."""
AROUND, SPEED = (0.4, 2.5), (0.3, 1.6)
"""Metres from the robot to where a ball is shoved, and m/s."""
INSIDE = 0.3
"""Metres from the lines within which it should stay."""
BALL_TO, ROBOT_TO = 5.0, 3.0
"""Metres up to which ball and robots should be known."""
WARM_S = 3.0
"""Seconds after which it counts: nobody has looked round before."""
NOWHERE = 5.0
"""Metres that a ball is off of which it knows nothing: as far as one counts at all."""


class Known(NamedTuple):
    """What it was off by at one tick."""

    ball: float
    """Metres, from the robot; `NOWHERE`: it knows of none; NaN: none is on the field nearby."""
    place: float
    robots: tuple[float, ...]
    """Metres from each one nearby to the nearest one that it knows of."""


class GazeMatch(Match):
    """The referee shoves the ball now and then; the robot is told nothing."""

    def __init__(self, field: str, seed: int, looks: str) -> None:
        """Args: looks: one of `LOOKS`."""
        super().__init__(field, seed, finds_itself=True)
        self._looks = LOOKS[looks](self._robot)
        self._referee = np.random.default_rng([seed, 24])
        self._shove_at = WARM_S

    def play(self, seconds: float) -> list[Known]:
        """Every tick of it."""
        found: list[Known] = []
        while self._simulation.t < seconds:
            truth = self._nearby()
            self._tick({})
            if (t := self._simulation.t) > SETTLING:
                self._looks()
            if t > WARM_S:
                found.append(self._known(*truth))
            if t > self._shove_at:
                self._shove_at = t + float(self._referee.uniform(*KICK_S))
                self._shove(truth[0])
        return found

    def _gaze(self) -> None:
        """The robot decides by itself."""

    def _nearby(self) -> tuple[Place, tuple[float, float], list[tuple[float, float]]]:
        """Where it is; the ball on the field, and the others, from it."""
        x, y = self._simulation.data.body(BALL).xpos[:2].tolist()
        others = [self._true(1 + index) for index in range(len(self._others))]
        return self._true(0), (x, y), [(one.x, one.y) for one in others]

    def _known(
        self, here: Place, ball: tuple[float, float], others: list[tuple[float, float]]
    ) -> Known:
        world = self._robot.world_model
        at = here.seen(*ball)
        half = (self._pitch.length / 2 + 0.1, self._pitch.width / 2 + 0.1)
        off = NOWHERE
        if hypot(*at) > BALL_TO or abs(ball[0]) > half[0] or abs(ball[1]) > half[1]:
            off = float("nan")
        elif world.ball is not None:
            off = min(hypot(world.ball.ahead - at[0], world.ball.left - at[1]), NOWHERE)
        near = [spot for spot in (here.seen(*one) for one in others) if hypot(*spot) < ROBOT_TO]
        robots = [
            min((hypot(a.ahead - x, a.left - y) for a in world.robots), default=NOWHERE)
            for x, y in near
        ]
        place = hypot(world.place.x - here.x, world.place.y - here.y)
        return Known(off, place, tuple(robots))

    def _shove(self, here: Place) -> None:
        """Kick the ball to somewhere near the robot, as far as the field goes."""
        chance, ball = self._referee, self._simulation.world.ball
        assert ball is not None, "a match has one"
        way, far = float(chance.uniform(-pi, pi)), float(chance.uniform(*AROUND))
        half = (self._pitch.length / 2 - INSIDE, self._pitch.width / 2 - INSIDE)
        goal = (here.x + far * cos(way), here.y + far * sin(way))
        x, y = (min(max(at, -most), most) for at, most in zip(goal, half, strict=True))
        bx, by = self._simulation.data.body(BALL).xpos[:2].tolist()
        speed = min(max(sqrt(2 * ball.deceleration * hypot(x - bx, y - by)), SPEED[0]), SPEED[1])
        force = ROLLING_MASS * ball.mass * speed / SHOVE_S
        angle = atan2(y - by, x - bx)
        self._simulation.push_ball(force * np.array([cos(angle), sin(angle), 0.0]), SHOVE_S)


Look = Callable[[], None]
"""Called at every tick from when the robot stands."""


def _once(begin: Callable[[Humanoid], None]) -> Callable[[Humanoid], Look]:
    def looks(robot: Humanoid) -> Look:
        waiting = [begin]

        def look() -> None:
            if waiting:
                waiting.pop()(robot)

        return look

    return looks


def _ball_only(robot: Humanoid) -> Look:
    """Follows the ball, and searches by a pattern where it knows of none."""
    track = Track(robot.robot)
    begun = [False]

    def look() -> None:
        if not begun[0] and robot.head is not None:
            robot.head.look(track, "follows the ball")
            begun[0] = True
        ball, state = robot.world_model.ball, robot.state
        if ball is not None and state is not None:
            track.seen(in_torso(state, np.array([ball.x, ball.y, 0.0])))

    return look


LOOKS: dict[str, Callable[[Humanoid], Look]] = {
    "where unsure": _once(lambda robot: robot.look_where_unsure()),
    "pattern field": _once(lambda robot: robot.look_around("field")),
    "pattern near": _once(lambda robot: robot.look_around("near")),
    "ball only": _ball_only,
}
"""Ways to look about: the skill of the library, and fixed ones beside it."""
