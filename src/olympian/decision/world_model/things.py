"""All that is tracked, in the axes of the odometry, and the record that is made of it."""

from dataclasses import dataclass
from math import hypot

import numpy as np

from olympian.decision.localise import Certainty, Localisation
from olympian.decision.world_model.model import TrackedBall, TrackedRobot, WorldModel
from olympian.decision.world_model.post_memory import PostMemory
from olympian.decision.world_model.robot_tracks import RobotTrack, RobotTracks
from olympian.decision.world_model.rolling import way_to_rest
from olympian.decision.world_model.rolling_ball_filter import RollingBallFilter
from olympian.decision.world_model.unseen_ball import UnseenBall
from olympian.geometry import Place, Vec, sealed
from olympian.records import RobotState

__all__ = ["TrackedThings"]


@dataclass(frozen=True, eq=False)
class TrackedThings:
    """Ball, robots and posts; where a ball may be that is not in sight."""

    ball: RollingBallFilter
    robots: RobotTracks
    posts: PostMemory
    unseen: UnseenBall

    def reset(self) -> None:
        """Nothing was ever seen."""
        self.ball.reset()
        self.robots.reset()
        self.posts.reset()
        self.unseen.reset()

    def model(
        self, state: RobotState, localisation: Localisation | None, seen_at: float
    ) -> WorldModel:
        """What is believed at this tick.

        Args: localisation: None: the place is that of the odometry, which has no word for it.
        """
        frame = _Frame(state, localisation)
        robots = [frame.robot(track) for track in self.robots.known]
        return WorldModel(
            state.t,
            frame.place,
            frame.covariance,
            Certainty.UNSURE if localisation is None else localisation.certainty,
            frame.ball(self.ball) if self.ball.known else None,
            tuple(sorted(robots, key=lambda one: hypot(one.ahead, one.left))),
            tuple(frame.placed(*at) for at in self.posts.known),
            None if self.ball.known else self.unseen.chart,
            seen_at,
        )


class _Frame:
    """From the odometry's axes to those of robot and field, at one tick."""

    def __init__(self, state: RobotState, localisation: Localisation | None) -> None:
        self.t, self.place, self._odometry = state.t, state.place, state.odometry.place
        known = localisation is not None
        self.covariance = localisation.covariance if known else state.odometry.covariance
        self._back = self._odometry.turn.T
        self._turn = self.place.turn

    def placed(self, x: float, y: float) -> tuple[float, float]:
        """x and y on the field."""
        there = self.place.then(Place(*self._odometry.seen(x, y)))
        return there.x, there.y

    def ball(self, ball: RollingBallFilter) -> TrackedBall:
        x, P = ball.at(self.t)
        ahead, left = self._odometry.seen(*x[:2].tolist())
        speed = self._back @ x[2:]
        (vx, vy), (fx, fy) = (self._turn @ speed).tolist(), self.placed(*x[:2].tolist())
        own = _turned(P, self._back)
        fast, rolls = hypot(vx, vy), ball.rolls
        way = way_to_rest(fast, ball.deceleration) / fast if rolls and fast > 0.0 else 0.0
        return TrackedBall(
            x=fx, y=fy, vx=vx, vy=vy, ahead=ahead, left=left,
            v_ahead=float(speed[0]), v_left=float(speed[1]), covariance=own,
            field_covariance=self._on_field(own, (ahead, left), speed),
            rolls=rolls, stops_at=(fx + way * vx, fy + way * vy),
            certainty=ball.certainty, seen_at=ball.seen_at,
        )  # fmt: skip

    def robot(self, track: RobotTrack) -> TrackedRobot:
        x, P = track.at(self.t)
        at = x[:2].tolist()
        ahead, left = self._odometry.seen(*at)
        vx, vy = (self._turn @ self._back @ x[2:]).tolist()
        return TrackedRobot(
            track.id, track.allegiance, *self.placed(*at), vx, vy, ahead, left,
            sealed(self._back @ P[:2, :2] @ self._back.T), track.certainty, track.seen_at,
        )  # fmt: skip

    def _on_field(self, own: Vec, at: tuple[float, float], speed: Vec) -> Vec:
        """The same in the field's axes, with what the own place is uncertain by."""
        P = np.array(_turned(own, self._turn))
        J = np.zeros((4, 3))
        J[0, 0] = J[1, 1] = 1.0
        (x, y), (vx, vy) = (self._turn @ np.array(at)).tolist(), (self._turn @ speed).tolist()
        J[:, 2] = -y, x, -vy, vx
        return sealed(P + J @ self.covariance @ J.T)


def _turned(P: Vec, turn: Vec) -> Vec:
    """(4, 4) of place and speed in other axes."""
    T = np.zeros((4, 4))
    T[:2, :2] = T[2:, 2:] = turn
    return sealed(T @ P @ T.T)
