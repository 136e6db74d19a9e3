"""What a look in each direction is worth: how much less one would be unsure, in nats.

A thing that is known well enough for its purpose is worth no look. So what is wanted of it is
added to its covariance before and after the look: 0.5 ln det(P + E) − 0.5 ln det(P' + E).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.decision.gaze.head_views import HeadViews
from olympian.decision.gaze.landmarks import Landmarks, information
from olympian.decision.gaze.unlooked import UnlookedGround
from olympian.decision.localise import Certainty
from olympian.decision.world_model import TrackedBall, TrackedRobot, WorldModel
from olympian.decision.world_model.camera_view import BEHIND, spread_points
from olympian.decision.world_model.ground_sight import FOOT, ROUND, sight_covariance
from olympian.decision.world_model.model import ROBOT_RADIUS
from olympian.decision.world_model.unseen_ball import detected_at
from olympian.geometry import Place, Vec
from olympian.world import Pitch

__all__ = ["Interests", "Worth"]


_AROUND = np.array(
    [(r * np.cos(a), r * np.sin(a)) for r in (0.4, 0.8) for a in np.arange(0.0, 6.2, np.pi / 4)]
)
"""Metres from where a ball was that is not there any more."""


@dataclass(frozen=True)
class Interests:
    """What counts how much; all zero but one looks for one thing alone."""

    ball: float = 2.0
    place: float = 0.6
    robots: float = 0.5
    """Those that are known."""
    strangers: float = 0.04
    """That somebody has come where one has not looked, for each point round the robot."""


BALL_M, PLACE_M, PLACE_RAD, ROBOT_M = 0.05, 0.1, 0.06, 0.15
"""What is good enough: standard deviations of ball, place, heading and others."""
SOON = 0.6
"""Seconds ahead for which the ball should be known: a fast one is elsewhere by then."""
LOOKS = 2.5
"""Pictures of a look that tell something new; the others err alike."""
WALKS = 0.25
"""m/s of other robots."""
NEAR, FAR = 2.0, 5.0
"""Metres up to which others count in full, and from which they count nothing."""
FOUND_AGAIN = 6.0
"""Nats of a ball that is found which may have been anywhere."""
PLAYS_M = 2.0
"""Metres at which a ball that is found counts half of one at its feet: one plays with near ones."""
LOST = 0.15
"""Nats of each point round a lost robot where it has not looked lately."""


class Worth:
    """Values gazes by what is believed now."""

    def __init__(self, views: HeadViews, pitch: Pitch | None, interests: Interests) -> None:
        """Args: pitch: the field; None on other floors."""
        self._views, self._interests = views, interests
        self._landmarks = None if pitch is None else Landmarks(pitch)
        self._half: Vec | None = None
        if pitch is not None:
            half = (pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border)
            self._half = np.array(half)
        self._good_place = np.diag([PLACE_M**2, PLACE_M**2, PLACE_RAD**2])

    def of(self, world: WorldModel, unlooked: UnlookedGround, turn: Vec, cameras: Vec) -> Vec:
        """(n,) of gazes with cameras (n, 4, 4) in the axes of the robot.

        Args: turn: (2, 2) from the robot's axes to those of `unlooked`.
        """
        eye = cameras[0, :3, 3]
        claims = [*self._of_ball(world, eye), *self._of_others(world, eye)]
        claims.append(self._of_strangers(world, unlooked, turn))
        spots = np.vstack([claim.points for claim in claims])
        chances = self._sees(cameras, spots, world, eye) * detected_at(_away(spots, eye))
        worth = chances @ np.concatenate([claim.nats for claim in claims])
        if self._landmarks is not None and world.certainty is not Certainty.LOST:
            at, told = self._landmarks.seen_from(world.place, float(eye[2]))
            shown = self._sees(cameras, at, world, eye)
            worth += self._interests.place * self._of_place(world, shown, told)
        return worth

    def _sees(self, cameras: Vec, spots: Vec, world: WorldModel, eye: Vec) -> NDArray[np.bool_]:
        """(n, m) which camera has which spot (m, 2) in its picture, and nobody stands before it."""
        level = np.column_stack([spots, np.zeros(len(spots))])
        return self._views.sees(cameras, level) & ~_hidden(spots, world, eye)

    def _of_ball(self, world: WorldModel, eye: Vec) -> Iterator["_Claim"]:
        """Where it is believed; around that, as far as it is not there; or where it may be."""
        wants, ball = self._interests.ball, world.ball
        if ball is not None:
            at = np.array([ball.ahead, ball.left])
            yield _Claim.shared(
                spread_points(at, ball.covariance[:2, :2]), wants * _ball(ball, eye)
            )
            yield _Claim.shared(at + _AROUND, wants * FOUND_AGAIN * (1.0 - ball.certainty))
        elif world.chart is not None:
            spots = (world.chart.cells - world.place.xy) @ world.place.turn
            likely = world.chart.probability / (1.0 + (_away(spots, eye) / PLAYS_M) ** 2)
            yield _Claim(spots, wants * FOUND_AGAIN * likely)

    def _of_others(self, world: WorldModel, eye: Vec) -> Iterator["_Claim"]:
        for one in world.robots:
            spots = spread_points(np.array([one.ahead, one.left]), one.covariance)
            yield _Claim.shared(spots, self._interests.robots * _robot(one, eye))

    def _of_strangers(self, world: WorldModel, unlooked: UnlookedGround, turn: Vec) -> "_Claim":
        wants, spots = self._interests, unlooked.points(turn)
        lost = wants.place * LOST if world.certainty is Certainty.LOST else 0.0
        return _Claim(
            spots, (wants.strangers + lost) * unlooked.new * self._on_carpet(spots, world)
        )

    def chances(self, camera: Vec, points: Vec) -> Vec:
        """(m,) that one picture shows what stands at points (m, 2)."""
        level = np.column_stack([points, np.zeros(len(points))])
        away = np.hypot(*(points - camera[:2, 3]).T)
        return self._views.sees(camera[None], level)[0] * detected_at(away)

    def _on_carpet(self, points: Vec, world: WorldModel) -> NDArray[np.bool_]:
        """(n,) where somebody may stand."""
        if self._half is None or world.certainty is Certainty.LOST:
            return np.ones(len(points), dtype=np.bool_)
        at = points[:, :2] @ world.place.turn.T + world.place.xy
        return np.all(np.abs(at) < self._half, axis=1)

    def _of_place(self, world: WorldModel, sees: NDArray[np.bool_], told: Vec) -> Vec:
        """(n,) of views that show some landmarks each."""
        P = _turned(world.covariance, world.place) + 1e-9 * np.eye(3)
        before = np.linalg.slogdet(P + self._good_place)[1]
        more = np.linalg.inv(P) + LOOKS * information(sees, told)
        return 0.5 * (before - np.linalg.slogdet(np.linalg.inv(more) + self._good_place)[1])


@dataclass(frozen=True, eq=False)
class _Claim:
    """Spots on the ground, and what a picture of each is worth."""

    points: Vec
    """(n, 2) metres ahead and left."""
    nats: Vec
    """(n,)"""

    @staticmethod
    def shared(points: Vec, nats: float) -> "_Claim":
        """Spots that stand for one thing."""
        return _Claim(points, np.full(len(points), nats / len(points)))


def _away(spots: Vec, eye: Vec) -> Vec:
    """(n,) metres over the ground from the camera."""
    return np.hypot(spots[:, 0] - eye[0], spots[:, 1] - eye[1])


def _hidden(spots: Vec, world: WorldModel, eye: Vec) -> NDArray[np.bool_]:
    """(n,) which ones lie behind a robot, however far away that is."""
    ways = spots - eye[:2]
    far, hidden = _away(spots, eye), np.zeros(len(spots), dtype=np.bool_)
    for one in world.robots:
        ax, ay = one.ahead - eye[0], one.left - eye[1]
        near = float(np.hypot(ax, ay))
        behind = near + BEHIND + 2.0 * float(np.sqrt(np.trace(one.covariance)))
        across, along = ax * ways[:, 1] - ay * ways[:, 0], ax * ways[:, 0] + ay * ways[:, 1]
        apart = np.abs(np.arctan2(across, along))
        hidden |= (far > behind) & (apart < np.arctan2(ROBOT_RADIUS / 2, near))
    return hidden


def _ball(ball: TrackedBall, eye: Vec) -> float:
    """Of a look that shows it; and of one that shows that it is not there."""
    R = sight_covariance(ball.ahead, ball.left, eye, ROUND) / LOOKS
    P = ball.covariance
    K = np.linalg.solve(P[:2, :2] + R, P[:2]).T
    after = P - K @ P[:2]
    good = BALL_M**2 * np.eye(2)
    sure = ball.certainty
    doubt = -sure * np.log(sure) - (1.0 - sure) * np.log(1.0 - sure) if 0.0 < sure < 1.0 else 0.0
    return _gain(_later(P) + good, _later(after) + good) + doubt


def _later(P: Vec) -> Vec:
    """(2, 2) of where a ball will be."""
    across = SOON * P[:2, 2:]
    return P[:2, :2] + across + across.T + SOON**2 * P[2:, 2:]


def _robot(one: TrackedRobot, eye: Vec) -> float:
    """Of a look that shows it."""
    R = sight_covariance(one.ahead, one.left, eye, FOOT) / LOOKS
    P = one.covariance
    after = P - P @ np.linalg.solve(P + R, P)
    good = (ROBOT_M**2 + (SOON * WALKS) ** 2) * np.eye(2)
    far = float(np.hypot(one.ahead, one.left))
    counts = min(max((FAR - far) / (FAR - NEAR), 0.0), 1.0)
    return counts * _gain(P + good, after + good)


def _gain(before: Vec, after: Vec) -> float:
    return 0.5 * float(np.linalg.slogdet(before)[1] - np.linalg.slogdet(after)[1])


def _turned(covariance: Vec, place: Place) -> Vec:
    """(3, 3) of x, y and yaw in the robot's own axes."""
    T = np.eye(3)
    T[:2, :2] = place.turn.T
    return T @ covariance @ T.T
