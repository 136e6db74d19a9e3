"""An unscented Kalman filter (filterpy) on the same evidence: a peer to be measured against."""

from typing import Any

import numpy as np

from olympian.decision.localise import Certainty, Evidence, Localisation
from olympian.decision.localise.pitch_map import PitchMap
from olympian.decision.localise.way import PastOdometry
from olympian.errors import OlympianError
from olympian.geometry import Place, Vec
from olympian.install_hint import install_hint
from olympian.records import RobotState, Semantic
from olympian.vision import Seen
from olympian.world import Pitch

__all__ = ["UnscentedLocaliser"]

START = (0.05, 0.05, 0.03)
"""m, m and rad at its start."""
ANYWHERE = (2.5, 1.5, 0.2)
"""m, m and rad after somebody carried it."""
SCALE, GATE = 30.0, 2.0
"""Variances of what is seen, times that of the particle filter: points of a picture err alike; and
standard deviations from which a point is something else. Chosen on tuning seeds."""
SETTLING, IDLE = 0.8, 0.25
"""As for the particles."""


class UnscentedLocaliser:
    """Each point that is seen is taken for the nearest thing of its kind on the map."""

    def __init__(
        self, pitch: Pitch, start: Place, *, scale: float = SCALE, gate: float = GATE
    ) -> None:
        self._map, self._start, self._scale, self._gate = PitchMap.of(pitch), start, scale, gate
        self._past, self._filter = PastOdometry(), _filter(np.array(start))
        self._seen_t, self._t, self._hands, self._stands = -1.0, 0.0, False, SETTLING
        self._localisation = self._told()

    @property
    def localisation(self) -> Localisation:
        """Its mean and covariance; sure while that is small."""
        return self._localisation

    def lose(self) -> None:
        """What it costs is in the odometry's covariance."""
        self._stands = 0.0

    def step(self, state: RobotState, dt: float) -> Place:
        """The mean, led on by the odometry."""
        self._t = state.t
        self._past.step(state.t, state.odometry)
        upright = state.R_world_torso[2, 2] > 0.94 and not self._hands
        self._stands = self._stands + dt if upright else 0.0
        if self._past.waits > IDLE:
            self._follow(state.t)
        self._localisation = self._told()
        return self._localisation.place

    def watch(self, seen: Seen, state: Semantic) -> None:
        """Correct by what was seen."""
        carried = state is Semantic.PICKED_UP
        if self._hands and not carried:
            self._filter.P = self._filter.P + np.diag(np.square(ANYWHERE))
        self._hands = carried
        if seen.t == seen.t and seen.t != self._seen_t:
            self._seen_t = seen.t
            evidence = Evidence.of(seen) if seen.t > SETTLING else None
            if evidence is not None and self._stands > 0.5 and self._follow(seen.t):
                self._correct(evidence)

    def _follow(self, t: float) -> bool:
        moved = self._past.until(t)
        if moved is None:
            return False
        yaw = float(self._filter.x[2])
        turn = np.eye(3)
        turn[:2, :2] = Place(0.0, 0.0, yaw).turn
        self._filter.Q = turn @ moved.covariance @ turn.T
        self._filter.predict(fx=lambda x, _dt: np.array(Place(*x).then(moved.way)))
        return True

    def _correct(self, evidence: Evidence) -> None:
        rows, variances = self._associated(evidence)
        if not rows:
            return

        def gaps(x: Vec) -> Vec:
            return np.array([row(*_there(x, at)) for at, row in rows])

        R = np.diag(variances)
        self._filter.update(np.zeros(len(rows)), R=R, hx=gaps)

    def _associated(self, evidence: Evidence) -> tuple[list[Any], list[float]]:
        """What each point is a part of, where it is near enough, as a gap that should be zero."""
        mean = self._filter.x
        spread = float(np.sqrt(np.trace(self._filter.P[:2, :2])))
        rows, variances = [], []
        for (ahead, left, certain, counts), layer, way in zip(
            evidence.points, evidence.layers, evidence.ways, strict=True
        ):
            if certain <= 0.0 or counts <= 0.0:
                continue
            at = (float(ahead), float(left))
            variance = self._scale / (certain * counts)
            gate = self._gate * (np.sqrt(1.0 / certain) + spread)
            for row in self._gaps_of(mean, at, int(layer), way):
                if abs(row(*_there(mean, at))) < gate:
                    rows.append((at, row))
                    variances.append(variance)
        return rows, variances

    def _gaps_of(self, mean: Vec, at: tuple[float, float], layer: int, way: Vec) -> list[Any]:
        x, y = _there(mean, at)
        if layer >= 0:
            points = self._map.features[layer]
            a, b = points[np.argmin(np.hypot(points[:, 0] - x, points[:, 1] - y))].tolist()
            return [lambda u, _v: u - a, lambda _u, v: v - b]
        c, s = np.cos(mean[2]), np.sin(mean[2])
        level = abs(c * way[0] - s * way[1]) > abs(s * way[0] + c * way[1])
        radius = self._map.pitch.circle_radius
        best, gap = abs(np.hypot(x, y) - radius), lambda u, v: float(np.hypot(u, v)) - radius
        for x0, y0, x1, y1 in self._map.pitch.segments.tolist():
            if (y0 == y1) != level:
                continue
            along, across = (x, y - y0) if level else (y, x - x0)
            ends = sorted((x0, x1) if level else (y0, y1))
            beside = max(ends[0] - along, along - ends[1], 0.0)
            if np.hypot(beside, across) < best:
                best = float(np.hypot(beside, across))
                gap = _to_line(y0, 1) if level else _to_line(x0, 0)
        return [gap]

    def _told(self) -> Localisation:
        P = np.array(self._filter.P)
        place = Place(*self._filter.x.tolist()).then(self._past.since)
        sure = np.sqrt(np.trace(P[:2, :2])) < 0.25 and not self._hands
        return Localisation(self._t, place, P, Certainty.SURE if sure else Certainty.UNSURE)


def _to_line(value: float, axis: int) -> Any:
    return (lambda _u, v: v - value) if axis else (lambda u, _v: u - value)


def _there(x: Vec, at: tuple[float, float]) -> tuple[float, float]:
    """A point that is seen from a place, on the field."""
    c, s = np.cos(x[2]), np.sin(x[2])
    return float(x[0] + c * at[0] - s * at[1]), float(x[1] + s * at[0] + c * at[1])


def _filter(start: Vec) -> Any:
    try:
        from filterpy.kalman import MerweScaledSigmaPoints, UnscentedKalmanFilter
    except ImportError:
        raise OlympianError(f"the Kalman filter needs filterpy: {install_hint('bench')}") from None
    points = MerweScaledSigmaPoints(3, alpha=0.1, beta=2.0, kappa=0.0)
    found = UnscentedKalmanFilter(3, 1, 1.0, hx=None, fx=None, points=points)
    found.x, found.P = start.copy(), np.diag(np.square(START))
    return found
