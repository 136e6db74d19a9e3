"""Is the lens the declared one? What is seen has to fit the field in its size, too.

A lens of another focal length shows everything larger or smaller. On the ground that bends angles
and moves what is near otherwise than what is far, so no place explains several pictures at once.
Each picture is therefore also taken as one of other lenses, and the place may be a little elsewhere
for each of them. Where another lens explains much more, again and again, the declared one is wrong.
"""

from collections import deque
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.particle_filter import HIGHEST, TILT, ParticleFilter
from olympian.decision.localise.sight_memory import back_along
from olympian.geometry import Mat4, Place, Vec

__all__ = ["LensCheck", "through_lens"]

SCALES = (0.6, 0.72, 0.85, 1.0, 1.18, 1.4, -1.0)
"""True focal lengths by the declared one, which is the fourth; negative: the picture is upside
down."""
DECLARED = 3
APART, LASTS, MOST, LEAST = 0.3, 8.0, 10, 4
"""Seconds between two pictures that are kept, for which each is, and how many at most and least."""
POINTS = 4.0
"""Points that a picture has to have to be kept."""
TRIES, ASIDE = 60, (0.2, 0.2, 0.1)
"""Places around the believed one that are tried for each lens, within m, m and rad (σ)."""
EVERY = 1.0
"""Seconds between two comparisons."""
FADES, OFTEN = 0.2, 5
"""Share of a comparison in their average, and comparisons before one is believed."""
MORE, KEEPS = 0.06, 0.02
"""By how much worse, on average, all of it has to fit by the declared lens to say so; and to go on
saying so. Where the lens is the declared one, it fits 0.05 to 0.2 better on a walk; where it is one
of 1.4 times its length, 0.1 to 0.3 worse."""
ASTRAY = 0.55
"""How badly even the best lens may fit for a comparison to count."""
PlaceTwice = tuple[Place, Place]


class _Kept(NamedTuple):
    t: float
    by_lens: tuple[Evidence, ...]
    place: Place
    """By the odometry."""


class LensCheck:
    """Remembers what the last pictures would be by other lenses; engine with `step`."""

    def __init__(self) -> None:
        self._kept: deque[_Kept] = deque()
        self._compared = -EVERY
        self._costs: Vec | None = None
        self._count = 0
        self.trouble = ""
        """What is wrong, in words; empty if nothing is."""

    def clear(self) -> None:
        """The odometry has no way from the last pictures to the next."""
        self._kept.clear()

    def step(
        self, evidence: Evidence, T_place_camera: Mat4, particles: ParticleFilter, now: PlaceTwice
    ) -> None:
        """One more picture. Args: now: the place that is believed, and the same by the odometry."""
        t = evidence.t
        while self._kept and self._kept[0].t < t - LASTS:
            self._kept.popleft()
        late = not self._kept or t >= self._kept[-1].t + APART
        if late and evidence.points[:, 3].sum() >= POINTS:
            lenses = tuple(through_lens(evidence, T_place_camera, scale) for scale in SCALES)
            self._kept.append(_Kept(t, lenses, now[1]))
            if len(self._kept) > MOST:
                self._kept.popleft()
        if len(self._kept) >= LEAST and t >= self._compared + EVERY:
            self._compared = t
            self._judge(self._compare(particles, *now))

    def _compare(self, particles: ParticleFilter, here: Place, odometry: Place) -> Vec:
        """(lenses,) how badly all of it fits the best place for each; 1: not at all."""
        chance = np.random.default_rng([round(1e3 * self._compared), 71])
        spread = (*ASIDE, TILT, TILT)
        tries = chance.standard_normal((TRIES, 5)) * spread + (*here, 0.0, 0.0)
        total, most = np.zeros((len(SCALES), TRIES)), 1e-9
        for one in self._kept:
            then = back_along(tries, odometry.inverse().then(one.place))
            for k, evidence in enumerate(one.by_lens):
                total[k] += particles.costs(evidence, then)
            most += HIGHEST * float(one.by_lens[DECLARED].points[:, 3].sum())
        return total.min(axis=1) / most

    def _judge(self, costs: Vec) -> None:
        """One comparison alone may err."""
        if costs.min() > ASTRAY:  # it is somewhere else altogether
            return
        self._count += 1
        fades = max(FADES, 1.0 / self._count)
        before = costs if self._costs is None else self._costs
        self._costs = before + fades * (costs - before)
        best = int(self._costs.argmin())
        gain = float(self._costs[DECLARED] - self._costs[best])
        if self._count >= OFTEN and gain > (KEEPS if self.trouble else MORE):
            self.trouble = _told(SCALES[best])
        else:
            self.trouble = ""


def _told(scale: float) -> str:
    if scale < 0.0:
        return "the camera is upside down"
    longer = "longer" if scale > 1.0 else "shorter"
    return f"the lens is not the declared one: its focal length is {longer}"


def through_lens(evidence: Evidence, T_place_camera: Mat4, scale: float) -> Evidence:
    """What the same pixels would be on the ground by a lens with so many times the focal length."""
    points, ways = evidence.points.copy(), evidence.ways.copy()
    ends = evidence.points[:, :2] + 0.05 * evidence.ways
    at, end = (_moved(xy, T_place_camera, scale) for xy in (evidence.points[:, :2], ends))
    along = end - at
    length = np.hypot(along[:, 0], along[:, 1])
    lines = length > 1e-9
    ways[lines] = along[lines] / length[lines, None]
    points[:, :2] = at
    return replace(evidence, points=points, ways=ways)


def _moved(xy: Vec, T: Mat4, scale: float) -> Vec:
    R, eye = T[:3, :3], T[:3, 3]
    spots = np.column_stack([xy - eye[:2], np.full(len(xy), -eye[2])]) @ R
    spots[:, :2] /= scale
    rays = spots @ R.T
    down = np.minimum(rays[:, 2], -1e-3 * np.hypot(rays[:, 0], rays[:, 1]))
    return eye[:2] - rays[:, :2] * (eye[2] / down)[:, None]
