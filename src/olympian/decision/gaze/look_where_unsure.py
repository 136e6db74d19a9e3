"""A head that looks where it learns most for the time that a look takes."""

from collections.abc import Callable, Sequence
from math import hypot, inf

import numpy as np

from olympian.decision.gaze.head_views import HeadViews
from olympian.decision.gaze.unlooked import UnlookedGround
from olympian.decision.gaze.worth import Interests, Worth
from olympian.decision.head import Pointing, head_of
from olympian.decision.head.head import SPEED, HeadTurn
from olympian.decision.world_model import WorldModel
from olympian.geometry import Mat4, Place, T_from, Vec
from olympian.motion import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot
from olympian.state import in_torso
from olympian.state.torso import T_start_torso
from olympian.vision.camera import Lens
from olympian.world import Pitch

__all__ = ["LookWhereUnsure"]

DWELL = 0.2
"""Seconds for which it looks at least: the eyes need some sharp pictures."""
AGAIN = 0.15
"""Seconds from one choice to the next while it stays."""
SETTLES = 0.12
"""Seconds after a turn until what is seen there is told."""
STAYS = 1.15
"""By how much more another look has to be worth, for each second, than to stay."""

ONE = 0.5
"""Metres that a thing is moved at most between two choices."""


class LookWhereUnsure:
    """Chooses a gaze, turns there, stays as long as that is worth most; a skill of the head.

    What a look is worth is divided by the seconds that turning and looking take. So the head goes
    far only for what it knows little about, and on its way back to the ball passes what is near.
    """

    status = SkillStatus.RUNNING
    """There is always something that one could know better."""
    reason = ""
    """Nothing keeps it from looking somewhere."""

    def __init__(
        self,
        robot: Robot,
        lens: Lens,
        world: Callable[[], WorldModel],
        pitch: Pitch | None = None,
        interests: Interests = Interests(),  # noqa: B008  it is frozen
    ) -> None:
        """Args:
        world: what the robot believes now.
        pitch: the field; None elsewhere.
        """
        self.head, self._world = head_of(robot), world
        self._views, self._pointing = HeadViews(self.head, lens), Pointing(self.head)
        self._worth, self._turn = Worth(self._views, pitch, interests), HeadTurn(self.head)
        self._unlooked = UnlookedGround()
        self.reset()

    def reset(self) -> None:
        """Begin again from where the head is."""
        self._turn.reset()
        self._unlooked.reset()
        self._wish: Vec | None = None
        self._point: tuple[float, float] | None = None
        self._chosen = self._noted = -inf
        self._there = 0.0

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        now = self._turn.begin_at(state.q)
        arrived = self._wish is None or bool(np.abs(now - self._wish).max() < 1e-3)
        self._there = self._there + dt if arrived else 0.0
        due = self._wish is None or (arrived and self._there >= DWELL)
        if due and state.t - self._chosen >= AGAIN and state.legs is not None:
            self._choose(state, now)
        if self._point is not None:  # a thing stays in the middle while the robot walks
            self._wish = self._towards(state, self._point)
        wish = now if self._wish is None else self._wish
        return self._turn.step(wish, state.q, dt)

    def _choose(self, state: RobotState, now: Vec) -> None:
        """Compare all looks, and take the one that is worth most a second."""
        world, T_place_base = self._world(), self._T_place_base(state)
        points = [(one.x, one.y) for one in (*([world.ball] if world.ball else []), *world.robots)]
        more = [now, *(self._towards(state, point) for point in points)]
        angles, cameras = self._views.with_more(np.array(more))
        first = len(angles) - len(more)
        cameras = T_place_base @ cameras
        turn = state.odometry.place.turn
        self._note(state, cameras[first], turn)
        worth = self._worth.of(world, self._unlooked, turn, cameras)
        seconds = np.abs(angles - now).max(axis=1) / SPEED
        seconds += np.where(seconds > 0.0, SETTLES, 0.0) + DWELL
        rate = worth / seconds
        rate[first] = max(rate[first], 1e-9) * STAYS
        best = int(rate.argmax())
        self._chosen = state.t
        if best == first:
            self._point = _same(points, self._point)
            return
        self._there = 0.0
        self._point = points[best - first - 1] if best > first else None
        self._wish = self.head.inside(angles[best])

    def _note(self, state: RobotState, camera: Mat4, turn: Vec) -> None:
        """It has looked here."""
        dt = state.t - self._noted if self._noted > -inf else 0.0
        chances = self._worth.chances(camera, self._unlooked.points(turn))
        self._unlooked.step(chances, dt)
        self._noted = state.t

    def _towards(self, state: RobotState, point: tuple[float, float]) -> Vec:
        at = in_torso(state, np.array([*point, 0.0]))
        return self._pointing.at(self.head.in_base(at, state.q)).angles

    def _T_place_base(self, state: RobotState) -> Mat4:  # noqa: N802
        """The link that carries the head, from the ground between the soles."""
        back: Place = state.place.inverse()
        T = T_from((back.x, back.y, 0.0), (0.0, 0.0, back.yaw)) @ T_start_torso(state)
        return T @ self.head.T_torso_base(state.q)


def _same(
    points: Sequence[tuple[float, float]], point: tuple[float, float] | None
) -> tuple[float, float] | None:
    """Where the thing is now that was at a point; None: it is no more, or there was none."""
    if point is None:
        return None
    near = [one for one in points if hypot(one[0] - point[0], one[1] - point[1]) < ONE]
    return near[0] if near else None
