"""Clips of a match, drawn after its end from the postures that were kept."""

from math import inf

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.arena.film import CLIP_HZ, MOST_PICTURES, Film, develop
from olympian.arena.match.football_match import FootballMatch
from olympian.arena.match.match_tape import TAPE_HZ
from olympian.backend import Studio
from olympian.geometry import Vec

__all__ = ["MatchFilm"]

WIDTH, HEIGHT = 560, 350
BEFORE_S, AFTER_S = 7.0, 2.0
"""Seconds round a goal."""
NEAR, FAR = 5.0, 9.0
"""Metres from the camera to what is in the middle: an attack, the whole field."""


class MatchFilm:
    """A camera at the side line; takes the match's simulation, which does not go on any more."""

    def __init__(self, match: FootballMatch) -> None:
        self._match = match
        match.simulation.model.vis.quality.offsamples = 0
        self._studio = Studio(match.simulation, WIDTH, HEIGHT)

    def goal(self, t: float) -> Film:
        """What led to a goal, with the camera on the ball."""
        tape = self._match.tape
        kept = [k for k, at in enumerate(tape.t) if t - BEFORE_S <= at <= t + AFTER_S]
        pictures = [self._shoot(tape.postures[k], tape.ball[k], NEAR) for k in kept]
        return develop(pictures, 1.0 / TAPE_HZ)

    def whole(self) -> Film:
        """All of it in a few pictures, the whole field in view."""
        tape = self._match.tape
        every = max(1, -(-len(tape.t) // MOST_PICTURES))
        pictures = [self._shoot(q, (0.0, 0.0), FAR) for q in tape.postures[::every]]
        return develop(pictures, every / TAPE_HZ, CLIP_HZ)

    def picture(self, t: float = inf) -> NDArray[np.uint8]:
        """The whole field at a time."""
        tape = self._match.tape
        k = int(np.searchsorted(tape.t, min(t, tape.t[-1])))
        return self._shoot(tape.postures[k], (0.0, 0.0), FAR)

    def close(self) -> None:
        """Put the camera away."""
        self._studio.close()

    def _shoot(self, qpos: Vec, at: tuple[float, float], distance: float) -> NDArray[np.uint8]:
        model, data = self._match.simulation.model, self._match.simulation.data
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_camlight(model, data)
        return self._studio.shoot((*at, 0.2), distance, azimuth_deg=90.0, elevation_deg=-42.0)
