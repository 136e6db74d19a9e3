"""From one picture to the next: what was seen, what should have been, and what that means."""

from collections.abc import Sequence
from math import isnan

import numpy as np

from olympian.decision.localise import Certainty, Localisation
from olympian.decision.localise.way import PastOdometry
from olympian.decision.world_model.camera_view import CameraView, spread_points
from olympian.decision.world_model.drift import Drift
from olympian.decision.world_model.ground_sight import GroundSight, Sights
from olympian.decision.world_model.model import ROBOT_RADIUS, WorldModel
from olympian.decision.world_model.post_memory import PostMemory
from olympian.decision.world_model.robot_tracks import RobotTracks
from olympian.decision.world_model.rolling_ball_filter import BallSight, RollingBallFilter
from olympian.decision.world_model.things import TrackedThings
from olympian.decision.world_model.unseen_ball import UnseenBall, detected_at
from olympian.geometry import Place, Vec
from olympian.records import RobotState, Semantic
from olympian.vision import Seen
from olympian.vision.camera import Lens
from olympian.world import Ball, Pitch

__all__ = ["WorldTracker"]

UPRIGHT, STEADY = 0.94, 0.5
"""Cosine of the tilt up to which it stands, and seconds of standing after which pictures show what
is where: in a fall the camera is not where the joints say."""
HANDS = 0.3
"""Seconds in somebody's hands after which it may be put down anywhere."""
SHOWS_ROBOTS = 0.7
"""How often a robot is seen where a ball would be: the eyes miss more of them."""
CHART_S = 0.1
"""Seconds from one look at the chart to the next."""
ROOM = (5.0, 5.0)
"""Half the metres of a floor that is no football field."""
LAWN = 0.2
"""m/s² by which a ball slows down where the world says nothing about one."""


class WorldTracker:
    """Tracks ball, robots and posts of one robot; engine with `step` and `reset`.

    Things are tracked in the axes of the odometry: where they lie from the robot is then as good
    as the eyes, and does not jump when it finds itself elsewhere on the field.
    """

    def __init__(
        self,
        lens: Lens,
        ball: Ball | None = None,
        pitch: Pitch | None = None,
        own_colour: str = "cyan",
    ) -> None:
        """Args:
        ball: the one that is played with.
        pitch: the field, if it is on one.
        own_colour: of the marks of its own team.
        """
        self.lens, self.own_colour = lens, own_colour
        self._height = 0.0 if ball is None else ball.radius
        deceleration = LAWN if ball is None else ball.deceleration
        half = ROOM
        if pitch is not None:
            half = (pitch.length / 2 + pitch.border, pitch.width / 2 + pitch.border)
        self._things = TrackedThings(
            RollingBallFilter(deceleration), RobotTracks(), PostMemory(), UnseenBall(half)
        )
        self.reset()

    def reset(self) -> None:
        """Nothing was ever seen."""
        self._things.reset()
        self._past = PastOdometry()
        self._stands, self._hands = STEADY, 0.0
        self._seen_t = self._seen_at = float("nan")
        self._charted, self._pictures = 0.0, 0
        self._state: RobotState | None = None
        self._localisation: Localisation | None = None
        self._model: WorldModel | None = None

    @property
    def model(self) -> WorldModel:
        """What it believes at the last tick; made when somebody asks."""
        if self._state is None:
            return WorldModel(0.0, Place(), np.zeros((3, 3)), Certainty.LOST)
        if self._model is None:
            self._model = self._things.model(self._state, self._localisation, self._seen_at)
        return self._model

    def step(
        self,
        state: RobotState,
        seen: Seen,
        about: Semantic,
        dt: float,
        localisation: Localisation | None = None,
    ) -> None:
        """One more tick.

        Args:
            seen: the last picture that was told.
            about: what the robot is about.
            localisation: None: its place is that of its odometry.
        """
        self._state, self._localisation, self._model = state, localisation, None
        self._past.step(state.t, state.odometry)
        upright = state.R_world_torso[2, 2] > UPRIGHT
        self._stands = self._stands + dt if upright else 0.0
        self._feel(about, dt)
        if not isnan(seen.t) and seen.t != self._seen_t:
            self._seen_t = seen.t
            if seen.T_place_camera is not None and self._stands >= STEADY and not self._hands:
                self._look(seen, CameraView(seen.T_place_camera, self.lens))

    def _feel(self, about: Semantic, dt: float) -> None:
        """Whoever is carried does not know where things are any more."""
        self._hands = self._hands + dt if about is Semantic.PICKED_UP else 0.0
        if self._hands > HANDS or about is Semantic.PENALTY:
            self._things.reset()

    def _look(self, seen: Seen, view: CameraView) -> None:
        """A picture: what it shows, and what it does not."""
        start = self._past.at
        moved = self._past.until(seen.t)
        if moved is not None:
            drift = Drift.of(moved, start)
            self._things.ball.carried(drift)
            self._things.robots.carried(drift)
        place, self._seen_at = self._past.at, seen.t
        sights = Sights.of(seen, self.own_colour)
        self._look_for_robots(sights.robots, view, place)
        self._look_for_ball(sights.ball, view, place, seen)
        self._things.posts.step(seen.t, [place.then(Place(*at)) for at in sights.posts])

    def _look_for_robots(
        self, sights: Sequence[GroundSight], view: CameraView, place: Place
    ) -> None:
        tracks, turn = self._things.robots, place.turn
        tracks.predict(self._seen_t)
        points = [place.then(Place(one.ahead, one.left)).xy for one in sights]
        spreads = [turn @ one.covariance @ turn.T for one in sights]
        chances = [
            SHOWS_ROBOTS * self._detected(track.x[:2], track.P[:2, :2], 0.0, view, place)
            for track in tracks.tracks
        ]
        tracks.step(self._seen_t, points, spreads, sights, chances)

    def _look_for_ball(
        self, sight: GroundSight | None, view: CameraView, place: Place, seen: Seen
    ) -> None:
        ball, before = self._things.ball, None
        chance = 0.0
        if ball.known:
            x, P = ball.at(seen.t)
            before, chance = x[:2], self._detected(x[:2], P[:2, :2], self._height, view, place)
        told = None
        if sight is not None:
            xy = place.then(Place(sight.ahead, sight.left)).xy
            R = place.turn @ sight.covariance @ place.turn.T
            told = BallSight(seen.t, xy, R, sight.certainty)
        ball.step(seen.t, told, chance)
        self._chart(before, view, place, seen)

    def _chart(self, before: Vec | None, view: CameraView, place: Place, seen: Seen) -> None:
        """Note where no ball is, as long as there is none."""
        ball, unseen = self._things.ball, self._things.unseen
        if ball.known:
            self._charted, self._pictures = seen.t, 0
            return
        if before is not None:
            unseen.lost(seen.place.then(place.inverse()).then(Place(*before.tolist())).xy)
        self._pictures += 1
        if seen.t - self._charted >= CHART_S:
            unseen.step(view, seen.place, seen.t - self._charted, self._pictures)
            self._charted, self._pictures = seen.t, 0

    def _detected(self, xy: Vec, P: Vec, height: float, view: CameraView, place: Place) -> float:
        """Probability that a picture shows a thing, by how much of where it may be is in it."""
        points = (spread_points(xy, P) - place.xy) @ place.turn
        chance = detected_at(view.away(points)) * view.holds(points, height)
        if not chance.any():
            return 0.0
        for track in self._things.robots.known:
            screen = (track.x[:2] - place.xy) @ place.turn
            if view.hides(screen, ROBOT_RADIUS, points[0]):
                return 0.0
        return float(chance.mean())
