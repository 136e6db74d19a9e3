"""What a robot on a football field believes and sees, as pictures for a page."""

import time
from collections.abc import Callable
from math import atan2

import numpy as np

from olympian.backend import ShadowedBackend
from olympian.backend.simulation import BALL
from olympian.beside import Helper, SharedBytes
from olympian.cockpit.football import FootballArtist, FootballView, Truth2d
from olympian.cockpit.session import Session
from olympian.decision.world_model import WorldModel
from olympian.geometry import Place, inverse
from olympian.humanoid import Humanoid
from olympian.records import CameraFrame
from olympian.vision import Seen

__all__ = ["FootballPanel", "sees_football"]

EVERY = 0.2
"""Seconds between two drawings: people look at them, and do nothing by them."""
LATE = 1.0
"""Seconds after which what a picture shows is not waited for any more."""


def sees_football(humanoid: Humanoid) -> bool:
    """Has it open eyes, on a football field?"""
    return humanoid.tracker is not None and humanoid.world.pitch is not None


class FootballPanel:
    """Two pictures and some words, drawn beside the loop and only while somebody looks."""

    def __init__(self, session: Session, looks: Callable[[], bool]) -> None:
        """Args: looks: does anybody look at them now?"""
        self._session, self._looks = session, looks
        humanoid = session.humanoid
        pitch, tracker = humanoid.world.pitch, humanoid.tracker
        assert tracker is not None, "or else there is nothing to draw"
        assert pitch is not None, "or else there is no field"
        self._size = tracker.lens.height * tracker.lens.width * 3
        self._artist = Helper(FootballArtist, pitch, tracker.lens, shared=self._size)
        self._ticket: int | None = None
        self._picture: CameraFrame | None = None
        self._next = self._came = 0.0
        self.field, self.sight = b"", b""
        """JPEG of the field from above, and of what the camera sees."""
        humanoid.after_tick.append(self._watch)

    def close(self) -> None:
        """Draw no more."""
        if self._watch in self._session.humanoid.after_tick:
            self._session.humanoid.after_tick.remove(self._watch)
        self._artist.close()

    def step(self) -> None:
        """Take what was drawn."""
        if self._ticket is None or not self._artist.ready(self._ticket):
            return
        self.field, self.sight = self._artist.answer(self._ticket)
        self._ticket = None

    def _watch(self) -> None:
        """After each tick: is it time to draw, and is what the picture shows told already?"""
        humanoid = self._session.humanoid
        state = humanoid.state
        if state is None or self._ticket is not None or not self._looks():
            return
        if self._picture is None:
            now = time.perf_counter()
            if now < self._next:
                return
            if (picture := state.sensors.camera) is not None:
                self._picture, self._came = picture, state.t
                self._artist.memory[:] = picture.rgb.reshape(-1)
            elif now > self._next + LATE:  # its camera is silent
                self._ask(humanoid.seen, None)
        elif humanoid.seen.t >= self._picture.t or state.t > self._came + LATE:
            self._ask(humanoid.seen, self._artist.region(0, self._size))

    def _ask(self, seen: Seen, picture: SharedBytes | None) -> None:
        """Have it drawn as it is now."""
        humanoid, localiser = self._session.humanoid, self._session.humanoid.localiser
        particles = np.zeros((0, 3))
        if localiser is not None:
            particles = localiser.filter.particles[:, :3].copy()
        scene = FootballView(humanoid.world_model, particles, seen, truth(self._session))
        self._ticket = self._artist.ask(scene, picture)
        self._picture, self._next = None, time.perf_counter() + EVERY


def truth(session: Session) -> Truth2d | None:
    """Where all robots and the ball are; None of a real robot, of whom nobody knows."""
    if isinstance(session.humanoid.body, ShadowedBackend):
        return None
    simulation = session.simulation
    T = inverse(session.humanoid.T_world_place)
    order = sorted(range(len(simulation.robots)), key=lambda index: index != session.number)
    robots = []
    for index in order:
        pose = T @ simulation.true_pose(simulation.robots[index].torso, index)
        robots.append(Place(float(pose[0, 3]), float(pose[1, 3]), atan2(pose[1, 0], pose[0, 0])))
    if simulation.world.ball is None:
        return Truth2d(robots, None)
    x, y, _ = (T[:3, :3] @ simulation.data.body(BALL).xpos + T[:3, 3]).tolist()
    return Truth2d(robots, (x, y))


def words(world: WorldModel) -> dict[str, str]:
    """What it believes, in rows."""
    off = float(np.sqrt(np.trace(world.covariance[:2, :2])))
    ball = "not known"
    if (known := world.ball) is not None:
        age = max(world.t - known.seen_at, 0.0)
        ball = f"{known.distance:.2f} m away, {known.certainty:.0%}, seen {age:.1f} s ago"
    named = [f"{one.id} ({one.allegiance.value}, {one.certainty:.0%})" for one in world.robots]
    return {
        "place": f"{world.certainty.value}, ± {off:.2f} m",
        "ball": ball,
        "robots": ", ".join(named) or "none",
    }
